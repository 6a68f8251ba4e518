/**
 * Files and the documents they hold (writer). In: what a scan found. Out: changed rows, with the
 * documents that came and went; one document by content hash, however many paths hold it.
 */
import { basename } from 'node:path';
import { CarrelError } from '../../domain/errors.ts';
import type { ScanChanges, ScanOutcome } from '../../domain/ports/index-store.ts';
import type { Db } from '../sqlite/connection.ts';
import { row, run, transact } from '../sqlite/connection.ts';
import { foldName } from '../text/fold.ts';
import { pathKey, relativeTo } from '../text/path-key.ts';
import { findOrAddDocument, removeUnheldDocuments } from './documents.ts';

export interface RootPath {
  readonly id: number;
  readonly path: string;
}

function relativeIn(root: RootPath, path: string): string {
  const relative = relativeTo(root.path, path);
  if (relative === null)
    throw new CarrelError('invalidInput', `The file ${path} does not stand under ${root.path}.`);
  return relative;
}

/** Applies one scan of one root in one transaction. */
export function applyScan(library: Db, root: RootPath, changes: ScanChanges): ScanOutcome {
  return transact(library, () => {
    const added = [];
    for (const path of changes.gone)
      run(library, 'DELETE FROM file WHERE root = ? AND key = ?', root.id, pathKey(relativeIn(root, path)));
    for (const file of changes.present) {
      const found = findOrAddDocument(library, file.document, file.size);
      if (found.added) added.push(file.document);
      const relative = relativeIn(root, file.path);
      const name = basename(file.path);
      run(
        library,
        `INSERT INTO file (root, relative, key, name, name_key, size, modified, document)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (root, key) DO UPDATE SET relative = excluded.relative, name = excluded.name,
           name_key = excluded.name_key, size = excluded.size, modified = excluded.modified,
           document = excluded.document`,
        ...[root.id, relative, pathKey(relative), name, foldName(name), file.size, file.modified, found.row],
      );
    }
    const removed = changes.keepUnheld === true ? [] : removeUnheldDocuments(library);
    return { added, removed };
  });
}

/** Removes every file of the roots, and documents left without one. */
export function removeFilesOfRoots(library: Db, roots: readonly number[]): ScanOutcome {
  return transact(library, () => {
    for (const root of roots) run(library, 'DELETE FROM file WHERE root = ?', root);
    return { added: [], removed: removeUnheldDocuments(library) };
  });
}

/** Removes documents that no file holds. */
export function removeUnheld(library: Db): ScanOutcome {
  return transact(library, () => ({ added: [], removed: removeUnheldDocuments(library) }));
}

/** Names of the files that hold the document, for the index of titles. */
export function namesOf(library: Db, document: number): string {
  const found = row<{ names: string | null }>(
    library,
    "SELECT group_concat(name, ' ') AS names FROM (SELECT DISTINCT name FROM file WHERE document = ? ORDER BY name)",
    document,
  );
  return found?.names ?? '';
}
