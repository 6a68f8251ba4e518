/**
 * Text recognition of one page, offline. In: a page of a file and a folder of language data. Out: a
 * layout of state `ocr`, `unreliable` or `empty`, with boxes in user space, upright at any turn.
 */
import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { packPage, type PackedPage } from '../../domain/packing.ts';
import type { PageState } from '../../domain/page.ts';
import { failedLayout } from '../layout/failed.ts';
import { REASONS } from '../layout/state.ts';
import { recognisePage, RECOGNITION_DPI, type Correction } from './first-reader.ts';
import { documentFacts } from './open-documents.ts';
import { pageLayout } from './page-layout.ts';
import { dpiWithin } from './raster.ts';
import type { WorkerInput } from '../workers/protocol.ts';

/** Tesseract is this sure of upright print in its language; below, other turns and languages are tried. */
const SURE = 0.78;
/** Below this mean certainty more than every third word was wrong on the scans looked at. */
const RELIABLE = 0.6;

/** Fewer words do not tell which way the lines run. */
const JUDGED_FROM_WORDS = 8;
/** Words per run from which lines count as joined; single figures of a table are joined at no turn. */
const JOINED_WORDS = 1.5;
/** How much certainty right order is worth. */
const SURENESS_FOR_ORDER = 0.1;

interface Attempt {
  readonly page: ParsedPage;
  readonly angle: Correction;
  readonly characters: number;
  /** Mean of the certainty over recognised characters, 0 to 1. */
  readonly certainty: number;
  readonly words: number;
  /** Words that the reader joined to one run: near 1 when lines run against the page's direction. */
  readonly wordsPerRun: number;
}

const size = (item: TextItem): number => item.text.replace(/\s+/gu, '').length;
const recognised = (page: ParsedPage): TextItem[] =>
  page.textItems.filter((item) => item.confidence !== undefined);

function judged(page: ParsedPage, angle: Correction): Attempt {
  const items = recognised(page);
  const characters = items.reduce((sum, item) => sum + size(item), 0);
  const weighted = items.reduce((sum, item) => sum + size(item) * (item.confidence ?? 0), 0);
  const words = items.reduce((sum, item) => sum + (item.text.trim().match(/\s+/gu)?.length ?? 0) + 1, 0);
  return {
    page,
    angle,
    characters,
    certainty: characters === 0 ? 0 : weighted / characters,
    words,
    wordsPerRun: words / Math.max(1, items.length),
  };
}

/**
 * Tesseract turns a page over by itself and is sure of what it reads, but the runs then stand in
 * the wrong order: words that were not joined to lines tell it.
 */
function upright(attempt: Attempt): boolean {
  return attempt.words < JUDGED_FROM_WORDS || attempt.wordsPerRun >= JOINED_WORDS;
}

/** Surer is better; nearly as sure and joined to lines is better still. */
function better(attempt: Attempt, than: Attempt): boolean {
  if (upright(attempt) !== upright(than))
    return upright(attempt)
      ? attempt.certainty >= than.certainty - SURENESS_FOR_ORDER && attempt.words * 2 >= than.words
      : attempt.certainty > than.certainty + SURENESS_FOR_ORDER;
  return attempt.certainty > than.certainty;
}

/** English first; then Chinese; then the turns. The surest attempt with text is taken. */
async function bestAttempt(input: WorkerInput<'recognise'>, dpi: number): Promise<Attempt | null> {
  let best: Attempt | null = null;
  const plan: readonly (readonly [string, Correction])[] = [
    ['eng', 0],
    ['chi_sim+eng', 0],
    ['eng', 90],
    ['eng', 270],
    ['eng', 180],
  ];
  for (const [language, angle] of plan) {
    // A sure reading in the wrong order needs another turn, not another language.
    if (best !== null && best.certainty >= SURE && angle === 0) continue;
    const { path, password, page, tessdata } = input;
    const result = await recognisePage(path, password, page, angle, { language, tessdata, dpi });
    const read = result.pages[0];
    if (read === undefined) continue;
    const attempt = judged(read, angle);
    if (best === null || better(attempt, best)) best = attempt;
    if (
      (best.certainty >= SURE && upright(best)) ||
      (best.characters === 0 && angle === 0 && language === 'chi_sim+eng')
    )
      break;
  }
  return best;
}

function ledger(attempt: Attempt, ownCharacters: number): { state: PageState; reason: string | null } {
  const percent = Math.round(attempt.certainty * 100);
  if (attempt.characters === 0 && ownCharacters === 0)
    return { state: 'empty', reason: 'Text recognition found no text on this page.' };
  if (attempt.characters === 0) return { state: 'text', reason: null };
  if (attempt.certainty < RELIABLE)
    return {
      state: 'unreliable',
      reason: `Text recognition is unsure of this page (mean certainty ${percent} %).`,
    };
  return { state: 'ocr', reason: `The text was recognised from a picture (mean certainty ${percent} %).` };
}

export async function recognise(input: WorkerInput<'recognise'>): Promise<PackedPage> {
  const started = performance.now();
  const facts = await documentFacts(input);
  const [frame, label] = [await facts.frame(input.page), await facts.label(input.page)];
  const best = await bestAttempt(input, dpiWithin(RECOGNITION_DPI, frame));
  if (best === null) return packPage(failedLayout(input.page, frame, label, REASONS.failed));
  // What is stored in a garbled page is no text; what is recognised stands for it.
  const garbled = best.page.complexity?.isGarbled === true;
  const page = garbled ? { ...best.page, textItems: recognised(best.page) } : best.page;
  const own = page.textItems.reduce((sum, item) => sum + (item.confidence === undefined ? size(item) : 0), 0);
  return packPage(
    pageLayout({
      main: { page, angle: best.angle },
      others: [],
      frame,
      label: best.page.pageLabel ?? label,
      ...ledger(best, own),
      milliseconds: performance.now() - started,
    }),
  );
}
