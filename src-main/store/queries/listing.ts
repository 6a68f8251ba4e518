/**
 * Lists of collections and documents, and their counts (reader). In: a name filter and a scope.
 * Out: domain records with the ledger of every page.
 */
import type { FragmentKind } from '../../domain/content.ts';
import { FRAGMENT_KINDS } from '../../domain/content.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { CollectionRecord, DocumentState, PageCounts } from '../../domain/library.ts';
import type { PageState } from '../../domain/page.ts';
import { PAGE_STATES } from '../../domain/page.ts';
import type { DocumentListing, DocumentQuery, LedgerRun, LibraryCounts } from '../interfaces/library.ts';
import type { SearchFilter } from '../../domain/search.ts';
import type { Db } from '../sqlite/connection.ts';
import { row, rows } from '../sqlite/connection.ts';
import { foldName } from '../text/fold.ts';
import { collectionsOf, pathsOf, resolveDocument } from './paths.ts';
import { documentScope } from './scope.ts';

interface DocumentRow {
  readonly row: number;
  readonly id: DocumentId;
  readonly name: string;
  readonly title: string | null;
  readonly language: string | null;
  readonly bytes: number;
  readonly page_count: number | null;
  readonly state: DocumentState;
  readonly problem_code: string | null;
  readonly problem_message: string | null;
  readonly generation: number;
  readonly indexed_at: string | null;
}

/** A document that no file holds (between two scans) is not listed. */
const LISTED = `
  SELECT d.*, (SELECT name FROM file WHERE document = d.row ORDER BY name_key, row LIMIT 1) AS name,
    (SELECT name_key FROM file WHERE document = d.row ORDER BY name_key, row LIMIT 1) AS name_key
  FROM document AS d`;

const LETTERS: Readonly<Record<PageState, string>> = {
  text: 't',
  ocr: 'o',
  unreliable: 'u',
  empty: 'e',
  failed: 'f',
  pending: 'p',
};

export function emptyPageCounts(): Record<PageState, number> {
  return { text: 0, ocr: 0, unreliable: 0, empty: 0, failed: 0, pending: 0 };
}

export function collections(db: Db): CollectionRecord[] {
  const names = rows<{ name: string }>(db, 'SELECT name FROM user.collection ORDER BY name');
  return names.map(({ name }) => {
    const scope = documentScope({ collection: name }, 'd.row');
    const counted = row<{ documents: number; pages: number | null }>(
      db,
      `SELECT count(*) AS documents, sum(page_count) AS pages FROM document AS d WHERE ${scope.where}`,
      ...scope.parameters,
    );
    const folders = rows<{ path: string }>(
      db,
      'SELECT path FROM user.root WHERE collection = ? ORDER BY path',
      name,
    );
    return {
      name,
      documents: counted?.documents ?? 0,
      pages: counted?.pages ?? 0,
      folders: folders.map(({ path }) => path),
    };
  });
}

export function documents(db: Db, query: DocumentQuery): { total: number; documents: DocumentListing[] } {
  const scope = documentScope(query, 'd.row');
  const named =
    query.name === undefined || query.name === ''
      ? 'EXISTS (SELECT 1 FROM file WHERE document = d.row)'
      : 'EXISTS (SELECT 1 FROM file WHERE document = d.row AND instr(name_key, ?) > 0)';
  const where = `${scope.where} AND ${named}`;
  const parameters =
    query.name === undefined || query.name === ''
      ? scope.parameters
      : [...scope.parameters, foldName(query.name)];
  const total = row<{ total: number }>(
    db,
    `SELECT count(*) AS total FROM document AS d WHERE ${where}`,
    ...parameters,
  );
  const found = rows<DocumentRow>(
    db,
    `${LISTED} WHERE ${where} ORDER BY name_key, d.row LIMIT ? OFFSET ?`,
    ...[...parameters, query.limit, query.offset],
  );
  return { total: total?.total ?? 0, documents: found.map((each) => listing(db, each)) };
}

export function document(db: Db, idOrPath: string): DocumentListing | null {
  const owner = resolveDocument(db, idOrPath);
  if (owner === undefined) return null;
  const found = row<DocumentRow>(db, `${LISTED} WHERE d.row = ?`, owner);
  return found === undefined ? null : listing(db, found);
}

function listing(db: Db, found: DocumentRow): DocumentListing {
  const states = pageStates(db, found);
  const pages = emptyPageCounts();
  for (const state of states) pages[state] += 1;
  return {
    id: found.id,
    name: found.name ?? found.title ?? found.id,
    title: found.title,
    language: found.language,
    bytes: found.bytes,
    pageCount: found.page_count ?? 0,
    state: found.state,
    problem:
      found.problem_code === null ? null : { code: found.problem_code, message: found.problem_message ?? '' },
    generation: found.generation,
    paths: pathsOf(db, found.row),
    collections: collectionsOf(db, found.row),
    pages,
    indexedAt: found.indexed_at,
    ledger: states.map((state) => LETTERS[state]).join(''),
  };
}

