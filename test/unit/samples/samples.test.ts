/** The sample library: made again it is the same, and each answer stands on the page that is named. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { generateSamples } from '../../samples/generate.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'resources', 'samples');
const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

interface Question {
  id: string;
  question: string;
  answer: string | null;
  document: string | null;
  page: number | null;
  kind: 'text' | 'table' | 'chart' | 'picture' | 'scan' | 'chinese' | 'unanswerable';
  evidence: string | null;
  demo?: boolean;
}
const questions = JSON.parse(readFileSync(join(folder, 'questions.json'), 'utf8')) as Question[];

interface ReadPage {
  text: string;
  view: number[];
  rotate: number;
}
interface ReadDocument {
  pages: ReadPage[];
  labels: string[] | null;
  outline: string[];
}

/** Compared without white space: readers differ in where they see it. */
const squeeze = (text: string): string => text.normalize('NFKC').replaceAll(/\s/gu, '');

async function read(bytes: Uint8Array): Promise<ReadDocument> {
  const task = getDocument({
    data: Uint8Array.from(bytes),
    verbosity: 0,
    standardFontDataUrl: `${join(pdfjs, 'standard_fonts')}/`,
    cMapUrl: `${join(pdfjs, 'cmaps')}/`,
    cMapPacked: true,
    wasmUrl: `${join(pdfjs, 'wasm')}/`,
  });
  const document = await task.promise;
  const pages: ReadPage[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const content = await page.getTextContent();
    const text = content.items.map((item) => ('str' in item ? item.str : '')).join(' ');
    pages.push({ text: squeeze(text), view: page.view, rotate: page.rotate });
  }
  const labels = await document.getPageLabels();
  const outline = ((await document.getOutline()) ?? []).map((item) => item.title);
  await task.destroy();
  return { pages, labels, outline };
}

let first: Map<string, Buffer>;
let second: Map<string, Buffer>;
const stored = new Map<string, ReadDocument>();

beforeAll(async () => {
  first = await generateSamples();
  second = await generateSamples();
  for (const name of first.keys()) stored.set(name, await read(readFileSync(join(folder, name))));
});

describe('the generator', () => {
  it('makes the same bytes twice', () => {
    for (const [name, bytes] of first) expect(second.get(name)?.equals(bytes), name).toBe(true);
  });

  it('makes exactly the files that are stored, with the same pages and text', async () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.pdf'));
    expect([...first.keys()].toSorted()).toEqual(files.toSorted());
    // Compressed bytes may differ between builds of zlib; what a reader sees may not.
    for (const [name, bytes] of first) expect(await read(bytes), name).toEqual(stored.get(name));
  });

  it('keeps the library small: at least 6 documents, about 30 pages, at most 3 MB', () => {
    const pages = [...stored.values()].reduce((sum, document) => sum + document.pages.length, 0);
    const bytes = [...stored.keys()].reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    expect(stored.size).toBeGreaterThanOrEqual(6);
    expect(pages).toBeGreaterThanOrEqual(27);
    expect(bytes).toBeLessThanOrEqual(3_000_000);
  });
});

describe('what the documents exercise', () => {
  it('case 21: pages at 0, 90, 180 and 270 degrees and crop boxes with an origin that is not zero', () => {
    const pages = stored.get('pumping-station-3.pdf')?.pages ?? [];
    expect(pages.map((page) => page.rotate)).toEqual([0, 90, 270, 180]);
    expect(pages.map((page) => page.view.slice(0, 2))).toEqual([
      [36, 48],
      [0, 0],
      [30, 60],
      [36, 48],
    ]);
  });

  it('case 22: the report prints page labels i, ii, 1 to 7 and has an outline', () => {
    const report = stored.get('network-report-2024.pdf');
    expect(report?.labels).toEqual(['i', 'ii', '1', '2', '3', '4', '5', '6', '7']);
    expect(report?.outline).toHaveLength(7);
    expect(report?.outline[3]).toContain('Interruptions of supply');
  });

  it('case 10: the scan has no text at all', () => {
    const pages = stored.get('chamber-inspection-scan.pdf')?.pages ?? [];
    expect(pages.map((page) => page.text)).toEqual(['', '']);
  });

  it('every other page has text', () => {
    for (const [name, document] of stored) {
      if (name === 'chamber-inspection-scan.pdf') continue;
      for (const page of document.pages) expect(page.text.length, name).toBeGreaterThan(100);
    }
  });
});

describe('the questions', () => {
  const located = questions.filter((question) => question.evidence !== null);

  it('has at least 15, five for the demo, one unanswerable, one in Chinese, ids once each', () => {
    expect(questions.length).toBeGreaterThanOrEqual(15);
    expect(questions.filter((question) => question.demo)).toHaveLength(5);
    expect(new Set(questions.map((question) => question.id)).size).toBe(questions.length);
    for (const kind of ['text', 'table', 'chart', 'picture', 'scan', 'chinese', 'unanswerable'])
      expect(
        questions.some((question) => question.kind === kind),
        kind,
      ).toBe(true);
  });

  it('names a document and a page that exist, or neither', () => {
    for (const { id, kind, document, page, answer } of questions) {
      if (kind === 'unanswerable') expect([document, page, answer], id).toEqual([null, null, null]);
      else expect(stored.get(document ?? '')?.pages[(page ?? 0) - 1], id).toBeDefined();
    }
  });

  it('has no text for what only a picture or a scan shows', () => {
    for (const { id, kind, evidence } of questions)
      expect(evidence === null, id).toBe(['picture', 'scan', 'unanswerable'].includes(kind));
  });

  it.each(located)('$id: the evidence stands on the named page and on no other', (item) => {
    const wanted = squeeze(item.evidence ?? '');
    const places = [...stored].flatMap(([name, document]) =>
      document.pages.flatMap((page, index) => (page.text.includes(wanted) ? [`${name} ${index + 1}`] : [])),
    );
    expect(places).toEqual([`${item.document} ${item.page}`]);
  });

  it.each(located)('$id: the answer stands on the page', (item) => {
    const page = stored.get(item.document ?? '')?.pages[(item.page ?? 0) - 1]?.text ?? '';
    const numbers = item.answer?.match(/\d[\d,.]*/g);
    const parts = numbers ?? (item.kind === 'chinese' ? [item.answer ?? ''] : (item.answer ?? '').split(' '));
    for (const part of parts) expect(page).toContain(squeeze(part));
  });
});
