/**
 * Keeps the library as the person's folders are. In: folders, files, passwords. Out: documents read,
 * published, recognised, embedded and related, with progress; everything resumes where it stopped.
 */
import { resolve } from 'node:path';
import type { IndexProgress, IndexSummary } from '../../../src-preload/contract/library.ts';
import { CarrelError, toCarrelError } from '../../domain/errors.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { Root } from '../../domain/ports/index-store.ts';
import type { IndexerDeps } from './deps.ts';
import { createEnricher } from './enrich.ts';
import { createGate } from './gate.ts';
import { createPasswords } from './passwords.ts';
import { createPipeline } from './pipeline.ts';
import { createProgressMeter } from './progress.ts';
import { chooseRoots, under } from './roots.ts';
import { scanRoot, type RootScan } from './scan.ts';
import { summarise } from './summary.ts';

export interface IndexRequest {
  /** Files and folders; none means the collection's folders again. */
  readonly paths: readonly string[];
  readonly collection: string;
  /** Tried for every protected file of this call. */
  readonly passwords: readonly string[];
}

export interface Indexer {
  /** Resolves when everything is indexed. Throws pathNotFound, pathForbidden, diskFull, cancelled. */
  index(request: IndexRequest, signal: AbortSignal): Promise<IndexSummary>;
  /** Resolves when the paths are accepted. Throws pathNotFound. */
  add(request: { readonly paths: readonly string[]; readonly collection: string }): Promise<void>;
  /** Takes folders, files or a collection out; the number of documents that left the library. */
  remove(request: {
    readonly paths: readonly string[];
    readonly collection?: string | undefined;
  }): Promise<number>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Stops all work within 2 s; what was read is kept, the rest waits for the next `index` or start. */
  cancel(): Promise<void>;
  readAgain(documents: readonly DocumentId[], password?: string): Promise<void>;
  /** At the engine's start: looks at all folders again and goes on with interrupted work. */
  reconcile(): Promise<void>;
  progress(): IndexProgress;
  /** The password that opened the document, if one was needed. */
  passwordOf(document: DocumentId): string | undefined;
  close(): Promise<void>;
}

/** Everything that is unfinished; a library of 100,000 documents is far below. */
const ALL_WORK = 1_000_000;
const CHANGE_INTERVAL_MILLISECONDS = 500;

const STOPPED = 'Indexing was stopped. What was read so far is kept.';

