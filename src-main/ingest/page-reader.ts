/**
 * Reads pages in processes that are bounded from outside. In: a path and page numbers. Out: packed
 * pages, one for every page asked: what a page costs too much or crashes on becomes its ledger state.
 */
import { CarrelError } from '../domain/errors.ts';
import { packPage, type PackedPage } from '../domain/packing.ts';
import type { ProcessSpawner } from '../domain/ports/process.ts';
import type { PageBatch, PageReader } from '../domain/ports/reader.ts';
import type { Scheduler, WorkKind } from '../domain/ports/scheduler.ts';
import { failedLayout } from './layout/failed.ts';
import { unpackedTessdata } from './ocr-data.ts';
import type { FileTarget, WorkerCallName, WorkerInput, WorkerOutput } from './workers/protocol.ts';
import { createWorkerPool, type WorkerPool } from './workers/worker-pool.ts';
import { WorkerFailure, type Budget, type FailureReason } from './workers/worker-process.ts';

export interface ReaderBudgets {
  /** Processor seconds of a batch before its pages are read one by one. */
  readonly batchSeconds: number;
  /** Processor seconds that one page may take. */
  readonly pageSeconds: number;
  /** Processor seconds of text recognition of one page, all turns and languages together. */
  readonly recogniseSeconds: number;
  readonly assembleSeconds: number;
  /** Resident bytes of a worker during any call. */
  readonly residentBytes: number;
}

/**
 * A batch of ten pages takes 0.1 s and 158 MB (measured); the slowest honest pages seen took
 * 2 s. A page that grows by 160 MB a second is stopped before 1.2 GB.
 */
export const DEFAULT_BUDGETS: ReaderBudgets = {
  batchSeconds: 8,
  pageSeconds: 10,
  recogniseSeconds: 90,
  assembleSeconds: 120,
  residentBytes: 900 * 1024 * 1024,
};

export interface PageReaderOptions {
  readonly spawner: ProcessSpawner;
  readonly scheduler: Scheduler;
  /** Processes at most; one per core is enough. */
  readonly workers: number;
  /** Folder of `LANGUAGE.traineddata` or `.traineddata.gz`, or of the @tesseract.js-data packages. */
  readonly tessdata: string;
  /** Folder for the uncompressed language data. */
  readonly cache: string;
  readonly budgets?: Partial<ReaderBudgets>;
}

const COSTLY = 'This page needs more time or memory than one page may take, so it was left out.';
const CRASHED = 'The page reader stopped twice on this page, so it was left out.';

function costly(reason: FailureReason): boolean {
  return reason === 'time' || reason === 'memory';
}

/** A whole document that costs too much or crashes the reader, as the error a person sees. */
function documentFailure(failure: WorkerFailure): CarrelError {
  return costly(failure.reason)
    ? new CarrelError(
        'pageTooCostly',
        'This file needs more time or memory than Carrel allows one file. Save it anew with another program and try again.',
        { detail: failure.message },
      )
    : new CarrelError(
        'readerCrashed',
        'The page reader stopped on this file twice. Save it anew with another program and try again.',
        { detail: failure.message, retryable: true },
      );
}

