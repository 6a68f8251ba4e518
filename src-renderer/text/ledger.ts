/**
 * The page ledger as shapes. In: one letter per page. Out: runs of one state, and where each run
 * stands in a strip, none that matters too narrow to be seen.
 */
import type { WirePageState } from '../../src-preload/contract/shapes.ts';
import { count, plural } from './format.ts';

const LETTERS: Readonly<Record<string, WirePageState>> = {
  t: 'text',
  o: 'ocr',
  u: 'unreliable',
  e: 'empty',
  f: 'failed',
  p: 'pending',
};

export const STATE_WORDS: Readonly<Record<WirePageState, string>> = {
  text: 'text',
  ocr: 'OCR',
  unreliable: 'unreliable',
  empty: 'empty',
  failed: 'failed',
  pending: 'waiting',
};

/** Pages `from` to `to` (1-based, both included) in one state. */
export interface LedgerRun {
  readonly state: WirePageState;
  readonly from: number;
  readonly to: number;
}

/** State of one letter; an unknown one is a page that waits. */
export function stateOfLetter(letter: string): WirePageState {
  return LETTERS[letter] ?? 'pending';
}

/** Joins neighbouring pages of one state. */
export function ledgerRuns(ledger: string): LedgerRun[] {
  const runs: { state: WirePageState; from: number; to: number }[] = [];
  for (let page = 1; page <= ledger.length; page += 1) {
    const state = stateOfLetter(ledger.charAt(page - 1));
    const last = runs.at(-1);
    if (last?.state === state) last.to = page;
    else runs.push({ state, from: page, to: page });
  }
  return runs;
}

/** Narrowest run of a state that a person must see, in pixels (design README, Page ledger). */
const LEAST = 3;
const SEEN: ReadonlySet<WirePageState> = new Set(['failed', 'unreliable', 'empty']);

export interface LedgerSpan extends LedgerRun {
  readonly x: number;
  readonly width: number;
}

/**
 * Places runs in a strip of `width` pixels. Failed, unreliable and empty runs get at least 3 px,
 * taken from the others; where they alone would not fit, all shrink alike.
 */
export function ledgerSpans(ledger: string, width: number): LedgerSpan[] {
  const runs = ledgerRuns(ledger);
  const pages = Math.max(1, ledger.length);
  const natural = runs.map((run) => ((run.to - run.from + 1) / pages) * width);
  const least = (index: number): number => {
    const run = runs[index];
    return run && SEEN.has(run.state) ? Math.max(LEAST, natural[index] ?? 0) : 0;
  };
  const kept = runs.reduce((sum, _, index) => sum + least(index), 0);
  const others = runs.reduce((sum, _, index) => sum + (least(index) ? 0 : (natural[index] ?? 0)), 0);
  const othersScale = others > 0 ? Math.max(0, width - kept) / others : 0;
  const keptScale = kept > width ? width / kept : 1;
  let x = 0;
  return runs.map((run, index) => {
    const own = least(index) ? least(index) * keptScale : (natural[index] ?? 0) * othersScale;
    const span = { ...run, x, width: own };
    x += own;
    return span;
  });
}

/** The strip in a sentence: "96 pages: 92 text, 3 OCR, 1 failed". */
export function ledgerSentence(ledger: string): string {
  const counts = new Map<WirePageState, number>();
  for (const letter of ledger) {
    const state = stateOfLetter(letter);
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  const parts = [...counts].map(([state, pages]) => `${count(pages)} ${STATE_WORDS[state]}`);
  return `${plural(ledger.length, 'page')}: ${parts.join(', ')}`;
}
