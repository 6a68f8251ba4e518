/** Scanned pages and pictures: offline recognition, its ledger states, and pictures of pages. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackPage } from '../../../src-main/domain/packing.ts';
import type { PageReader } from '../../../src-main/domain/ports/reader.ts';
import { unpackedTessdata } from '../../../src-main/ingest/ocr-data.ts';
import { lines, makePdf, type PageSpec } from '../../fixtures/pdfs.ts';
import { packagedTessdata, realReader, scratch, type Scratch } from '../../fixtures/readers.ts';

const signal = new AbortController().signal;
let files: Scratch;
let reader: PageReader;

beforeAll(async () => {
  files = await scratch();
  reader = realReader(files.folder);
});
afterAll(async () => {
  await reader.close();
  await files.remove();
});

const PRINTED = [
  'The inspection of the chamber found',
  'no water and no damage to the pipes',
  'and nothing else to be repaired.',
];

/** A page that is only a picture of the given page, as a scanner makes it; drawn by our own reader. */
async function scanOf(name: string, page: PageSpec, rotate?: 0 | 90 | 180 | 270): Promise<string> {
  const source = await files.put(`${name}-source.pdf`, await makePdf({ pages: [page] }));
  const png = Buffer.from(await reader.picture({ path: source, page: 1, dpi: 150 }, signal));
  const scan = await makePdf({
    pages: [
      {
        texts: [],
        ...(rotate === undefined ? {} : { rotate }),
        draw: (pdf) => pdf.image(png, 0, 0, { width: 612 }),
      },
    ],
  });
  return files.put(`${name}.pdf`, scan);
}

describe('case 8, case 10: pages that are pictures', () => {
  for (const rotate of [0, 180, 90] as const) {
    it(
      `are pending, then recognised upright at /Rotate ${rotate}, offline`,
      { timeout: 90_000 },
      async () => {
        const texts = lines(PRINTED, 100, 200, { size: 16 }).map((text, index) => ({
          ...text,
          y: 200 + index * 26,
        }));
        const path = await scanOf(`scan-${rotate}`, { texts }, rotate);
        const [pending] = (await reader.readPages(path, undefined, [1], signal)).pages;
        expect(pending).toMatchObject({
          state: 'pending',
          reason: expect.stringMatching(/picture/) as string,
        });
        const [packed] = (await reader.recognisePages(path, undefined, [1], signal)).pages;
        if (packed === undefined) throw new Error('no page');
        const page = unpackPage(packed);
        expect(page.state).toBe('ocr');
        expect(page.reason).toMatch(/certainty \d+ %/);
        const read = page.blocks.flatMap((block) => block.lines);
        expect(read.map((line) => line.text)).toEqual(PRINTED);
        // The scan shows the page upright in user space, so the words stand where they were printed.
        const first = read[0]?.words[0];
        expect(first?.text).toBe('The');
        expect(Math.abs((first?.box.x0 ?? 0) - 100)).toBeLessThan(3);
        expect(first?.box.y1).toBeLessThan(792 - 198);
        expect(first?.box.y0).toBeGreaterThan(792 - 225);
      },
    );
  }

  it('an empty page is empty, a page with text and a small picture is text', async () => {
    const blank = await files.put(
      'blank.pdf',
      await makePdf({ pages: [{ texts: [] }, { texts: lines(['A title alone']) }] }),
    );
    const { pages } = await reader.readPages(blank, undefined, [1, 2], signal);
    expect(pages.map((page) => page.state)).toEqual(['empty', 'text']);
    expect(pages[0]?.reason).toMatch(/Nothing is printed/);
  });
});

it('language data is unpacked once, and again when it was damaged', async () => {
  const cache = join(files.folder, 'data');
  const folder = await unpackedTessdata(packagedTessdata, cache);
  const path = join(folder, 'eng.traineddata');
  const whole = await readFile(path);
  await writeFile(path, whole.subarray(0, 1000));
  await unpackedTessdata(packagedTessdata, cache);
  expect((await readFile(path)).equals(whole)).toBe(true);
  expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
});

describe('pictures of pages', () => {
  it('crops the box that is asked for, at any turn, and draws outlines', async () => {
    const draw = (pdf: PDFKit.PDFDocument): void => {
      pdf.rect(200, 300, 100, 50).fill('#ff0000');
    };
    for (const rotate of [0, 90, 180, 270] as const) {
      const document = await makePdf({ pages: [{ texts: [], rotate, cropBox: [20, 30, 580, 700], draw }] });
      const path = await files.put(`red-${rotate}.pdf`, document);
      const box = { x0: 200, y0: 792 - 350, x1: 300, y1: 792 - 300 };
      const png = await reader.picture({ path, page: 1, box, dpi: 72 }, signal);
      const image = await loadImage(Buffer.from(png));
      const upright = rotate % 180 === 0;
      expect(Math.abs(image.width - (upright ? 100 : 50))).toBeLessThanOrEqual(2);
      const canvas = createCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      for (const [x, y] of [
        [3, 3],
        [image.width - 4, image.height - 4],
        [image.width / 2, image.height / 2],
      ] as const)
        expect([...context.getImageData(x, y, 1, 1).data].slice(0, 3)).toEqual([255, 0, 0]);
    }
    const path = await files.put('outline.pdf', await makePdf({ pages: [{ texts: lines(['Text']) }] }));
    const box = { x0: 100, y0: 100, x1: 200, y1: 200 };
    const plain = await reader.picture({ path, page: 1, dpi: 50 }, signal);
    const drawn = await reader.picture(
      { path, page: 1, dpi: 50, outlines: [{ box, color: '#0072b2', label: 'x' }] },
      signal,
    );
    expect(Buffer.from(plain).equals(Buffer.from(drawn))).toBe(false);
  });

  it('says that a page is not there', async () => {
    const path = await files.put('one.pdf', await makePdf({ pages: [{ texts: lines(['Text']) }] }));
    await expect(reader.picture({ path, page: 9, dpi: 72 }, signal)).rejects.toMatchObject({
      code: 'notFound',
    });
  });
});
