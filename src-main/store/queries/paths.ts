/**
 * Paths of documents (reader). In: document rows. Out: absolute paths, and the way back from a path
 * or an id to the document.
 */
import { join } from 'node:path';
import type { DocumentId } from '../../domain/ids.ts';
import type { Db } from '../sqlite/connection.ts';
import { row, rows } from '../sqlite/connection.ts';
import { foldName } from '../text/fold.ts';
import { pathKey, relativeTo } from '../text/path-key.ts';

interface PathRow {
  readonly root: string;
  readonly relative: string;
}

export function joinPath({ root, relative }: PathRow): string {
  return relative === '' ? root : join(root, relative);
}

/** Every path that holds the document, each once, sorted by file name. */
export function pathsOf(db: Db, document: number): string[] {
  const found = rows<PathRow>(
    db,
    `SELECT r.path AS root, f.relative FROM file AS f JOIN user.root AS r ON r.id = f.root
     WHERE f.document = ? ORDER BY f.name_key, f.row`,
    document,
  );
  return [...new Set(found.map(joinPath))];
}

/** Names of the collections that hold the document. */
export function collectionsOf(db: Db, document: number): string[] {
  return rows<{ collection: string }>(
    db,
    `SELECT DISTINCT r.collection FROM file AS f JOIN user.root AS r ON r.id = f.root
     WHERE f.document = ? ORDER BY r.collection`,
    document,
  ).map(({ collection }) => collection);
}

/** The row of a document by its whole id. */
export function rowOf(db: Db, document: DocumentId): number | undefined {
  return row<{ row: number }>(db, 'SELECT row FROM document WHERE id = ?', document)?.row;
}

/** By id, by a unique start of an id, by absolute path, or by a unique file name. */
export function resolveDocument(db: Db, idOrPath: string): number | undefined {
  return byId(db, idOrPath) ?? byPath(db, idOrPath) ?? byName(db, idOrPath);
}

/** Eight hex digits are enough to mean an id and not a file name by accident. */
function byId(db: Db, text: string): number | undefined {
  if (!/^[0-9a-f]{8,64}$/i.test(text)) return undefined;
  const start = text.toLowerCase();
  const found = rows<{ row: number }>(
    db,
    'SELECT row FROM document WHERE id >= ? AND id < ? LIMIT 2',
    start,
    `${start}g`,
  );
  return found.length === 1 ? found[0]?.row : undefined;
}

function byPath(db: Db, path: string): number | undefined {
  for (const root of rows<{ id: number; path: string }>(db, 'SELECT id, path FROM user.root')) {
    const relative = relativeTo(pathKey(root.path), pathKey(path));
    if (relative === null) continue;
    const found = row<{ document: number }>(
      db,
      'SELECT document FROM file WHERE root = ? AND key = ?',
      root.id,
      relative,
    );
    if (found !== undefined) return found.document;
  }
  return undefined;
}

function byName(db: Db, name: string): number | undefined {
  const found = rows<{ document: number }>(
    db,
    'SELECT DISTINCT document FROM file WHERE name_key = ? LIMIT 2',
    foldName(name),
  );
  return found.length === 1 ? found[0]?.document : undefined;
}

/** Every known file with its path, for the check of missing files. */
export function allPaths(db: Db): string[] {
  return rows<PathRow>(
    db,
    'SELECT r.path AS root, f.relative FROM file AS f JOIN user.root AS r ON r.id = f.root',
  ).map(joinPath);
}
