/**
 * Reads one document to its next generation. In: a document and where it stands. Out: pages staged
 * batch by batch, then published; what is staged already is not read again.
 */
import { stat } from 'node:fs/promises';
import { CarrelError } from '../../domain/errors.ts';
import type { PackedPage } from '../../domain/packing.ts';
import type { DocumentWork } from '../../domain/ports/index-store.ts';
import type { IndexerDeps } from './deps.ts';
import type { Gate } from './gate.ts';
import type { Passwords } from './passwords.ts';
import type { ProgressMeter } from './progress.ts';

/** LiteParse's memory and speed are best in batches of about ten pages (measured). */
const PAGES_PER_BATCH = 10;
/** Recognised pages become searchable after so many, since a long scan takes minutes. */
const PAGES_PER_GENERATION = 20;

export interface DocumentTools {
  readonly deps: IndexerDeps;
  readonly passwords: Passwords;
  readonly meter: ProgressMeter;
  readonly gate: Gate;
}

interface OpenFile {
  readonly path: string;
  readonly modified: number;
  readonly password: string | undefined;
  readonly pageCount: number;
}

const changed = (path: string): CarrelError =>
  new CarrelError('fileChanged', `${path} changed while it was read. Index its folder again.`, {
    retryable: true,
  });

/** The first path that still holds a file of the document's size. */
async function presentPath(
  { deps }: DocumentTools,
  work: DocumentWork,
): Promise<{ path: string; modified: number }> {
  const paths = [work.path, ...(await deps.library.pathsOf(work.document))];
  for (const path of new Set(paths)) {
    const status = await stat(path).catch(() => null);
    if (status?.size === work.bytes) return { path, modified: status.mtimeMs };
  }
  throw changed(work.path);
}

/** Opens without a password first: an owner's password alone keeps nobody from reading. */
async function openFile(tools: DocumentTools, work: DocumentWork, signal: AbortSignal): Promise<OpenFile> {
  const { deps, passwords } = tools;
  const { path, modified } = await presentPath(tools, work);
  const tries: (string | undefined)[] = [undefined, ...passwords.candidates(work.document)];
  let failure: unknown = null;
  for (const password of tries) {
    try {
      const { pageCount } = await deps.reader.open(path, password, signal);
      if (password !== undefined) passwords.set(work.document, password);
      if (pageCount < 1)
        throw new CarrelError('damagedPdf', 'This PDF has no pages. Get a fresh copy and index again.');
      return { path, modified, password, pageCount };
    } catch (thrown) {
      const code = thrown instanceof CarrelError ? thrown.code : null;
      if (code !== 'passwordNeeded' && code !== 'wrongPassword') throw thrown;
      failure ??= thrown;
    }
  }
  throw failure;
}

/** Runs `lanes` batches at a time; the scheduler decides how many really compute. */
async function inLanes<Item>(
  items: readonly Item[],
  lanes: number,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const lane = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
}

function batches(pages: readonly number[]): number[][] {
  const cut: number[][] = [];
  for (let at = 0; at < pages.length; at += PAGES_PER_BATCH) cut.push(pages.slice(at, at + PAGES_PER_BATCH));
  return cut;
}

async function publish(
  { deps }: DocumentTools,
  work: DocumentWork,
  file: OpenFile,
  signal: AbortSignal,
): Promise<readonly PackedPage[]> {
  const pages = await deps.store.packedPages(work.document);
  const content = await deps.reader.assemble(work.document, file.path, file.password, pages, signal);
  const status = await stat(file.path).catch(() => null);
  if (status?.mtimeMs !== file.modified) throw changed(file.path);
  signal.throwIfAborted();
  await deps.store.publish(work.document, content);
  return pages;
}

/**
 * Throws CarrelError: those of the page reader, fileChanged, diskFull, and `pageTooCostly` or
 * `readerCrashed` after publication when not one page could be read.
 */
export async function readDocument(
  tools: DocumentTools,
  work: DocumentWork,
  signal: AbortSignal,
): Promise<void> {
  const { deps, meter } = tools;
  const file = await openFile(tools, work, signal);
  const done = new Set(work.pagesDone);
  const missing = Array.from({ length: file.pageCount }, (_, index) => index + 1).filter(
    (page) => !done.has(page),
  );
  meter.pagesKnown(missing.length);
  const lanes = new AbortController();
  const both = AbortSignal.any([signal, lanes.signal]);
  try {
    await inLanes(batches(missing), deps.scheduler.cores, async (pages) => {
      await tools.gate.open(both);
      meter.current(file.path, pages[0] ?? null);
      const batch = await deps.reader.readPages(file.path, file.password, pages, both);
      await deps.store.stagePages(work.document, file.pageCount, batch.pages);
      meter.pagesDone(batch.pages.length);
    });
  } catch (thrown) {
    // One lane failed: the other stops too, before the failure is acted on.
    lanes.abort(thrown);
    throw thrown;
  }
  const pages = await publish(tools, work, file, signal);
  if (pages.every((page) => page.state === 'failed')) throw nothingRead(pages);
}

function nothingRead(pages: readonly PackedPage[]): CarrelError {
  const costly = pages.some((page) => page.reason?.includes('time or memory') === true);
  return new CarrelError(
    costly ? 'pageTooCostly' : 'readerCrashed',
    costly
      ? 'Every page of this file needs more time or memory than one page may take. Save it anew with another program and index again.'
      : 'No page of this file could be read. Get a fresh copy and index again.',
  );
}

/** Recognises the pending pages of a published document and publishes further generations. */
export async function recogniseDocument(
  tools: DocumentTools,
  work: DocumentWork,
  signal: AbortSignal,
): Promise<void> {
  const { deps, meter } = tools;
  const file = await openFile(tools, work, signal);
  meter.pagesKnown(work.pagesPending.length);
  const queue = [...work.pagesPending];
  while (queue.length > 0) {
    const pages = queue.splice(0, PAGES_PER_GENERATION);
    const last = pages.at(-1);
    await inLanes(pages, deps.scheduler.cores, async (page) => {
      await tools.gate.open(signal);
      meter.current(file.path, page);
      const batch = await deps.reader.recognisePages(file.path, file.password, [page], signal);
      // From the last page on the document counts as being read until it is published: a stop in
      // between must not leave recognised pages that no generation holds.
      if (page === last) await deps.store.setState(work.document, 'reading', null);
      await deps.store.stagePages(work.document, file.pageCount, batch.pages);
      meter.pagesDone(batch.pages.length);
    });
    await publish(tools, work, file, signal);
  }
}
