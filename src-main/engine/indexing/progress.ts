/** Counts what indexing did. In: ticks of work. Out: the progress that hosts show, 5 times a second at most. */
import { basename } from 'node:path';
import type { IndexProgress } from '../../../src-preload/contract/library.ts';

type State = IndexProgress['state'];

const RATE_WINDOW_MILLISECONDS = 60_000;
/** Before this the rate says more about the start than about the work. */
const RATE_AFTER_MILLISECONDS = 2_000;
const REPORT_INTERVAL_MILLISECONDS = 200;

export interface ProgressMeter {
  /** Pages done since the engine started; never reset. */
  readonly pagesRead: number;
  set(state: State): void;
  current(path: string | null, page: number | null): void;
  /** A document waits for work; its pages are known once it was opened. */
  documentAdded(): void;
  pagesKnown(pages: number): void;
  pagesDone(pages: number): void;
  documentDone(): void;
  problem(): void;
  withoutVectors(fragments: number): void;
  /** Everything is done: the next document begins a new count. */
  reset(): void;
  snapshot(): IndexProgress;
  /** Sends the last state and stops the timer. */
  close(): void;
}

const NOTHING = {
  pagesDone: 0,
  pagesTotal: 0,
  documentsDone: 0,
  documentsOpened: 0,
  documentsTotal: 0,
  problems: 0,
};

export function createProgressMeter(report: (progress: IndexProgress) => void): ProgressMeter {
  let counts = { ...NOTHING };
  let state: State = 'idle';
  let current: IndexProgress['current'] = null;
  let vectors = 0;
  let pagesRead = 0;
  let ticks: { at: number; pages: number }[] = [];
  let started = performance.now();
  let timer: NodeJS.Timeout | null = null;
  let reported = 0;

  function rate(): number | null {
    const now = performance.now();
    ticks = ticks.filter((tick) => now - tick.at < RATE_WINDOW_MILLISECONDS);
    const span = Math.min(now - started, RATE_WINDOW_MILLISECONDS);
    if (span < RATE_AFTER_MILLISECONDS || ticks.length === 0) return null;
    return (ticks.reduce((sum, tick) => sum + tick.pages, 0) * 1000) / span;
  }

  /** Documents not opened yet count with the average length of those that were. */
  function expectedPages(): number {
    const waiting = Math.max(0, counts.documentsTotal - counts.documentsOpened);
    const average = counts.documentsOpened === 0 ? 0 : counts.pagesTotal / counts.documentsOpened;
    return counts.pagesTotal + Math.round(waiting * average);
  }

  function snapshot(): IndexProgress {
    const pagesPerSecond = state === 'idle' ? null : rate();
    const total = expectedPages();
    const left = Math.max(0, total - counts.pagesDone);
    return {
      state,
      current,
      pagesDone: counts.pagesDone,
      pagesTotal: total,
      documentsDone: counts.documentsDone,
      documentsTotal: counts.documentsTotal,
      fragmentsWithoutVectors: vectors,
      pagesPerSecond,
      secondsLeft: pagesPerSecond === null || left === 0 ? null : left / pagesPerSecond,
      problems: counts.problems,
    };
  }

  function send(): void {
    timer = null;
    reported = performance.now();
    report(snapshot());
  }

  function changed(): void {
    if (timer !== null) return;
    const wait = Math.max(0, REPORT_INTERVAL_MILLISECONDS - (performance.now() - reported));
    timer = setTimeout(send, wait);
    timer.unref();
  }

  return {
    get pagesRead() {
      return pagesRead;
    },
    set(next) {
      if (state === next) return;
      if (state === 'idle') started = performance.now();
      state = next;
      changed();
    },
    current(path, page) {
      current = path === null ? null : { name: basename(path), page };
      changed();
    },
    documentAdded() {
      counts.documentsTotal += 1;
      changed();
    },
    pagesKnown(pages) {
      counts.documentsOpened += 1;
      counts.pagesTotal += pages;
      changed();
    },
    pagesDone(pages) {
      counts.pagesDone += pages;
      pagesRead += pages;
      ticks.push({ at: performance.now(), pages });
      changed();
    },
    documentDone() {
      counts.documentsDone += 1;
      changed();
    },
    problem() {
      counts.problems += 1;
      changed();
    },
    withoutVectors(fragments) {
      vectors = fragments;
      changed();
    },
    reset() {
      counts = { ...NOTHING };
      current = null;
      ticks = [];
      changed();
    },
    snapshot,
    close() {
      if (timer === null) return;
      clearTimeout(timer);
      send();
    },
  };
}