export function createIndexer(deps: IndexerDeps): Indexer {
  const { store, library } = deps;
  const passwords = createPasswords();
  const meter = createProgressMeter((progress) => deps.onProgress(progress));
  const changedCollections = new Set<string>();
  let changeTimer: NodeJS.Timeout | null = null;
  let closed = false;
  let scanning: Promise<unknown> = Promise.resolve();
  let scans = 0;
  let session = new AbortController();

  function changed(collections: Iterable<string>): void {
    for (const collection of collections) changedCollections.add(collection);
    if (changeTimer !== null || closed) return;
    changeTimer = setTimeout(() => {
      changeTimer = null;
      const names = [...changedCollections];
      changedCollections.clear();
      if (!closed) deps.onChange(names);
    }, CHANGE_INTERVAL_MILLISECONDS);
  }

  async function documentChanged(document: DocumentId): Promise<void> {
    if (closed) return;
    const record = await library.document(document).catch(() => null);
    changed(record?.collections ?? []);
  }

  function settleState(): void {
    if (pipeline.paused && pipeline.busy) meter.set('paused');
    else if (pipeline.busy || enricher.busy || scans > 0) return;
    else {
      meter.set('idle');
      meter.reset();
    }
  }

  const pipeline = createPipeline(
    { deps, passwords, meter, gate: createGate() },
    {
      onSettled(document) {
        void documentChanged(document);
        if (!pipeline.busy) enricher.wake();
      },
      onPublished: () => enricher.wake(),
      onDiskFull(error) {
        enricher.pause();
        meter.set('paused');
        deps.onNotice({ code: error.code, message: error.message });
      },
    },
  );
  const enricher = createEnricher(deps, meter, {
    reading: () => pipeline.busy && !pipeline.paused,
    onKnowledge: (document) => void documentChanged(document),
    onIdle: settleState,
  });

  /** Scans one after the other: two looks at one folder must not cross. */
  async function scanned<Result>(scan: () => Promise<Result>): Promise<Result> {
    const before = scanning;
    const mine = before.then(async () => {
      scans += 1;
      if (!pipeline.busy) meter.set('scanning');
      try {
        return await scan();
      } finally {
        scans -= 1;
      }
    });
    scanning = mine.catch(() => undefined);
    return mine;
  }

  async function scanRoots(
    roots: readonly Root[],
    signal: AbortSignal,
    onAdded: (documents: readonly DocumentId[]) => void,
    onUnreachable: (root: Root, error: CarrelError) => void,
  ): Promise<RootScan[]> {
    const done: RootScan[] = [];
    for (const root of roots) {
      try {
        const hooks = {
          onAdded(documents: readonly DocumentId[]) {
            onAdded(documents);
            pipeline.add(documents);
            changed([root.collection]);
          },
          onSeen: () => meter.current(root.path, null),
        };
        const scan = await scanRoot(store, root, hooks, signal);
        if (scan.gone.length > 0 || scan.files.some((file) => !file.unchanged)) changed([root.collection]);
        done.push(scan);
      } catch (thrown) {
        signal.throwIfAborted();
        const error = toCarrelError(thrown);
        if (error.code !== 'pathNotFound' && error.code !== 'pathForbidden') throw error;
        onUnreachable(root, error);
      }
    }
    return done;
  }

  async function dropUnheld(): Promise<number> {
    const { removed } = await store.removeUnheld();
    await pipeline.drop(removed);
    return removed.length;
  }

  /** All that must be finished before a call is: reading, recognition, vectors, knowledge. */
  async function finished(): Promise<void> {
    do {
      await pipeline.idle();
      enricher.wake();
      await enricher.idle();
    } while (pipeline.busy);
    settleState();
  }

  /** Documents that passwords or a mended disk may open now. */
  async function retryable(documents: Iterable<DocumentId>, withPasswords: boolean): Promise<DocumentId[]> {
    const again: DocumentId[] = [];
    for (const document of new Set(documents)) {
      const record = await library.document(document);
      const transient = record?.problem?.code === 'pathForbidden';
      if (!(withPasswords && record?.state === 'passwordNeeded') && !transient) continue;
      await store.setState(document, 'waiting', null);
      again.push(document);
    }
    return again;
  }

  async function run(request: IndexRequest, signal: AbortSignal): Promise<IndexSummary> {
    const started = performance.now();
    const pagesBefore = meter.pagesRead;
    const chosen = await chooseRoots(store, request.collection, request.paths);
    const unfinished = new Set<DocumentId>();
    passwords.offer(request.passwords);
    try {
      const found = await scanned(async () => {
        for (const { document } of await store.work(ALL_WORK)) unfinished.add(document);
        const result = await scanRoots(
          chosen.roots,
          signal,
          (documents) => documents.forEach((document) => unfinished.add(document)),
          (_root, error) => {
            throw error;
          },
        );
        if (chosen.covered.length > 0) await store.removeRoots(chosen.covered.map((root) => root.id));
        await dropUnheld();
        return result;
      });
      const documents = found.flatMap((scan) => scan.files.map((file) => file.document));
      const again = await retryable(documents, request.passwords.length > 0);
      for (const document of again) unfinished.add(document);
      pipeline.add(documents.filter((document) => unfinished.has(document)));
      await finished();
      return await summarise(library, {
        collection: request.collection,
        scans: found,
        within: (path) => chosen.paths.some((asked) => under(asked, path)),
        finishedBefore: (document) => !unfinished.has(document),
        seconds: (performance.now() - started) / 1000,
        pagesRead: meter.pagesRead - pagesBefore,
      });
    } finally {
      passwords.withdraw(request.passwords);
    }
  }

  async function cancelAll(): Promise<void> {
    const reason = new CarrelError('cancelled', STOPPED);
    session.abort(reason);
    session = new AbortController();
    await Promise.all([pipeline.cancel(), enricher.cancel()]);
    settleState();
  }

  /** Rejects when the signal is aborted, so that a caller never waits for what was stopped. */
  function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
    return new Promise((resolveWork, reject) => {
      const leave = (): void => reject(signal.reason as Error);
      if (signal.aborted) leave();
      signal.addEventListener('abort', leave, { once: true });
      work.then(resolveWork, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  let calls = 0;

  return {
    async index(request, signal) {
      if (pipeline.paused) await this.resume();
      const both = AbortSignal.any([signal, session.signal]);
      calls += 1;
      const work = run(request, both);
      // A call that was left goes on quietly until its next step sees the signal.
      work.catch(() => undefined);
      try {
        return await untilAborted(work, both);
      } catch (thrown) {
        // Nobody else waits for the work: it stops, and goes on at the next call or start.
        if (signal.aborted && calls === 1) await cancelAll();
        throw thrown;
      } finally {
        calls -= 1;
      }
    },

    async add({ paths, collection }) {
      const chosen = await chooseRoots(store, collection, paths);
      const { signal } = session;
      const work = scanned(async () => {
        await scanRoots(
          chosen.roots,
          signal,
          () => undefined,
          (_root, error) => deps.onNotice({ code: error.code, message: error.message }),
        );
        if (chosen.covered.length > 0) await store.removeRoots(chosen.covered.map((root) => root.id));
        await dropUnheld();
      });
      changed([collection]);
      work.then(finished).catch((thrown: unknown) => {
        const { code, message } = toCarrelError(thrown);
        if (code !== 'cancelled' && code !== 'diskFull') deps.onNotice({ code, message });
      });
    },

    async remove({ paths, collection }) {
      const known = await store.roots(collection);
      const asked = paths.map((path) => resolve(path));
      const whole = known.filter(
        (root) => asked.length === 0 || asked.some((path) => under(path, root.path)),
      );
      const gone = whole.length === 0 ? [] : (await store.removeRoots(whole.map((root) => root.id))).removed;
      let removed = gone.length;
      await pipeline.drop(gone);
      for (const root of known) {
        if (whole.includes(root)) continue;
        const inside = asked.filter((path) => under(root.path, path));
        if (inside.length === 0) continue;
        const files = (await store.knownFiles(root.id)).filter((file) =>
          inside.some((path) => under(path, file.path)),
        );
        const outcome = await store.applyScan(root.id, {
          present: [],
          gone: files.map((file) => file.path),
        });
        await pipeline.drop(outcome.removed);
        removed += outcome.removed.length;
      }
      changed(known.map((root) => root.collection));
      settleState();
      return removed;
    },

    pause() {
      pipeline.pause();
      enricher.pause();
      if (pipeline.busy || enricher.busy) meter.set('paused');
      return Promise.resolve();
    },

    resume() {
      if (pipeline.paused && pipeline.busy) meter.set('reading');
      enricher.resume();
      pipeline.resume();
      enricher.wake();
      return Promise.resolve();
    },

    cancel: cancelAll,

    async readAgain(documents, password) {
      await pipeline.drop(documents);
      for (const document of documents) {
        const record = await library.document(document);
        if (record === null) continue;
        if (password !== undefined) passwords.set(document, password);
        if (record.state === 'ready' || record.state === 'reading') await store.forgetPages(document);
        else await store.setState(document, 'waiting', null);
      }
      pipeline.add(documents);
    },

    async reconcile() {
      const { signal } = session;
      try {
        await scanned(async () => {
          const ignored = (): void => undefined;
          // A folder out of reach (an unplugged drive) keeps all it has.
          await scanRoots(await store.roots(), signal, ignored, ignored);
          await dropUnheld();
        });
        pipeline.add((await store.work(ALL_WORK)).map((work) => work.document));
        await finished();
      } catch (thrown) {
        const error = toCarrelError(thrown);
        if (error.code !== 'cancelled' && error.code !== 'diskFull') throw error;
      }
    },

    progress: () => meter.snapshot(),
    passwordOf: (document) => passwords.of(document),

    async close() {
      await cancelAll();
      closed = true;
      if (changeTimer !== null) clearTimeout(changeTimer);
      meter.close();
    },
  };
}
