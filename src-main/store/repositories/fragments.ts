/**
 * Fragments with their regions and index rows (writer). In: the fragments of a generation. Out:
 * rows whose integer stays as long as the fragment's id does, so that vectors stay with them.
 */
import { CarrelError } from '../../domain/errors.ts';
import type { Fragment } from '../../domain/content.ts';
import type { Db } from '../sqlite/connection.ts';
import { row, rows, run } from '../sqlite/connection.ts';
import { indexText } from '../text/fold.ts';
import { encodeWords } from '../text/word-codec.ts';
import { deleteVector, takeSalvaged, vectorTables } from './vectors.ts';

/** Takes fragments out of every table that knows them; call inside a transaction. */
export function removeFragments(library: Db, fragments: readonly number[]): void {
  const tables = vectorTables(library);
  for (const fragment of fragments) {
    run(library, 'DELETE FROM fragment_index WHERE rowid = ?', fragment);
    for (const table of tables) deleteVector(library, table, fragment);
    run(library, 'DELETE FROM fragment WHERE row = ?', fragment);
  }
}

export interface Owner {
  readonly row: number;
  /** Title and file names: searched together with each fragment. */
  readonly title: string;
}

/** Replaces the document's fragments; those whose id is unchanged keep row, vectors and points. */
export function replaceFragments(library: Db, owner: Owner, fragments: readonly Fragment[]): void {
  const stored = rows<{ row: number; id: string }>(
    library,
    'SELECT row, id FROM fragment WHERE document = ?',
    owner.row,
  );
  const known = new Map(stored.map((fragment) => [fragment.id, fragment.row]));
  const wanted = new Set<string>(fragments.map(({ id }) => id));
  if (wanted.size !== fragments.length)
    throw new CarrelError('invalidInput', 'Two fragments of one document have the same id.');
  const gone = stored.filter(({ id }) => !wanted.has(id)).map((fragment) => fragment.row);
  removeFragments(library, gone);
  const title = indexText(owner.title);
  for (const fragment of fragments) {
    const kept = known.get(fragment.id);
    const written = writeFragment(library, owner.row, fragment);
    writeRegions(library, written, fragment);
    if (kept === undefined) takeSalvaged(library, written, fragment.id);
    run(library, 'DELETE FROM fragment_index WHERE rowid = ?', written);
    run(
      library,
      'INSERT INTO fragment_index (rowid, title, heading, text) VALUES (?, ?, ?, ?)',
      ...[written, title, indexText(fragment.heading.join('\n')), indexText(fragment.text)],
    );
  }
}

function writeFragment(library: Db, owner: number, fragment: Fragment): number {
  const { id, kind, ordinal, section, tokens, asset, heading, text, markdown } = fragment;
  const written = row<{ row: number }>(
    library,
    `INSERT INTO fragment (id, document, kind, ordinal, section, page, tokens, asset, heading, text, markdown)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, ordinal = excluded.ordinal,
       section = excluded.section, page = excluded.page, tokens = excluded.tokens,
       asset = excluded.asset, heading = excluded.heading, text = excluded.text,
       markdown = excluded.markdown
     RETURNING row`,
    ...[id, owner, kind, ordinal, section, fragment.regions[0]?.page ?? 1, tokens, asset],
    ...[JSON.stringify(heading), text, markdown === text ? null : markdown],
  );
  if (written === undefined) throw new CarrelError('internal', 'A fragment was not stored.');
  return written.row;
}

function writeRegions(library: Db, owner: number, fragment: Fragment): void {
  run(library, 'DELETE FROM region WHERE fragment = ?', owner);
  fragment.regions.forEach((region, ordinal) => {
    run(
      library,
      'INSERT INTO region VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[owner, ordinal, region.page, region.x0, region.y0, region.x1, region.y1],
      ...[region.start, region.end, encodeWords(region.words)],
    );
  });
}
