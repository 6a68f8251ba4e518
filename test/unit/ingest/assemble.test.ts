/** Whole documents through the real reader: sections, fragments, tables, figures, furniture, ids. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentContent } from '../../../src-main/domain/content.ts';
import { asDocumentId } from '../../../src-main/domain/ids.ts';
import { unpackContent } from '../../../src-main/domain/packing.ts';
import type { PageReader } from '../../../src-main/domain/ports/reader.ts';
import { countFixedTokens } from '../../../src-main/ingest/tokens.ts';
import { lines, makePdf, type PageSpec } from '../../fixtures/pdfs.ts';
import { realReader, scratch, type Scratch } from '../../fixtures/readers.ts';
import { letters, lettersIn, secondReading } from '../../fixtures/second-reading.ts';

const signal = new AbortController().signal;
const ID = asDocumentId('a'.repeat(64));

const SENTENCES = [
  'The network carried more heat than in any year before it was renewed.',
  'Losses fell because the old pipes under the market were replaced in May.',
  'The council had asked for a plan that would not raise the price of heat.',
  'Most of the work was done at night, when the streets were closed anyway.',
];
const body = (count: number, x = 72, top = 150): PageSpec['texts'] =>
  lines(
    Array.from({ length: count }, (_, index) => SENTENCES[index % SENTENCES.length] ?? ''),
    x,
    top,
  );
const heading = (text: string, y: number, size = 18): PageSpec['texts'][number] => ({
  text,
  x: 72,
  y,
  size,
  font: 'Helvetica-Bold',
});

/** A ruled table of three columns at `top` with its caption above. */
function ruledTable(pdf: PDFKit.PDFDocument, top: number): void {
  const rows = [
    ['Station', 'Heat (GWh)', 'Share'],
    ['North', '120.5', '40 %'],
    ['South', '90.1', '30 %'],
    ['Harbour', '88.0', '30 %'],
  ];
  pdf
    .font('Helvetica')
    .fontSize(11)
    .text('Table 1: Heat by station', 72, top - 20, { lineBreak: false });
  for (const [index, row] of rows.entries()) {
    for (const [column, text] of row.entries()) {
      pdf.rect(72 + column * 120, top + index * 22, 120, 22).stroke();
      pdf.text(text, 78 + column * 120, top + 6 + index * 22, { lineBreak: false });
    }
  }
}

let files: Scratch;
let reader: PageReader;
let content: DocumentContent;
let bytes: Buffer;

async function assembled(name: string, document: Buffer): Promise<DocumentContent> {
  const path = await files.put(name, document);
  const { pageCount } = await reader.open(path, undefined, signal);
  const numbers = Array.from({ length: pageCount }, (_, index) => index + 1);
  const { pages } = await reader.readPages(path, undefined, numbers, signal);
  return unpackContent(await reader.assemble(ID, path, undefined, pages, signal));
}

beforeAll(async () => {
  files = await scratch();
  reader = realReader(files.folder);
  const running = (page: number): PageSpec['texts'] => [
    { text: 'Harrowmere Heat - Annual report', x: 72, y: 30, size: 9 },
    { text: `Page ${page}`, x: 290, y: 760, size: 9 },
  ];
  bytes = await makePdf({
    title: 'Untitled',
    pages: [
      {
        texts: [
          ...running(1),
          heading('Annual report of the network', 90, 24),
          ...body(6),
          heading('1 Costs', 280),
          ...body(8, 72, 320),
        ],
      },
      { texts: [...running(2), heading('1.1 Costs of the pipes', 90, 15), ...body(30, 72, 130)] },
      {
        texts: [...running(3), heading('2 Heat', 90), ...body(3, 72, 130)],
        draw: (pdf) => ruledTable(pdf, 240),
      },
    ],
  });
  content = await assembled('report.pdf', bytes);
});
afterAll(async () => {
  await reader.close();
  await files.remove();
});

