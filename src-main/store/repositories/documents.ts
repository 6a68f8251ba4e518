/**
 * Documents and their staged pages (writer). In: ids, states, packed pages. Out: rows of document
 * and page; removing a document leaves no row of it in any table.
 */
import { CarrelError } from '../../domain/errors.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { DocumentState } from '../../domain/library.ts';
import type { PackedPage } from '../../domain/packing.ts';
import type { Db } from '../sqlite/connection.ts';
import { row, rows, run, transact } from '../sqlite/connection.ts';
import { removeFragments } from './fragments.ts';

/** The private row number of a document. Throws notFound. */
export function documentRow(library: Db, document: DocumentId): number {
  const found = row<{ row: number }>(library, 'SELECT row FROM document WHERE id = ?', document);
  if (found === undefined)
    throw new CarrelError(
      'notFound',
      'This document is not in the library any longer. Index its folder again.',
      {
        detail: document,
      },
    );
  return found.row;
}

export function findOrAddDocument(
  library: Db,
  document: DocumentId,
  bytes: number,
): { row: number; added: boolean } {
  const result = run(
    library,
    `INSERT INTO document (id, bytes, state, added_at) VALUES (?, ?, 'waiting', ?) ON CONFLICT DO NOTHING`,
    ...[document, bytes, new Date().toISOString()],
  );
  return { row: documentRow(library, document), added: result.changes > 0 };
}

/** Removes every document that no file holds; call inside a transaction. */
export function removeUnheldDocuments(library: Db): DocumentId[] {
  const unheld = rows<{ row: number; id: DocumentId }>(
    library,
    'SELECT row, id FROM document WHERE NOT EXISTS (SELECT 1 FROM file WHERE file.document = document.row)',
  );
  for (const document of unheld) removeDocument(library, document.row);
  return unheld.map(({ id }) => id);
}

/** Index and vector rows have no foreign keys, so they go first; the rest cascades. */
function removeDocument(library: Db, document: number): void {
  const fragments = rows<{ row: number }>(library, 'SELECT row FROM fragment WHERE document = ?', document);
  removeFragments(
    library,
    fragments.map((fragment) => fragment.row),
  );
  run(library, 'DELETE FROM document WHERE row = ?', document);
}

/** Commits a batch of pages; a page staged before is replaced. */
export function stagePages(
  library: Db,
  document: DocumentId,
  pageCount: number,
  pages: readonly PackedPage[],
): void {
  if (!Number.isInteger(pageCount) || pages.some(({ number }) => number < 1 || number > pageCount))
    throw new CarrelError('invalidInput', `Pages must be numbered from 1 to ${pageCount}.`);
  transact(library, () => {
    const owner = documentRow(library, document);
    for (const page of pages)
      run(
        library,
        `INSERT INTO page (document, number, label, state, reason, layout) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (document, number) DO UPDATE SET label = excluded.label, state = excluded.state,
           reason = excluded.reason, layout = excluded.layout, published = NULL`,
        ...[owner, page.number, page.label, page.state, page.reason, page.layout],
      );
    // A ready document stays ready: its pending pages are replaced by recognised ones.
    run(
      library,
      `UPDATE document SET page_count = ?, problem_code = NULL, problem_message = NULL,
         state = CASE WHEN state = 'ready' THEN 'ready' ELSE 'reading' END WHERE row = ?`,
      ...[pageCount, owner],
    );
  });
}

/** Drops staged pages and has the document read again; the published generation stays until then. */
export function forgetPages(library: Db, document: DocumentId): void {
  transact(library, () => {
    const owner = documentRow(library, document);
    run(library, 'DELETE FROM page WHERE document = ?', owner);
    run(
      library,
      "UPDATE document SET state = 'waiting', problem_code = NULL, problem_message = NULL WHERE row = ?",
      owner,
    );
  });
}

export function setState(
  library: Db,
  document: DocumentId,
  state: DocumentState,
  problem: { readonly code: string; readonly message: string } | null,
): void {
  transact(library, () => {
    const owner = documentRow(library, document);
    if (state === 'waiting') run(library, "DELETE FROM page WHERE document = ? AND state = 'failed'", owner);
    run(
      library,
      'UPDATE document SET state = ?, problem_code = ?, problem_message = ? WHERE row = ?',
      ...[state, problem?.code ?? null, problem?.message ?? null, owner],
    );
  });
}
