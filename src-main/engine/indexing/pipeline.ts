/**
 * The queue of documents to read and to recognise. In: ids. Out: each read, published and, where
 * pages are pictures, recognised; failures become states of the document, a full disk stops it all.
 */
import { CarrelError, toCarrelError } from '../../domain/errors.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { DocumentState } from '../../domain/library.ts';
import { readDocument, recogniseDocument, type DocumentTools } from './read-document.ts';

/** An unexpected failure is tried once more; then the document is failed until a person asks again. */
const ATTEMPTS = 2;

export interface Pipeline {
  /** Unknown or finished documents are passed over when their turn comes. */
  add(documents: readonly DocumentId[]): void;
  /** Takes documents out; resolves when those being read have stopped, within 2 s. */
  drop(documents: readonly DocumentId[]): Promise<void>;
  pause(): void;
  resume(): void;
  /** Stops everything that runs and forgets the queue; what is staged stays. */
  cancel(): Promise<void>;
  readonly busy: boolean;
  readonly paused: boolean;
  /** Resolves when nothing is queued or running; rejects when the disk is full or all was cancelled. */
  idle(): Promise<void>;
}

export interface PipelineHooks {
  /** A document reached a state that a person sees. */
  onSettled(document: DocumentId): void;
  onPublished(document: DocumentId): void;
  /** The disk is full: the pipeline paused itself. */
  onDiskFull(error: CarrelError): void;
}

interface Waiter {
  resolve(): void;
  reject(error: CarrelError): void;
}

/** Codes that leave the document waiting: the next scan decides what its file holds. */
const LEFT_WAITING = new Set(['fileChanged', 'pathNotFound', 'cancelled', 'notFound']);

function outOfSpace(thrown: unknown): boolean {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
  return code === 'diskFull' || code === 'ENOSPC';
}

export function createPipeline(tools: DocumentTools, hooks: PipelineHooks): Pipeline {
  const { deps, meter, gate } = tools;
  const toRead = new Set<DocumentId>();
  const toRecognise = new Set<DocumentId>();
  const running = new Map<DocumentId, { readonly stop: AbortController; readonly done: Promise<void> }>();
  const attempts = new Map<DocumentId, number>();
  let waiters: Waiter[] = [];
  let recognitionMissing = false;

  const busy = (): boolean => toRead.size + toRecognise.size + running.size > 0;

  function settleWaiters(error: CarrelError | null): void {
    const settled = waiters;
    waiters = [];
    for (const waiter of settled) {
      if (error === null) waiter.resolve();
      else waiter.reject(error);
    }
  }

  /** The first that is not being worked on: one asked for again waits for its own end. */
  function nextOf(queue: ReadonlySet<DocumentId>): DocumentId | undefined {
    for (const document of queue) if (!running.has(document)) return document;
    return undefined;
  }

  function pump(): void {
    while (!gate.closed && running.size < deps.scheduler.cores) {
      const next = nextOf(toRead) ?? nextOf(toRecognise);
      if (next === undefined) break;
      toRead.delete(next);
      toRecognise.delete(next);
      const stop = new AbortController();
      const done = work(next, stop.signal).finally(() => {
        running.delete(next);
        pump();
      });
      running.set(next, { stop, done });
    }
    if (!busy()) settleWaiters(null);
  }

  async function work(document: DocumentId, signal: AbortSignal): Promise<void> {
    try {
      const found = await deps.store.documentWork(document);
      if (found === null) return;
      if (found.state === 'waiting' || found.state === 'reading') {
        meter.set('reading');
        await readDocument(tools, found, signal);
        attempts.delete(document);
        hooks.onPublished(document);
        await queueRecognition(document);
      } else if (found.state === 'ready' && found.pagesPending.length > 0 && !recognitionMissing) {
        meter.set('recognising');
        await recogniseDocument(tools, found, signal);
        hooks.onPublished(document);
      } else return;
      meter.documentDone();
      hooks.onSettled(document);
    } catch (thrown) {
      await failed(document, thrown, signal);
    }
  }

  async function queueRecognition(document: DocumentId): Promise<void> {
    const now = await deps.store.documentWork(document);
    if (now === null || now.pagesPending.length === 0 || recognitionMissing) return;
    toRecognise.add(document);
    meter.documentAdded();
  }

  async function failed(document: DocumentId, thrown: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    if (outOfSpace(thrown)) {
      stopForSpace(document, thrown);
      return;
    }
    const error = toCarrelError(thrown);
    if (error.code === 'ocrLanguageMissing') {
      recognitionMissing = true;
      toRecognise.clear();
      deps.onNotice({ code: error.code, message: error.message });
      return;
    }
    meter.documentDone();
    if (LEFT_WAITING.has(error.code)) {
      hooks.onSettled(document);
      return;
    }
    const tried = (attempts.get(document) ?? 0) + 1;
    attempts.set(document, tried);
    if (error.code === 'internal' && tried < ATTEMPTS) {
      toRead.add(document);
      meter.documentAdded();
      return;
    }
    attempts.delete(document);
    await settle(document, error);
  }

  async function settle(document: DocumentId, error: CarrelError): Promise<void> {
    const protectedFile = error.code === 'passwordNeeded' || error.code === 'wrongPassword';
    const state: DocumentState = protectedFile ? 'passwordNeeded' : 'failed';
    meter.problem();
    try {
      await deps.store.setState(document, state, { code: error.code, message: error.message });
      hooks.onSettled(document);
    } catch (thrown) {
      if (outOfSpace(thrown)) stopForSpace(document, thrown);
    }
  }

  function stopForSpace(document: DocumentId, thrown: unknown): void {
    toRead.add(document);
    gate.pause();
    const error =
      thrown instanceof CarrelError
        ? thrown
        : new CarrelError('diskFull', 'The disk is full. Free some space and continue indexing.', {
            retryable: true,
            cause: thrown,
          });
    hooks.onDiskFull(error);
    settleWaiters(error);
  }

  async function stopRunning(documents: Iterable<DocumentId>): Promise<void> {
    const stopped = [...documents].flatMap((document) => running.get(document) ?? []);
    const reason = new CarrelError('cancelled', 'Indexing was stopped. What was read so far is kept.');
    for (const { stop } of stopped) stop.abort(reason);
    await Promise.allSettled(stopped.map(({ done }) => done));
  }

  return {
    add(documents) {
      for (const document of documents) {
        if (toRead.has(document) || running.has(document)) continue;
        toRead.add(document);
        meter.documentAdded();
      }
      pump();
    },
    async drop(documents) {
      for (const document of documents) {
        toRead.delete(document);
        toRecognise.delete(document);
      }
      await stopRunning(documents);
      pump();
    },
    pause: () => gate.pause(),
    resume() {
      gate.resume();
      pump();
    },
    async cancel() {
      toRead.clear();
      toRecognise.clear();
      settleWaiters(new CarrelError('cancelled', 'Indexing was stopped. What was read so far is kept.'));
      await stopRunning([...running.keys()]);
    },
    get busy() {
      return busy();
    },
    get paused() {
      return gate.closed;
    },
    idle() {
      if (!busy()) return Promise.resolve();
      return new Promise((resolve, reject) => waiters.push({ resolve, reject }));
    },
  };
}
