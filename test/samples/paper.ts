/**
 * A PDF under construction with a fixed date and fonts by role.
 * In: title, fonts, page size. Out: the bytes, the same on every run.
 */
import PDFDocument from 'pdfkit';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { woffToSfnt } from './woff.ts';

const require = createRequire(import.meta.url);
const pdfjs = dirname(require.resolve('pdfjs-dist/package.json'));
const noto = dirname(require.resolve('@fontsource/noto-sans-sc/package.json'));

/** Fonts that are embedded as subsets; Helvetica and Times are the standard ones and are not embedded. */
export const FONT_FILES = {
  'Liberation Sans': join(pdfjs, 'standard_fonts', 'LiberationSans-Regular.ttf'),
  'Liberation Sans Bold': join(pdfjs, 'standard_fonts', 'LiberationSans-Bold.ttf'),
  'Liberation Sans Italic': join(pdfjs, 'standard_fonts', 'LiberationSans-Italic.ttf'),
  'Noto Sans SC': join(noto, 'files', 'noto-sans-sc-chinese-simplified-400-normal.woff'),
  'Noto Sans SC Bold': join(noto, 'files', 'noto-sans-sc-chinese-simplified-700-normal.woff'),
} as const;

/** Font of each role of a document. */
export interface Typeface {
  readonly regular: string;
  readonly bold: string;
  readonly italic: string;
}

export const SANS: Typeface = { regular: 'Helvetica', bold: 'Helvetica-Bold', italic: 'Helvetica-Oblique' };
export const SERIF: Typeface = { regular: 'Times-Roman', bold: 'Times-Bold', italic: 'Times-Italic' };
export const EMBEDDED_SANS: Typeface = {
  regular: 'Liberation Sans',
  bold: 'Liberation Sans Bold',
  italic: 'Liberation Sans Italic',
};
export const CHINESE: Typeface = {
  regular: 'Noto Sans SC',
  bold: 'Noto Sans SC Bold',
  italic: 'Noto Sans SC',
};

/** A4 in points. */
export const A4 = { width: 595.28, height: 841.89 } as const;

export interface PaperOptions {
  readonly title: string;
  readonly author: string;
  readonly language: string;
  /** Printed on the document, and its creation date: nothing in the bytes depends on today. */
  readonly date: string;
}

export interface PageOptions {
  /** Media box, points; A4 where not given. */
  readonly size?: readonly [number, number];
  readonly rotate?: 90 | 180 | 270;
  /** PDF user space: x0, y0, x1, y1. */
  readonly cropBox?: readonly [number, number, number, number];
}

type Pdf = PDFKit.PDFDocument;

const loaded = new Map<string, Buffer>();

function fontBytes(file: string): Buffer {
  const bytes = loaded.get(file) ?? readFileSync(file);
  const font = file.endsWith('.woff') && !loaded.has(file) ? woffToSfnt(bytes) : bytes;
  loaded.set(file, font);
  return font;
}

/** The document, empty: pages are added by `addPage`. */
export function createPaper(options: PaperOptions): Pdf {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: options.language,
    displayTitle: true,
    margin: 0,
    info: {
      Title: options.title,
      Author: options.author,
      Creator: 'Carrel sample generator',
      CreationDate: new Date(`${options.date}T09:00:00Z`),
    },
  });
  for (const [name, file] of Object.entries(FONT_FILES)) pdf.registerFont(name, fontBytes(file));
  return pdf;
}

/**
 * Adds a page. On a rotated page the drawing axes are turned, so that what is drawn with x to the
 * right and y down from the top left of the shown page reads upright.
 */
export function addPage(pdf: Pdf, options: PageOptions = {}): void {
  const [width, height] = options.size ?? [A4.width, A4.height];
  pdf.addPage({ size: [width, height], margin: 0 });
  const dictionary = (pdf.page as unknown as { dictionary: { data: Record<string, unknown> } }).dictionary;
  if (options.cropBox) dictionary.data['CropBox'] = [...options.cropBox];
  if (!options.rotate) return;
  dictionary.data['Rotate'] = options.rotate;
  if (options.rotate === 90) pdf.transform(0, -1, 1, 0, 0, height);
  else if (options.rotate === 180) pdf.transform(-1, 0, 0, -1, width, height);
  else pdf.transform(0, 1, -1, 0, width, 0);
}

/** Printed page labels: from each 0-based page on, a numbering style (r: i, ii; D: 1, 2) and a prefix. */
export function setPageLabels(
  pdf: Pdf,
  ranges: readonly { from: number; style: 'r' | 'D'; prefix?: string }[],
): void {
  const root = (pdf as unknown as { _root: { data: Record<string, unknown> } })._root;
  const numbers = ranges.flatMap(({ from, style, prefix }) => [
    from,
    // pdfkit writes a String object as a PDF string and a plain string as a PDF name.
    prefix === undefined ? { S: style } : { S: style, P: new String(prefix) },
  ]);
  root.data['PageLabels'] = { Nums: numbers };
}

/** Ends the document and gives its bytes. */
export async function finish(pdf: Pdf): Promise<Buffer> {
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.once('end', resolve);
    pdf.once('error', reject);
  });
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