describe('sections and fragments', () => {
  it('builds the tree of headings', () => {
    const tree = content.sections.map(({ title, level, parent, page }) => ({ title, level, parent, page }));
    expect(tree.map(({ title }) => title)).toEqual([
      'Annual report of the network',
      '1 Costs',
      '1.1 Costs of the pipes',
      '2 Heat',
    ]);
    expect(tree.map(({ parent }) => parent)).toEqual([null, 0, 1, 0]);
    expect(content.title).toBe('Annual report of the network');
    expect(content.language).toBe('en');
  });

  it('keeps running heads and page numbers out of every fragment, and in the page', () => {
    const all = content.fragments.map(({ text }) => text).join('\n');
    expect(all).not.toMatch(/Harrowmere Heat - Annual report|Page \d/);
    for (const page of content.pages)
      expect(page.blocks.filter((block) => block.kind === 'furniture').map((block) => block.text)).toEqual([
        'Harrowmere Heat - Annual report',
        `Page ${page.number}`,
      ]);
  });

  it('sizes fragments, never across a section, and numbers them in order', () => {
    for (const [index, fragment] of content.fragments.entries()) {
      expect(fragment.ordinal).toBe(index);
      expect(fragment.tokens).toBe(countFixedTokens(fragment.markdown));
      if (fragment.kind === 'text') expect(fragment.tokens).toBeLessThanOrEqual(360);
      const section = content.sections[fragment.section ?? -1];
      expect(fragment.heading.at(-1)).toBe(section?.title);
    }
    const long = content.fragments.filter((fragment) => fragment.heading.at(-1) === '1.1 Costs of the pipes');
    expect(long.length).toBeGreaterThan(1);
  });

  it('case 20: what stands in the boxes is the fragment, read by another reader', async () => {
    const glyphs = await secondReading(bytes);
    const texts = content.fragments.filter((fragment) => fragment.kind === 'text');
    expect(texts.length).toBeGreaterThan(3);
    for (const fragment of texts) {
      for (const region of fragment.regions) {
        const words = fragment.text.slice(region.start, region.end);
        expect(lettersIn(glyphs.get(region.page) ?? [], region)).toBe(letters(words));
        for (const word of region.words)
          expect(lettersIn(glyphs.get(region.page) ?? [], word)).toBe(
            letters(fragment.text.slice(word.start, word.end)),
          );
      }
    }
  });

  it('loses nothing that is printed', async () => {
    for (const [number, glyphs] of await secondReading(bytes)) {
      const page = content.pages.find((candidate) => candidate.number === number);
      const stored = page?.blocks.map((block) => block.text).join('') ?? '';
      expect(letters(stored)).toBe(letters(glyphs.map((glyph) => glyph.text).join('')));
    }
  });

  it('gives the same ids when a document is read again, and other ids to equal texts', async () => {
    const again = await assembled('again.pdf', bytes);
    expect(again.fragments.map(({ id }) => id)).toEqual(content.fragments.map(({ id }) => id));
    expect(new Set(content.fragments.map(({ id }) => id)).size).toBe(content.fragments.length);
  });
});

