/**
 * The doors to LiteParse. In: a path and what to read. Out: its pages, at any turn; errors typed.
 * Every option is set here, so that no default of the library decides what is read.
 */
import { LiteParse, type LiteParseConfig, type ParseResult } from '@llamaindex/liteparse';
import { openFailure } from './failures.ts';

/** A page number no document has: the file is opened and no page is read. */
const NO_PAGE = '99999999';

/** What ingest never asks of the library, whatever its defaults become. */
const QUIET: Partial<LiteParseConfig> = {
  quiet: true,
  ocrEnabled: false,
  continueOnPageError: true,
  // The library's own limit of 1,000 pages would cut long files silently.
  maxPages: 1_000_000_000,
  numWorkers: 1,
  extractImages: false,
  extractLinks: false,
  extractScreenshots: false,
  imageMode: 'placeholder',
  outputFormat: 'json',
};

const READING: Partial<LiteParseConfig> = {
  extractBlocks: true,
  emitWordBoxes: true,
  includeComplexity: true,
  extractTextMetadata: true,
  // Running heads are told from text when the whole document is known, not within a batch.
  keepHeadersFooters: true,
};

/** Clockwise degrees by which the writing of a page appears turned; the reader turns it back. */
export type Correction = 0 | 90 | 180 | 270;

async function parse(
  path: string,
  password: string | undefined,
  options: Partial<LiteParseConfig>,
): Promise<ParseResult> {
  try {
    const parser = new LiteParse({ ...QUIET, ...options, ...(password === undefined ? {} : { password }) });
    return await parser.parse(path);
  } catch (thrown) {
    throw await openFailure(thrown, path, password);
  }
}

/** Throws CarrelError passwordNeeded, wrongPassword, unsupportedEncryption, damagedPdf, notAPdf. */
export async function countPages(path: string, password: string | undefined): Promise<number> {
  return (await parse(path, password, { targetPages: NO_PAGE })).totalPages;
}

function corrections(pages: readonly number[], angle: Correction): Partial<LiteParseConfig> {
  return angle === 0 ? {} : { pageOrientationCorrections: pages.map((page) => ({ page, angle })) };
}

/** `pages` are 1-based; a page that fails is in `pageErrors`. */
export function parsePages(
  path: string,
  password: string | undefined,
  pages: readonly number[],
  angle: Correction,
): Promise<ParseResult> {
  return parse(path, password, { ...READING, targetPages: pages.join(','), ...corrections(pages, angle) });
}

/** 200 dpi: below it Tesseract loses small print, above it only takes longer (its own manual: 300 at most). */
export const RECOGNITION_DPI = 200;

/** Reads one page with its pictures recognised; `tessdata` holds `LANGUAGE.traineddata`. */
export function recognisePage(
  path: string,
  password: string | undefined,
  page: number,
  angle: Correction,
  options: { readonly language: string; readonly tessdata: string; readonly dpi: number },
): Promise<ParseResult> {
  return parse(path, password, {
    ...READING,
    targetPages: String(page),
    ...corrections([page], angle),
    ocrEnabled: true,
    ocrLanguage: options.language,
    tessdataPath: options.tessdata,
    ocrFailureFatal: true,
    dpi: options.dpi,
  });
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly png: Uint8Array;
  /** Every pixel has one colour. */
  readonly blank: boolean;
}

/** A picture of the page as shown; null for a page the document does not have. */
export async function drawPage(
  path: string,
  password: string | undefined,
  page: number,
  dpi: number,
): Promise<Picture | null> {
  try {
    const parser = new LiteParse({ ...QUIET, dpi, ...(password === undefined ? {} : { password }) });
    const picture = (await parser.screenshot(path, [page]))[0];
    if (picture === undefined) return null;
    const { width, height, imageBuffer, isSolidFill } = picture;
    return { width, height, png: imageBuffer, blank: isSolidFill };
  } catch (thrown) {
    if (thrown instanceof Error && /page not found|out of range/i.test(thrown.message)) return null;
    throw await openFailure(thrown, path, password);
  }
}
