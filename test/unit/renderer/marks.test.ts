/** Boxes of evidence over pages, with pdf.js's own viewports of real files, turned and cropped. */
import { describe, expect, test } from 'vitest';
import type { PDFPageProxy } from 'pdfjs-dist';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { boxesOn, pixelBox, shownBox } from '../../../src-renderer/screens/document/marks.ts';
import { makePdf } from '../../fixtures/pdfs.ts';

type Turn = 0 | 90 | 180 | 270;

/** A page of a real file, as pdf.js sees it. */
async function pageWith(rotate: Turn): Promise<PDFPageProxy> {
  const data = await makePdf({
    pages: [
      { size: [400, 600], rotate, cropBox: [50, 80, 350, 560], texts: [{ text: 'Anchor', x: 120, y: 200 }] },
    ],
  });
  return (await getDocument({ data: new Uint8Array(data) }).promise).getPage(1);
}

describe('marks', () => {
  test.each([0, 90, 180, 270] as const)('case 21: a box at %d degrees with a crop origin', async (rotate) => {
    const page = await pageWith(rotate);
    const viewport = page.getViewport({ scale: 1.5 });
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = page.view;
    const corner = { x0, y0, x1: x0 + (x1 - x0) / 4, y1: y0 + (y1 - y0) / 4 };
    const shown = shownBox(viewport, corner);
    // The lower left quarter of the page's own axes, where it comes to lie after the turn.
    const at = {
      0: { left: 0, top: 0.75 },
      90: { left: 0, top: 0 },
      180: { left: 0.75, top: 0 },
      270: { left: 0.75, top: 0.75 },
    }[rotate];
    expect(shown.left).toBeCloseTo(at.left, 6);
    expect(shown.top).toBeCloseTo(at.top, 6);
    expect(shown.right - shown.left).toBeCloseTo(0.25, 6);
    expect(shown.bottom - shown.top).toBeCloseTo(0.25, 6);
    const pixels = pixelBox(viewport, corner);
    expect(pixels.right / viewport.width).toBeCloseTo(shown.right, 6);
  });

  test('case 18: boxes of other pages and documents are not drawn', () => {
    const citation = {
      number: 1,
      fragment: 'f',
      document: 'a',
      path: '/a.pdf',
      page: 1,
      pageLabel: null,
      heading: [],
      boxes: [
        { page: 1, x0: 0, y0: 0, x1: 1, y1: 1 },
        { page: 2, x0: 0, y0: 0, x1: 1, y1: 1 },
      ],
      quote: 'q',
    };
    expect(boxesOn(citation, 'a', 2)).toHaveLength(1);
    expect(boxesOn(citation, 'b', 2)).toHaveLength(0);
  });
});