describe('tables and figures', () => {
  it('case 15: a ruled table keeps its cells, boxes and caption', () => {
    const asset = content.assets.find((candidate) => candidate.kind === 'table');
    expect(asset).toMatchObject({ label: 'Table 1', caption: 'Table 1: Heat by station', page: 3 });
    const grid = asset?.table?.cells.map((row) => row.map((cell) => cell.text));
    expect(grid).toEqual([
      ['Station', 'Heat (GWh)', 'Share'],
      ['North', '120.5', '40 %'],
      ['South', '90.1', '30 %'],
      ['Harbour', '88.0', '30 %'],
    ]);
    for (const row of asset?.table?.cells ?? []) {
      for (let column = 1; column < row.length; column++)
        expect(row[column]?.box?.x0).toBeGreaterThan(row[column - 1]?.box?.x1 ?? Infinity);
    }
    const fragment = content.fragments.find((candidate) => candidate.kind === 'table');
    expect(fragment?.asset).toBe(asset?.id);
    expect(fragment?.markdown).toContain('| North | 120.5 | 40 % |');
    expect(fragment?.text.split('\n')[0]).toBe('Table 1: Heat by station');
    for (const region of fragment?.regions ?? []) {
      const printed = fragment?.text.slice(region.start, region.end) ?? '';
      expect(printed).not.toContain('\n');
      expect(region.words.map((word) => fragment?.text.slice(word.start, word.end)).join(' ')).toBe(printed);
    }
  });

  it('case 16: a picture becomes an image fragment with its caption and a box', async () => {
    const { createCanvas } = await import('@napi-rs/canvas');
    const canvas = createCanvas(200, 100);
    const context = canvas.getContext('2d');
    context.fillStyle = '#d55e00';
    context.fillRect(0, 0, 200, 100);
    const png = canvas.toBuffer('image/png');
    const document = await makePdf({
      pages: [
        {
          texts: [...body(4), { text: 'Figure 2. Load of the network in winter', x: 72, y: 420 }],
          draw: (pdf) => pdf.image(png, 72, 250, { width: 300 }),
        },
      ],
    });
    const figure = await assembled('figure.pdf', document);
    const [asset] = figure.assets;
    expect(asset).toMatchObject({ kind: 'figure', label: 'Figure 2', page: 1 });
    expect(asset?.box.x0).toBeCloseTo(72, 0);
    expect(asset?.box.y1).toBeCloseTo(792 - 250, 0);
    const image = figure.fragments.find((fragment) => fragment.kind === 'image');
    expect(image?.text).toBe('Figure 2. Load of the network in winter');
    expect(image?.regions.some((region) => region.start === region.end)).toBe(true);
    const text = figure.fragments
      .filter((fragment) => fragment.kind === 'text')
      .map(({ text: read }) => read);
    expect(text.join(' ')).not.toContain('Figure 2');
  });

  it('case 13: two columns are read one after the other', async () => {
    const left = [
      'Alpha begins the left column here',
      'and goes on with the second line',
      'until the column ends below it.',
    ];
    const right = [
      'Omega stands in the right column',
      'whose lines are level with the left',
      'and must come after all of them.',
    ];
    const repeated = (texts: string[]): string[] => [...texts, ...texts, ...texts];
    const document = await makePdf({
      pages: [{ texts: [...lines(repeated(left), 60, 100), ...lines(repeated(right), 330, 100)] }],
    });
    const text = (await assembled('columns.pdf', document)).fragments
      .map((fragment) => fragment.text)
      .join('\n');
    expect(text.lastIndexOf('until the column')).toBeLessThan(text.indexOf('Omega'));
  });

  it('case 13: a heading over one column and a narrow gutter do not mix the columns', async () => {
    const filler = (count: number, of: string): string[] =>
      Array.from({ length: count }, (_, at) => `${of} line ${at + 1} of the column, as long as its width`);
    const document = await makePdf({
      pages: [
        {
          texts: [
            { text: 'A wide title over both columns of the page', x: 60, y: 60, size: 22 },
            { text: '2 Where the heat came from', x: 60, y: 112, size: 16, font: 'Helvetica-Bold' },
            ...lines(filler(20, 'Left'), 60, 145, { size: 10 }),
            ...lines(filler(24, 'Right'), 318, 110, { size: 10 }),
          ],
        },
      ],
    });
    const read = await assembled('narrow.pdf', document);
    const text = read.fragments.map((fragment) => fragment.text).join('\n');
    expect(text.indexOf('Left line 20')).toBeGreaterThan(0);
    expect(text.indexOf('Left line 20')).toBeLessThan(text.indexOf('Right line 1 '));
    expect(read.sections.map((section) => section.title)).toContain('2 Where the heat came from');
  });
});
