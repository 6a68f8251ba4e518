/**
 * Collections, progress and the rows of the documents table. In: calls and events of the engine.
 * Out: only what is on screen, asked for again when the engine says that it changed.
 */
import { create } from 'zustand';
import type { CallOutput } from '../../src-preload/contract/contract.ts';
import type { DocumentSummary, IndexProgress } from '../../src-preload/contract/library.ts';
import type { ContractError } from '../../src-preload/contract/errors.ts';
import { asError, call, on } from '../bridge.ts';
import { onOpen } from './connection.ts';
import { announce, complain } from './notices.ts';

export type CollectionSummary = CallOutput<'library.collections'>['collections'][number];
export type DocumentDetail = CallOutput<'library.document'>;

/** Rows asked for at once; more come when the table is scrolled to its end. */
const ROWS = 200;
/** Least time between two loads while indexing changes the library all the time, in milliseconds. */
const QUIET = 1000;

interface LibraryState {
  /** Null until the first answer of the engine. */
  readonly collections: readonly CollectionSummary[] | null;
  readonly progress: IndexProgress | null;
  readonly filter: { readonly collection: string | null; readonly name: string };
  readonly documents: readonly DocumentSummary[];
  readonly total: number;
  readonly loading: boolean;
  readonly error: ContractError | null;
  /** The document in the inspector. */
  readonly inspected: string | null;
  readonly detail: DocumentDetail | null;
}

export const useLibrary = create<LibraryState>()(() => ({
  collections: null,
  progress: null,
  filter: { collection: null, name: '' },
  documents: [],
  total: 0,
  loading: true,
  error: null,
  inspected: null,
  detail: null,
}));

const { getState, setState } = useLibrary;

async function loadCollections(): Promise<void> {
  try {
    setState({ collections: (await call('library.collections', {})).collections });
  } catch (thrown) {
    setState({ error: asError(thrown) });
  }
}

let turn = 0;

/** Rows from `offset` on; a later load makes the answer of an earlier one void. */
async function loadRows(offset: number, limit: number): Promise<void> {
  const { filter } = getState();
  const mine = ++turn;
  try {
    const { total, documents } = await call('library.documents', {
      offset,
      limit,
      ...(filter.collection === null ? {} : { collection: filter.collection }),
      ...(filter.name.trim() ? { name: filter.name.trim() } : {}),
    });
    if (mine !== turn) return;
    const before = getState().documents.slice(0, offset);
    setState({ documents: [...before, ...documents], total, loading: false, error: null });
  } catch (thrown) {
    if (mine === turn) setState({ loading: false, error: asError(thrown) });
  }
}

/** The same rows again (the contract allows at most 1000 at once). */
function reloadRows(): Promise<void> {
  return loadRows(0, Math.min(Math.max(getState().documents.length, ROWS), 1000));
}

/** The next rows, when the end of the table comes into view. */
export function loadMoreDocuments(): void {
  const { documents, total, loading } = getState();
  if (loading || documents.length >= total) return;
  setState({ loading: true });
  void loadRows(documents.length, ROWS);
}

/** Shows the documents of a collection (null: of all) whose name contains `name`. */
export function filterDocuments(filter: { collection: string | null; name: string }): void {
  setState({ filter, loading: true, documents: [] });
  void loadRows(0, ROWS);
}

async function loadDetail(): Promise<void> {
  const document = getState().inspected;
  if (!document) return;
  try {
    const detail = await call('library.document', { document });
    if (getState().inspected === document) setState({ detail });
  } catch {
    if (getState().inspected === document) setState({ inspected: null, detail: null });
  }
}

/** Puts a document (by id) into the inspector, or shuts it. */
export function inspect(document: string | null): void {
  setState({ inspected: document, ...(document === getState().detail?.id ? {} : { detail: null }) });
  void loadDetail();
}

/** Adds folders or files by absolute path. True when they were accepted. */
export async function addPaths(paths: readonly string[], collection: string): Promise<boolean> {
  try {
    await call('library.add', { paths: [...paths], collection });
    announce(`Reading into ${collection} has begun.`);
    await reload();
    return true;
  } catch (thrown) {
    complain('The folder was not added')(thrown);
    return false;
  }
}

/** Takes paths, or a whole collection, out of the library; files stay where they are. */
export async function remove(what: { paths?: string[]; collection?: string }): Promise<void> {
  await call('library.remove', what).catch(complain('Nothing was removed'));
  await reload();
}

/** Reads documents (by id) again, with a password where one is needed. */
export async function readAgain(documents: string[], password?: string): Promise<void> {
  await call('library.readAgain', { documents, ...(password ? { password } : {}) }).catch(
    complain('The document is not read again'),
  );
  await reload();
}

export type Steering = 'library.pause' | 'library.resume' | 'library.cancel';

/** Pauses, resumes or cancels reading. */
export async function steer(name: Steering): Promise<void> {
  await call(name, {}).catch(complain('Reading goes on as it was'));
}

async function reload(): Promise<void> {
  await Promise.all([loadCollections(), reloadRows(), loadDetail()]);
}

let waiting: number | null = null;
let last = 0;

/** Loads at once, then at most every `QUIET` milliseconds. */
function reloadSoon(): void {
  if (waiting !== null) return;
  waiting = window.setTimeout(
    () => {
      waiting = null;
      last = Date.now();
      void reload();
    },
    Math.max(0, last + QUIET - Date.now()),
  );
}

/** Says progress in steps of ten per cent (design README, Accessibility). */
function announceProgress(before: IndexProgress | null, now: IndexProgress): void {
  const tenth = (p: IndexProgress | null): number =>
    p && p.pagesTotal > 0 ? Math.floor((10 * p.pagesDone) / p.pagesTotal) : 0;
  if (now.state !== 'idle' && tenth(now) > tenth(before))
    announce(`${now.pagesDone} of ${now.pagesTotal} pages read.`);
  if (now.state === 'idle' && before && before.state !== 'idle') announce('Reading is complete.');
}

/** Loads at every connection and follows the engine's events. */
export function startLibrary(): void {
  onOpen(() => {
    void reload();
    void call('library.progress', {}).then((progress) => setState({ progress }));
  });
  on('library.changed', reloadSoon);
  on('index.progress', (progress) => {
    const before = getState().progress;
    announceProgress(before, progress);
    setState({ progress });
    if (before?.pagesDone !== progress.pagesDone || before.state !== progress.state) reloadSoon();
  });
}