export function createPageReader(options: PageReaderOptions): PageReader {
  const { spawner, scheduler } = options;
  const budgets = { ...DEFAULT_BUDGETS, ...options.budgets };
  const readers = createWorkerPool(spawner, Math.max(1, options.workers));
  // A person waits for a picture: it has a process of its own and does not queue behind batches.
  const painters = createWorkerPool(spawner, 1);
  const budget = (seconds: number): Budget => ({ seconds, residentBytes: budgets.residentBytes });
  let tessdata: Promise<string> | null = null;

  /** One call under a lease of one core. */
  async function leased<Name extends WorkerCallName>(
    pool: WorkerPool,
    kind: WorkKind,
    name: Name,
    input: WorkerInput<Name>,
    seconds: number,
    signal: AbortSignal,
  ): Promise<WorkerOutput<Name>> {
    const lease = await scheduler.acquire(kind, 1, signal);
    try {
      return await pool.call(name, input, budget(seconds), signal);
    } finally {
      lease.release();
    }
  }

  /** The same, once more after a crash; a broken budget is not tried again. */
  async function twice<Name extends WorkerCallName>(
    kind: WorkKind,
    name: Name,
    input: WorkerInput<Name>,
    seconds: number,
    signal: AbortSignal,
  ): Promise<WorkerOutput<Name>> {
    try {
      return await leased(readers, kind, name, input, seconds, signal);
    } catch (thrown) {
      if (!(thrown instanceof WorkerFailure) || costly(thrown.reason)) throw thrown;
      return leased(readers, kind, name, input, seconds, signal);
    }
  }

  async function wholeFile<Name extends WorkerCallName>(
    name: Name,
    input: WorkerInput<Name>,
    seconds: number,
    signal: AbortSignal,
  ): Promise<WorkerOutput<Name>> {
    try {
      return await twice('read', name, input, seconds, signal);
    } catch (thrown) {
      throw thrown instanceof WorkerFailure ? documentFailure(thrown) : thrown;
    }
  }

  /** Size and label come from a worker; where even that fails, the page is there without them. */
  async function failedPage(
    target: FileTarget,
    page: number,
    failure: WorkerFailure,
    signal: AbortSignal,
  ): Promise<PackedPage> {
    const reason = costly(failure.reason) ? COSTLY : CRASHED;
    const unknown = packPage(failedLayout(page, null, null, reason));
    try {
      const input = { ...target, pages: [page], reason };
      const [described] = await twice('read', 'describeFailed', input, budgets.pageSeconds, signal);
      return described ?? unknown;
    } catch (thrown) {
      if (thrown instanceof WorkerFailure) return unknown;
      throw thrown;
    }
  }

  async function single(target: FileTarget, page: number, signal: AbortSignal): Promise<PageBatch> {
    try {
      return await twice('read', 'read', { ...target, pages: [page] }, budgets.pageSeconds, signal);
    } catch (thrown) {
      if (!(thrown instanceof WorkerFailure)) throw thrown;
      return { pageCount: 0, pages: [await failedPage(target, page, thrown, signal)] };
    }
  }

  return {
    open(path, password, signal) {
      return wholeFile('open', { path, password }, budgets.pageSeconds, signal);
    },

    async readPages(path, password, pages, signal) {
      const target = { path, password };
      if (pages.length === 1 && pages[0] !== undefined) return single(target, pages[0], signal);
      try {
        return await leased(readers, 'read', 'read', { ...target, pages }, budgets.batchSeconds, signal);
      } catch (thrown) {
        if (!(thrown instanceof WorkerFailure)) throw thrown;
      }
      const done: PackedPage[] = [];
      let pageCount = 0;
      for (const page of pages) {
        const batch = await single(target, page, signal);
        done.push(...batch.pages);
        pageCount = Math.max(pageCount, batch.pageCount);
      }
      return { pageCount, pages: done };
    },

    async recognisePages(path, password, pages, signal) {
      const target = { path, password };
      tessdata ??= unpackedTessdata(options.tessdata, options.cache);
      const folder = await tessdata.catch((thrown: unknown) => {
        tessdata = null;
        throw thrown;
      });
      const done: PackedPage[] = [];
      for (const page of pages) {
        try {
          const input = { ...target, page, tessdata: folder };
          done.push(await twice('ocr', 'recognise', input, budgets.recogniseSeconds, signal));
        } catch (thrown) {
          if (!(thrown instanceof WorkerFailure)) throw thrown;
          done.push(await failedPage(target, page, thrown, signal));
        }
      }
      return { pageCount: 0, pages: done };
    },

    assemble(document, path, password, pages, signal) {
      return wholeFile('assemble', { document, path, password, pages }, budgets.assembleSeconds, signal);
    },

    async picture(request, signal) {
      try {
        return await leased(painters, 'question', 'picture', request, budgets.pageSeconds, signal);
      } catch (thrown) {
        throw thrown instanceof WorkerFailure ? documentFailure(thrown) : thrown;
      }
    },

    get statistics() {
      return {
        replaced: readers.replaced + painters.replaced,
        peakBytes: Math.max(readers.peakBytes, painters.peakBytes),
      };
    },

    close() {
      readers.close();
      painters.close();
      return Promise.resolve();
    },
  };
}
