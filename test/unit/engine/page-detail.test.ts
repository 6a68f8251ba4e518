import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { visibleBox } from '../../../src-main/engine/handlers/page-detail.ts';
import type { Rotation } from '../../../src-main/domain/geometry.ts';

/** A one-page PDF, so that pdf.js says where a box is shown. */
async function pdf(rotation: Rotation, cropBox: number[]): Promise<Uint8Array> {
  const document = new PDFDocument({ size: [400, 600], margin: 20 });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  document.text('x');
  const dictionary = (document.page as unknown as { dictionary: { data: Record<string, unknown> } })
    .dictionary;
  dictionary.data['Rotate'] = rotation;
  dictionary.data['CropBox'] = cropBox;
  document.end();
  await new Promise((resolve) => document.on('end', resolve));
  return new Uint8Array(Buffer.concat(chunks));
}

describe('case 21: the visible place of a box', () => {
  for (const rotation of [0, 90, 180, 270] as const)
    it(`agrees with pdf.js at ${rotation} degrees with a shifted crop box`, async () => {
      const cropBox = { x0: 30, y0: 50, x1: 330, y1: 550 };
      const task = getDocument({ data: await pdf(rotation, [30, 50, 330, 550]) });
      const page = await (await task.promise).getPage(1);
      const viewport = page.getViewport({ scale: 1 });
      const box = { x0: 60, y0: 80, x1: 200, y1: 120 };
      const [ax, ay] = viewport.convertToViewportPoint(box.x0, box.y0) as [number, number];
      const [bx, by] = viewport.convertToViewportPoint(box.x1, box.y1) as [number, number];
      const shown = [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)];
      const expected = shown.map(
        (value, index) => value / (index % 2 === 0 ? viewport.width : viewport.height),
      );
      visibleBox(box, cropBox, rotation).forEach((value, index) =>
        expect(value).toBeCloseTo(expected[index]!, 6),
      );
      await task.destroy();
    });
});
