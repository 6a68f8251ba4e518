/**
 * An inspection record as it comes from a scanner: two pages that are pictures only, turned by a
 * degree. Out: the PDF's bytes.
 */
import type { SKRSContext2D } from '@napi-rs/canvas';
import { scannedPage } from '../bitmaps.ts';
import { A4, addPage, createPaper, finish } from '../paper.ts';

const REGULAR = '"Liberation Sans"';
const BOLD = '"Liberation Sans Bold"';
const ITALIC = '"Liberation Sans Italic"';

function letterhead(context: SKRSContext2D, page: string): void {
  context.font = `34px ${BOLD}`;
  context.fillText('HARROWMERE HEAT', 130, 150);
  context.font = `22px ${REGULAR}`;
  context.fillText('Chamber inspection record', 130, 186);
  context.fillText(page, 970, 186);
  context.fillRect(130, 204, 980, 3);
}

function write(context: SKRSContext2D, lines: readonly string[], top: number, step = 40): void {
  context.font = `25px ${REGULAR}`;
  lines.forEach((line, index) => context.fillText(line, 130, top + index * step));
}

function form(context: SKRSContext2D, rows: readonly (readonly [string, string])[], top: number): void {
  context.strokeStyle = '#262626';
  context.lineWidth = 2;
  rows.forEach(([name, value], index) => {
    const y = top + index * 58;
    context.strokeRect(130, y, 390, 58);
    context.strokeRect(520, y, 590, 58);
    context.font = `24px ${REGULAR}`;
    context.fillText(name, 146, y + 38);
    context.font = `26px ${BOLD}`;
    context.fillText(value, 536, y + 38);
  });
}

function firstPage(context: SKRSContext2D): void {
  letterhead(context, 'Page 1 of 2');
  form(
    context,
    [
      ['Chamber', 'VC-27, Canal Parade'],
      ['Date of inspection', '9 May 2024'],
      ['Inspector', 'M. Adeyemi'],
      ['Depth of water found', '14 cm'],
      ['Temperature of air', '31 degrees Celsius'],
      ['Gas test before entry', 'passed'],
      ['Valves turned', '2 of 2'],
      ['Next inspection due', '9 November 2025'],
    ],
    250,
  );
  context.font = `28px ${BOLD}`;
  context.fillText('Findings', 130, 790);
  write(
    context,
    [
      'The water was pumped out in twenty minutes and did not come back within',
      'the hour. It had entered through the cable duct, whose seal was cracked.',
      'The seal was renewed with swelling mortar.',
      '',
      'The gasket of the north valve was hard and was replaced. The south valve',
      'turned with a torque of 85 newton metres and needs no work.',
      '',
      'Two rungs of the ladder are rusted through. They were marked with red',
      'tape. The ladder must not be used until it has been replaced.',
    ],
    840,
  );
  context.font = `28px ${BOLD}`;
  context.fillText('Work ordered', 130, 1250);
  write(
    context,
    ['1. New ladder, stainless steel, eleven rungs (order 24-0613)', '2. Cover of the chamber to be painted'],
    1300,
  );
  context.font = `25px ${REGULAR}`;
  context.fillText('Signature of the inspector', 130, 1560);
  context.strokeStyle = '#30304a';
  context.lineWidth = 3;
  context.beginPath();
  context.moveTo(520, 1560);
  context.bezierCurveTo(560, 1470, 580, 1600, 620, 1530);
  context.bezierCurveTo(650, 1480, 660, 1590, 700, 1540);
  context.bezierCurveTo(740, 1500, 750, 1570, 830, 1535);
  context.stroke();
}

function secondPage(context: SKRSContext2D): void {
  letterhead(context, 'Page 2 of 2');
  context.font = `28px ${BOLD}`;
  context.fillText('Readings taken in chamber VC-27', 130, 280);
  form(
    context,
    [
      ['Supply pressure', '7.2 bar'],
      ['Return pressure', '3.9 bar'],
      ['Supply temperature', '83 degrees Celsius'],
      ['Return temperature', '46 degrees Celsius'],
      ['Wall thickness, supply pipe', '5.1 mm'],
      ['Wall thickness, return pipe', '4.4 mm'],
    ],
    320,
  );
  context.font = `28px ${BOLD}`;
  context.fillText('Remarks', 130, 750);
  write(
    context,
    [
      'The wall of the return pipe has lost 0.6 mm since the measurement of 2019.',
      'At this pace the least thickness of 3.2 mm will be reached in ten years.',
      'The pipe should be measured again every two years.',
      '',
      'A nest of wagtails was found below the cover. The cover was put back and',
      'the work on it postponed until the young had flown.',
    ],
    800,
  );
  context.font = `24px ${ITALIC}`;
  context.fillText('Seen: H. Varga, Director, 16 May 2024', 130, 1180);
  context.save();
  context.translate(880, 1330);
  context.rotate(-0.12);
  context.strokeStyle = '#6a6a6a';
  context.fillStyle = '#6a6a6a';
  context.lineWidth = 4;
  context.strokeRect(-150, -50, 320, 96);
  context.font = `38px ${BOLD}`;
  context.fillText('RECEIVED', -104, -2);
  context.font = `22px ${REGULAR}`;
  context.fillText('20 May 2024', -54, 30);
  context.restore();
}

/** Two pages without any text in the file. */
export async function inspectionScan(): Promise<Buffer> {
  const pdf = createPaper({
    title: 'Scan of 21 May 2024',
    author: '',
    language: 'en-GB',
    date: '2024-05-21',
  });
  for (const [seed, draw] of [
    [11, firstPage],
    [12, secondPage],
  ] as const) {
    addPage(pdf);
    pdf.image(scannedPage(seed, draw), 0, 0, { width: A4.width, height: A4.height });
  }
  return finish(pdf);
}
