/**
 * What indexing still has to do (reader). In: limits. Out: documents to read, fragments without
 * vectors, documents without knowledge, and what is known of roots and files.
 */
import { join } from 'node:path';
import type { DocumentId, FragmentId } from '../../domain/ids.ts';
import type { DocumentState, KnownFile } from '../../domain/library.ts';
import type { PackedPage } from '../../domain/packing.ts';
import type { DocumentWork, FragmentText, Root } from '../../domain/ports/index-store.ts';
import { fingerprintOf } from '../repositories/vectors.ts';
import type { Db } from '../sqlite/connection.ts';
import { row, rows } from '../sqlite/connection.ts';
import { pathsOf } from './paths.ts';

export function roots(db: Db, collection?: string): Root[] {
  return collection === undefined
    ? rows<Root>(db, 'SELECT id, collection, path, kind FROM user.root ORDER BY id')
    : rows<Root>(
        db,
        'SELECT id, collection, path, kind FROM user.root WHERE collection = ? ORDER BY id',
        collection,
      );
}

export function knownFiles(db: Db, root: number): KnownFile[] {
  const found = rows<KnownFile & { root: string; relative: string }>(
    db,
    `SELECT r.path AS root, r.collection, f.relative, f.size, f.modified, d.id AS document
     FROM file AS f JOIN user.root AS r ON r.id = f.root JOIN document AS d ON d.row = f.document
     WHERE f.root = ? ORDER BY f.row`,
    root,
  );
  return found.map(({ root: folder, relative, size, modified, document, collection }) => ({
    path: relative === '' ? folder : join(folder, relative),
    size,
    modified,
    document,
    collection,
  }));
}

interface WorkRow {
  readonly row: number;
  readonly document: DocumentId;
  readonly bytes: number;
  readonly state: DocumentState;
  readonly page_count: number | null;
}

const WORK = 'SELECT d.row, d.id AS document, d.bytes, d.state, d.page_count FROM document AS d';

function describe(db: Db, found: WorkRow): DocumentWork {
  const pages = rows<{ number: number; state: string }>(
    db,
    'SELECT number, state FROM page WHERE document = ? ORDER BY number',
    found.row,
  );
  return {
    document: found.document,
    path: pathsOf(db, found.row)[0] ?? '',
    bytes: found.bytes,
    state: found.state,
    pageCount: found.page_count,
    pagesDone: pages.map(({ number }) => number),
    pagesPending: pages.filter(({ state }) => state === 'pending').map(({ number }) => number),
  };
}

export function work(db: Db, limit: number): DocumentWork[] {
  return rows<WorkRow>(
    db,
    `${WORK} WHERE (d.state IN ('waiting', 'reading')
       OR (d.state = 'ready' AND d.row IN (SELECT document FROM page WHERE state = 'pending')))
     AND EXISTS (SELECT 1 FROM file WHERE document = d.row) ORDER BY d.row LIMIT ?`,
    limit,
  ).map((found) => describe(db, found));
}

export function documentWork(db: Db, document: DocumentId): DocumentWork | null {
  const found = row<WorkRow>(db, `${WORK} WHERE d.id = ?`, document);
  return found === undefined ? null : describe(db, found);
}

export function packedPages(db: Db, document: DocumentId): PackedPage[] {
  return rows<PackedPage>(
    db,
    `SELECT number, label, state, reason, layout FROM page
     WHERE document = (SELECT row FROM document WHERE id = ?) ORDER BY number`,
    document,
  );
}

/** In the order of documents and their text, so that a document's vectors are complete soon. */
export function withoutVectors(db: Db, fingerprint: string, limit: number): FragmentText[] {
  const table = fingerprintOf(db, fingerprint)?.row ?? -1;
  const found = rows<{ fragment: FragmentId; heading: string; text: string }>(
    db,
    `SELECT id AS fragment, heading, text FROM fragment WHERE row IN (
       SELECT row FROM fragment WHERE vectors < @table UNION ALL SELECT row FROM fragment WHERE vectors > @table
       ORDER BY row LIMIT @limit) ORDER BY row`,
    { table, limit },
  );
  return found.map(({ fragment, heading, text }) => ({
    fragment,
    heading: JSON.parse(heading) as string[],
    text,
  }));
}

/** A note of this generation is enough, unless all fragments have come to share one model's vectors since. */
export function withoutKnowledge(db: Db, maker: string, limit: number): DocumentId[] {
  return rows<{ id: DocumentId }>(
    db,
    `SELECT d.id FROM document AS d
     LEFT JOIN job AS j ON j.document = d.row AND j.kind = 'knowledge' AND j.maker = ?
     WHERE d.state = 'ready' AND EXISTS (SELECT 1 FROM file WHERE document = d.row)
       AND (j.generation IS NOT d.generation OR (
       SELECT count(DISTINCT f.vectors) = 1 AND max(f.vectors) > 0 AND max(f.vectors) <> j.vectors
       FROM fragment AS f WHERE f.document = d.row))
     ORDER BY d.row LIMIT ?`,
    maker,
    limit,
  ).map(({ id }) => id);
}
