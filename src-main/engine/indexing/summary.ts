/**
 * The outcome of one `index` call. In: what the scans found and where its documents stand now. Out:
 * the contract's summary, in which every PDF found counts exactly once.
 */
import type { IndexSummary } from '../../../src-preload/contract/library.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { Problem } from '../../domain/library.ts';
import type { DocumentListing, LibraryQueries } from '../../store/interfaces/library.ts';
import type { RootScan } from './scan.ts';

export interface CallOutcome {
  readonly collection: string;
  readonly scans: readonly RootScan[];
  /** Whether a path of the scans belongs to what was asked for. */
  within(path: string): boolean;
  /** Whether the document stood finished in the library before the call. */
  finishedBefore(document: DocumentId): boolean;
  readonly seconds: number;
  readonly pagesRead: number;
}

type DocumentCounts = { -readonly [Key in keyof IndexSummary['documents']]: number };

function problemOf(path: string, record: DocumentListing | null): Problem {
  if (record?.problem) return { path, ...record.problem };
  return {
    path,
    code: 'fileChanged',
    message: 'This file changed or went away while it was read. Index its folder again.',
  };
}

/** Gone files whose document turned up at another path of the call were moved, not removed. */
function removedFiles(outcome: CallOutcome, fresh: ReadonlyMap<DocumentId, number>): number {
  const moves = new Map(fresh);
  let removed = 0;
  for (const { path, document } of outcome.scans.flatMap((scan) => scan.gone)) {
    if (!outcome.within(path)) continue;
    const left = moves.get(document) ?? 0;
    if (left > 0) moves.set(document, left - 1);
    else removed += 1;
  }
  return removed;
}

export async function summarise(library: LibraryQueries, outcome: CallOutcome): Promise<IndexSummary> {
  const counts: DocumentCounts = {
    ready: 0,
    failed: 0,
    passwordNeeded: 0,
    duplicate: 0,
    unchanged: 0,
    removed: 0,
  };
  const problems: Problem[] = [];
  const byPath = new Map(outcome.scans.flatMap((scan) => scan.files).map((file) => [file.path, file]));
  const files = [...byPath.values()].filter((file) => outcome.within(file.path));
  const records = new Map<DocumentId, DocumentListing | null>();
  for (const { document } of files)
    if (!records.has(document)) records.set(document, await library.document(document));

  const fresh = new Map<DocumentId, number>();
  for (const file of files)
    if (!file.unchanged) fresh.set(file.document, (fresh.get(file.document) ?? 0) + 1);
  const held = new Set(files.filter((file) => file.unchanged).map((file) => file.document));
  const goneFrom = new Set(outcome.scans.flatMap((scan) => scan.gone).map((file) => file.document));
  const counted = new Set<DocumentId>();
  for (const { path, document, unchanged } of files) {
    const record = records.get(document) ?? null;
    const state = record?.state;
    if (state === 'failed' || state === 'passwordNeeded' || record === null)
      problems.push(problemOf(path, record));
    const before = outcome.finishedBefore(document);
    if (unchanged && before) counts.unchanged += 1;
    else if (counted.has(document) || (!unchanged && held.has(document))) counts.duplicate += 1;
    else if (state === 'passwordNeeded') counts.passwordNeeded += 1;
    else if (state === 'ready' && before && !goneFrom.has(document)) counts.duplicate += 1;
    else if (state === 'ready' && before) counts.unchanged += 1;
    else if (state === 'ready') counts.ready += 1;
    else {
      counts.failed += 1;
      if (record !== null && state !== 'failed') problems.push(problemOf(path, record));
    }
    counted.add(document);
  }
  for (const problem of outcome.scans.flatMap((scan) => scan.unreadable)) {
    if (!outcome.within(problem.path)) continue;
    counts.failed += 1;
    problems.push(problem);
  }
  counts.removed = removedFiles(outcome, fresh);

  const { pages, fragments, knowledgePoints, relations } = await library.counts(outcome.collection);
  return {
    collection: outcome.collection,
    documents: counts,
    pages: { ...pages },
    fragments: { ...fragments },
    knowledgePoints,
    relations,
    seconds: Math.round(outcome.seconds * 1000) / 1000,
    pagesPerSecond: outcome.seconds > 0 ? Math.round((outcome.pagesRead / outcome.seconds) * 10) / 10 : 0,
    problems,
  };
}
