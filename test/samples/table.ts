/**
 * Tables. In: columns and rows. Out: a table drawn with or without rules, numbers set right with
 * the closing bracket of a negative hanging and the currency sign at the left of its column.
 */
import type { Typeface } from './paper.ts';
import { breakLines, drawLine, widthOf, type Style } from './text.ts';

export interface Column {
  readonly header: string;
  /** Share of the table's width. */
  readonly share: number;
  readonly align: 'left' | 'right' | 'center';
}

export interface Row {
  readonly cells: readonly string[];
  /** `total` is bold with a rule above its numbers, `grand` has a double rule below too. */
  readonly kind?: 'plain' | 'heading' | 'total' | 'grand';
}

export interface TableSpec {
  readonly columns: readonly Column[];
  readonly rows: readonly (Row | readonly string[])[];
  /** `grid`: all cells boxed; `lines`: head and foot only; `none`: no rule but those of totals. */
  readonly rules: 'grid' | 'lines' | 'none';
  readonly size?: number;
}

type Pdf = PDFKit.PDFDocument;
const INK = '#1a1a1a';

interface LaidRow {
  readonly kind: NonNullable<Row['kind']> | 'header';
  readonly lines: readonly (readonly string[])[];
  readonly height: number;
}

/** A table measured for a width: its height, and the function that draws it at a corner. */
export interface LaidTable {
  readonly height: number;
  draw(x: number, y: number): void;
}

export function layTable(pdf: Pdf, spec: TableSpec, face: Typeface, width: number): LaidTable {
  const size = spec.size ?? 9;
  const leading = size * 1.28;
  const padding = { x: spec.rules === 'grid' ? 4 : 3, y: spec.rules === 'grid' ? 3.2 : 2.2 };
  const shares = spec.columns.reduce((sum, column) => sum + column.share, 0);
  const widths = spec.columns.map((column) => (column.share / shares) * width);
  const regular: Style = { font: face.regular, size, leading };
  const bold: Style = { font: face.bold, size, leading };

  const lay = (cells: readonly string[], kind: LaidRow['kind']): LaidRow => {
    const style = kind === 'plain' ? regular : bold;
    const lines = cells.map((cell, index) => {
      if (cell === '') return [];
      // A heading row may run over the empty cells to its right.
      const room = kind === 'heading' ? width : (widths[index] ?? width);
      return breakLines(pdf, cell, style, room - 2 * padding.x + 0.5).map((line) => line.text);
    });
    const count = Math.max(1, ...lines.map((cell) => cell.length));
    return { kind, lines, height: count * leading + 2 * padding.y };
  };
  const rows = [
    lay(
      spec.columns.map((column) => column.header),
      'header',
    ),
    ...spec.rows.map((row) => ('cells' in row ? lay(row.cells, row.kind ?? 'plain') : lay(row, 'plain'))),
  ];

  const drawCell = (row: LaidRow, index: number, left: number, top: number): void => {
    const column = spec.columns[index];
    const lines = row.lines[index] ?? [];
    if (!column) return;
    const style = row.kind === 'plain' ? regular : bold;
    const inner = (widths[index] ?? 0) - 2 * padding.x;
    const hanging = column.align === 'right' ? widthOf(pdf, ')', style) : 0;
    const bottomAligned = row.kind === 'header' ? row.height - padding.y * 2 - lines.length * leading : 0;
    lines.forEach((line, number) => {
      const baseline = top + padding.y + bottomAligned + size * 0.92 + number * leading;
      const money = line.match(/^([$€£])\s*([\d(].*)$/);
      const text = money?.[2] ?? line;
      if (money?.[1]) drawLine(pdf, money[1], left + padding.x + inner * 0.12, baseline, style);
      const room = inner - (text.endsWith(')') && row.kind !== 'header' ? 0 : hanging);
      drawLine(pdf, text, left + padding.x, baseline, { ...style, align: column.align }, room);
    });
  };

  const rule = (x0: number, x1: number, y: number, weight: number): void => {
    pdf.moveTo(x0, y).lineTo(x1, y).lineWidth(weight).strokeColor(INK).stroke();
  };

  return {
    height: rows.reduce((sum, row) => sum + row.height, 0) + 2,
    draw(x, y) {
      let top = y;
      for (const row of rows) {
        if (row.kind === 'header' && spec.rules === 'grid')
          pdf.rect(x, top, width, row.height).fillColor('#e9edef').fill();
        if (spec.rules === 'grid') {
          let edge = x;
          for (const cell of widths) {
            pdf.rect(edge, top, cell, row.height).lineWidth(0.5).strokeColor('#5a6468').stroke();
            edge += cell;
          }
        }
        if (spec.rules === 'lines' && row.kind === 'header') {
          rule(x, x + width, top, 0.9);
          rule(x, x + width, top + row.height, 0.5);
        }
        let left = x;
        widths.forEach((cell, index) => {
          drawCell(row, index, left, top);
          const numeric = spec.columns[index]?.align === 'right' && (row.lines[index]?.length ?? 0) > 0;
          if (numeric && (row.kind === 'total' || row.kind === 'grand'))
            rule(left + padding.x + 4, left + cell - 1, top + 0.8, 0.5);
          if (numeric && row.kind === 'grand') {
            rule(left + padding.x + 4, left + cell - 1, top + row.height - 0.6, 0.5);
            rule(left + padding.x + 4, left + cell - 1, top + row.height + 0.9, 0.5);
          }
          left += cell;
        });
        top += row.height;
      }
      if (spec.rules === 'lines') rule(x, x + width, top, 0.9);
    },
  };
}
