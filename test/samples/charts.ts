/**
 * Charts as vectors. In: series of numbers. Out: pictures with axes, ticks and a legend, drawn with
 * paths and text as a plotting program writes them.
 */
import type { Picture } from './flow.ts';
import type { Typeface } from './paper.ts';
import { drawLine, widthOf, type Style } from './text.ts';

type Pdf = PDFKit.PDFDocument;

const COLOURS = ['#0b5c70', '#b3541e', '#5b6b2f'] as const;
const INK = '#303638';

export interface Axis {
  readonly title: string;
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

export interface Series {
  readonly name: string;
  readonly values: readonly number[];
}

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function label(face: Typeface): Style {
  return { font: face.regular, size: 7, leading: 9, colour: INK };
}

function verticalTitle(pdf: Pdf, text: string, x: number, y: number, style: Style): void {
  pdf.save().rotate(-90, { origin: [x, y] });
  drawLine(pdf, text, x - widthOf(pdf, text, style) / 2, y, style);
  pdf.restore();
}

function drawValueAxis(pdf: Pdf, axis: Axis, frame: Frame, style: Style): (value: number) => number {
  const place = (value: number): number =>
    frame.top + frame.height * (1 - (value - axis.from) / (axis.to - axis.from));
  for (let value = axis.from; value <= axis.to + 1e-9; value += axis.step) {
    const y = place(value);
    pdf.moveTo(frame.left, y).lineTo(frame.left + frame.width, y);
    pdf
      .lineWidth(value === axis.from ? 0.8 : 0.3)
      .strokeColor(value === axis.from ? INK : '#c4cacc')
      .stroke();
    const text = Number.isInteger(axis.step) ? String(value) : value.toFixed(1);
    drawLine(pdf, text, frame.left - 24, y + 2.4, { ...style, align: 'right' }, 20);
  }
  verticalTitle(pdf, axis.title, frame.left - 28, frame.top + frame.height / 2, style);
  return place;
}

function drawLegend(pdf: Pdf, names: readonly string[], frame: Frame, style: Style): void {
  let x = frame.left + 4;
  names.forEach((name, index) => {
    pdf
      .rect(x, frame.top - 11, 9, 5)
      .fillColor(COLOURS[index] ?? INK)
      .fill();
    drawLine(pdf, name, x + 12, frame.top - 6, style);
    x += 24 + widthOf(pdf, name, style);
  });
}

/** Lines over categories, with a marker at each value. */
export function lineChart(
  pdf: Pdf,
  face: Typeface,
  options: { height: number; categories: readonly string[]; axis: Axis; series: readonly Series[] },
): Picture {
  return {
    height: options.height,
    draw(x, y, width) {
      const style = label(face);
      const frame = { left: x + 36, top: y + 16, width: width - 42, height: options.height - 34 };
      const place = drawValueAxis(pdf, options.axis, frame, style);
      const step = frame.width / options.categories.length;
      options.categories.forEach((category, index) => {
        const centre = frame.left + step * (index + 0.5);
        const text = { ...style, align: 'center' as const };
        drawLine(pdf, category, centre - 20, frame.top + frame.height + 10, text, 40);
      });
      options.series.forEach((series, number) => {
        const points = series.values.map(
          (value, index) => [frame.left + step * (index + 0.5), place(value)] as const,
        );
        points.forEach(([px, py], index) => (index === 0 ? pdf.moveTo(px, py) : pdf.lineTo(px, py)));
        pdf
          .lineWidth(1.2)
          .strokeColor(COLOURS[number] ?? INK)
          .stroke();
        for (const [px, py] of points) {
          if (number === 0) pdf.circle(px, py, 1.9);
          else if (number === 1) pdf.rect(px - 1.8, py - 1.8, 3.6, 3.6);
          else pdf.polygon([px, py - 2.4], [px - 2.2, py + 1.7], [px + 2.2, py + 1.7]);
          pdf.fillColor(COLOURS[number] ?? INK).fill();
        }
      });
      drawLegend(
        pdf,
        options.series.map((series) => series.name),
        frame,
        style,
      );
    },
  };
}

/** Bars over categories; each bar carries its value. */
export function barChart(
  pdf: Pdf,
  face: Typeface,
  options: { height: number; categories: readonly string[]; axis: Axis; series: readonly Series[] },
): Picture {
  return {
    height: options.height,
    draw(x, y, width) {
      const style = label(face);
      const frame = { left: x + 36, top: y + 16, width: width - 42, height: options.height - 34 };
      const place = drawValueAxis(pdf, options.axis, frame, style);
      const step = frame.width / options.categories.length;
      const bar = (step * 0.72) / options.series.length;
      options.categories.forEach((category, index) => {
        const start = frame.left + step * index + step * 0.14;
        options.series.forEach((series, number) => {
          const value = series.values[index] ?? 0;
          const top = place(value);
          pdf.rect(start + bar * number, top, bar - 1.5, frame.top + frame.height - top);
          pdf.fillColor(COLOURS[number] ?? INK).fill();
          const text = { ...style, size: 6.4, align: 'center' as const };
          drawLine(pdf, value.toFixed(1), start + bar * number - 6, top - 2.5, text, bar + 10.5);
        });
        const text = { ...style, align: 'center' as const };
        drawLine(pdf, category, frame.left + step * index, frame.top + frame.height + 10, text, step);
      });
      drawLegend(
        pdf,
        options.series.map((series) => series.name),
        frame,
        style,
      );
    },
  };
}

/** Points with a straight line through them. */
export function scatterChart(
  pdf: Pdf,
  face: Typeface,
  options: {
    height: number;
    horizontal: Axis;
    vertical: Axis;
    points: readonly (readonly [number, number])[];
    fit: { readonly slope: number; readonly intercept: number; readonly text: string };
  },
): Picture {
  return {
    height: options.height,
    draw(x, y, width) {
      const style = label(face);
      const { horizontal, fit } = options;
      const frame = { left: x + 36, top: y + 8, width: width - 42, height: options.height - 36 };
      const place = drawValueAxis(pdf, options.vertical, frame, style);
      const across = (value: number): number =>
        frame.left + (frame.width * (value - horizontal.from)) / (horizontal.to - horizontal.from);
      const bottom = frame.top + frame.height;
      for (let value = horizontal.from; value <= horizontal.to + 1e-9; value += horizontal.step) {
        pdf.moveTo(across(value), bottom).lineTo(across(value), bottom + 3);
        pdf.lineWidth(0.6).strokeColor(INK).stroke();
        const text = { ...style, align: 'center' as const };
        drawLine(pdf, value.toFixed(2), across(value) - 15, bottom + 10, text, 30);
      }
      const title = { ...style, align: 'center' as const };
      drawLine(pdf, horizontal.title, frame.left, bottom + 20, title, frame.width);
      for (const [a, b] of options.points) {
        pdf.circle(across(a), place(b), 1.9).lineWidth(0.9).strokeColor(COLOURS[0]).stroke();
      }
      const at = (value: number): number => place(fit.intercept + fit.slope * value);
      pdf
        .moveTo(across(horizontal.from), at(horizontal.from))
        .lineTo(across(horizontal.to), at(horizontal.to));
      pdf.lineWidth(1.1).dash(4, { space: 2.5 }).strokeColor(COLOURS[1]).stroke().undash();
      drawLine(pdf, fit.text, frame.left + 8, frame.top + 14, { ...style, colour: COLOURS[1] });
    },
  };
}