/** One state per page; a page not read yet is pending, in a document given up on it has failed. */
function pageStates(db: Db, found: Pick<DocumentRow, 'row' | 'page_count' | 'state'>): PageState[] {
  const unread = found.state === 'failed' || found.state === 'passwordNeeded' ? 'failed' : 'pending';
  const states = new Array<PageState>(found.page_count ?? 0).fill(unread);
  const stored = rows<{ number: number; state: PageState }>(
    db,
    'SELECT number, state FROM page WHERE document = ? ORDER BY number',
    found.row,
  );
  for (const { number, state } of stored) states[number - 1] = state;
  return states;
}

export function ledgerReasons(db: Db, id: DocumentId): LedgerRun[] {
  const runs: { from: number; to: number; state: PageState; reason: string | null }[] = [];
  const pages = rows<{ number: number; state: PageState; reason: string | null }>(
    db,
    `SELECT number, state, reason FROM page
     WHERE document = (SELECT row FROM document WHERE id = ?) ORDER BY number`,
    id,
  );
  for (const { number, state, reason } of pages) {
    const last = runs.at(-1);
    if (last?.to === number - 1 && last.state === state && last.reason === reason) last.to = number;
    else runs.push({ from: number, to: number, state, reason });
  }
  return runs;
}

/** A document of unknown length counts as one page: something of it is still to be read. */
export function pendingPages(db: Db, filter: Pick<SearchFilter, 'collection' | 'documents'>): number {
  const scope = documentScope(filter, 'd.row');
  const counted = row<{ pages: number | null }>(
    db,
    `SELECT sum(pages) AS pages FROM (
       SELECT (SELECT count(*) FROM page WHERE document = d.row AND state = 'pending')
         + CASE WHEN d.state IN ('waiting', 'reading')
             THEN coalesce(d.page_count - (SELECT count(*) FROM page WHERE document = d.row), 1) ELSE 0 END AS pages
       FROM document AS d WHERE ${scope.where} AND (d.state IN ('waiting', 'reading')
         OR d.row IN (SELECT document FROM page WHERE state = 'pending')))`,
    ...scope.parameters,
  );
  return counted?.pages ?? 0;
}

export function counts(db: Db, collection?: string): LibraryCounts {
  const scope = documentScope({ collection }, 'd.row');
  const found = rows<Pick<DocumentRow, 'row' | 'page_count' | 'state'>>(
    db,
    `SELECT row, page_count, state FROM document AS d WHERE ${scope.where}`,
    ...scope.parameters,
  );
  const inside = `(SELECT d.row FROM document AS d WHERE ${scope.where})`;
  const count = (text: string): number => row<{ count: number }>(db, text, ...scope.parameters)?.count ?? 0;
  return {
    documents: found.length,
    pages: sumPages(db, found),
    fragments: countFragments(db, inside, scope.parameters),
    fragmentsWithoutVectors: count(
      `SELECT count(*) AS count FROM fragment WHERE vectors = 0 AND document IN ${inside}`,
    ),
    knowledgePoints: count(`SELECT count(*) AS count FROM knowledge_point WHERE document IN ${inside}`),
    relations: count(
      `SELECT count(*) AS count FROM relation WHERE source IN
         (SELECT row FROM knowledge_point WHERE document IN ${inside})`,
    ),
  };
}

function sumPages(
  db: Db,
  documents: readonly Pick<DocumentRow, 'row' | 'page_count' | 'state'>[],
): PageCounts {
  const pages = emptyPageCounts();
  for (const each of documents) for (const state of pageStates(db, each)) pages[state] += 1;
  return Object.fromEntries(PAGE_STATES.map((state) => [state, pages[state]])) as PageCounts;
}

function countFragments(db: Db, inside: string, parameters: readonly string[]): Record<FragmentKind, number> {
  const counted = rows<{ kind: FragmentKind; count: number }>(
    db,
    `SELECT kind, count(*) AS count FROM fragment WHERE document IN ${inside} GROUP BY kind`,
    ...parameters,
  );
  const byKind = new Map(counted.map(({ kind, count }) => [kind, count]));
  return Object.fromEntries(FRAGMENT_KINDS.map((kind) => [kind, byKind.get(kind) ?? 0])) as Record<
    FragmentKind,
    number
  >;
}
