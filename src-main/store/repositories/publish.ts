/**
 * Publication (writer). In: a document's packed content. Out: its next generation, visible as a
 * whole or not at all.
 */
import { packPage, unpackContent } from '../../domain/packing.ts';
import type { DocumentContent } from '../../domain/content.ts';
import { CarrelError } from '../../domain/errors.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { PageLayout, PageState } from '../../domain/page.ts';
import type { Db } from '../sqlite/connection.ts';
import { row, run, transact } from '../sqlite/connection.ts';
import { documentRow } from './documents.ts';
import { namesOf } from './files.ts';
import { replaceFragments } from './fragments.ts';

/** Replaces the generation before in one transaction. Throws notFound, invalidInput. */
export function publish(library: Db, document: DocumentId, packed: Uint8Array): { generation: number } {
  const content = unpackContent(packed);
  if (content.document !== document)
    throw new CarrelError('invalidInput', 'The content to publish belongs to another document.');
  return transact(library, () => {
    const owner = documentRow(library, document);
    for (const page of content.pages) writePage(library, owner, page);
    writeSections(library, owner, content);
    writeAssets(library, owner, content);
    const title = [content.title ?? '', namesOf(library, owner)].join('\n');
    replaceFragments(library, { row: owner, title }, content.fragments);
    const updated = row<{ generation: number }>(
      library,
      `UPDATE document SET title = ?, language = ?, state = 'ready', generation = generation + 1,
         page_count = coalesce(page_count, ?), problem_code = NULL, problem_message = NULL, indexed_at = ?
       WHERE row = ? RETURNING generation`,
      ...[content.title, content.language, content.pages.length, new Date().toISOString(), owner],
    );
    return { generation: updated?.generation ?? 0 };
  });
}

/**
 * The staged layout is what later generations start from and is kept; a layout that the assembly
 * changed is stored beside it. A page that was recognised meanwhile does not become pending again.
 */
function writePage(library: Db, owner: number, page: PageLayout): void {
  const staged = row<{ state: PageState; layout: Buffer }>(
    library,
    'SELECT state, layout FROM page WHERE document = ? AND number = ?',
    owner,
    page.number,
  );
  const { layout } = packPage(page);
  if (staged === undefined) {
    run(
      library,
      'INSERT INTO page (document, number, label, state, reason, layout) VALUES (?, ?, ?, ?, ?, ?)',
      ...[owner, page.number, page.label, page.state, page.reason, layout],
    );
    return;
  }
  if (page.state === 'pending' && staged.state !== 'pending') return;
  run(
    library,
    'UPDATE page SET label = ?, state = ?, reason = ?, published = ? WHERE document = ? AND number = ?',
    ...[page.label, page.state, page.reason, staged.layout.equals(layout) ? null : layout],
    ...[owner, page.number],
  );
}

function writeSections(library: Db, owner: number, content: DocumentContent): void {
  run(library, 'DELETE FROM section WHERE document = ?', owner);
  for (const { ordinal, parent, level, title, page } of content.sections)
    run(library, 'INSERT INTO section VALUES (?, ?, ?, ?, ?, ?)', owner, ordinal, parent, level, title, page);
}

function writeAssets(library: Db, owner: number, content: DocumentContent): void {
  run(library, 'DELETE FROM asset WHERE document = ?', owner);
  for (const { id, kind, label, caption, page, box, table } of content.assets)
    run(
      library,
      'INSERT INTO asset VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[id, owner, kind, label, caption, page, box.x0, box.y0, box.x1, box.y1],
      table === null ? null : JSON.stringify(table),
    );
}
