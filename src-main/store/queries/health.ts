/**
 * The checks of `doctor` on the database (reader, and one part on the writer). In: the three files.
 * Out: one line per check; a line that is not ok says how many rows are wrong.
 */
import { dirname } from 'node:path';
import type { HealthCheck } from '../interfaces/library.ts';
import type { Db } from '../sqlite/connection.ts';
import { openReader, row, rows } from '../sqlite/connection.ts';
import { vectorTables } from '../repositories/vectors.ts';

/** Name of the check → a query for rows that must not exist. */
const MUST_BE_EMPTY: Readonly<Record<string, string>> = {
  'files without a document': 'SELECT 1 FROM file WHERE document NOT IN (SELECT row FROM document)',
  'files without a folder': 'SELECT 1 FROM file WHERE root NOT IN (SELECT id FROM user.root)',
  'documents without a file': 'SELECT 1 FROM document WHERE row NOT IN (SELECT document FROM file)',
  'pages without a document': 'SELECT 1 FROM page WHERE document NOT IN (SELECT row FROM document)',
  'sections without a document': 'SELECT 1 FROM section WHERE document NOT IN (SELECT row FROM document)',
  'fragments without a document': 'SELECT 1 FROM fragment WHERE document NOT IN (SELECT row FROM document)',
  'fragments of unpublished documents':
    'SELECT 1 FROM fragment WHERE document IN (SELECT row FROM document WHERE generation = 0)',
  'fragments without a region': 'SELECT 1 FROM fragment WHERE row NOT IN (SELECT fragment FROM region)',
  'fragments of an unknown page': `SELECT 1 FROM fragment AS f JOIN document AS d ON d.row = f.document
     WHERE d.state = 'ready' AND NOT EXISTS
       (SELECT 1 FROM page WHERE document = f.document AND number = f.page)`,
  'fragments of an unknown section': `SELECT 1 FROM fragment AS f WHERE section IS NOT NULL AND NOT EXISTS
       (SELECT 1 FROM section AS s WHERE s.document = f.document AND s.ordinal = f.section)`,
  'fragments without their table or figure':
    'SELECT 1 FROM fragment WHERE asset IS NOT NULL AND asset NOT IN (SELECT id FROM asset)',
  'regions without a fragment': 'SELECT 1 FROM region WHERE fragment NOT IN (SELECT row FROM fragment)',
  'assets without a document': 'SELECT 1 FROM asset WHERE document NOT IN (SELECT row FROM document)',
  'fragments missing from the word index':
    'SELECT 1 FROM fragment WHERE row NOT IN (SELECT id FROM fragment_index_docsize)',
  'word index rows without a fragment':
    'SELECT 1 FROM fragment_index_docsize WHERE id NOT IN (SELECT row FROM fragment)',
  'knowledge points without their source': `SELECT 1 FROM knowledge_point AS k
     WHERE NOT EXISTS (SELECT 1 FROM fragment WHERE row = k.fragment AND document = k.document)`,
  'topics without a knowledge point':
    'SELECT 1 FROM point_topic WHERE point NOT IN (SELECT row FROM knowledge_point)',
  'relations without both ends': `SELECT 1 FROM relation
     WHERE source NOT IN (SELECT row FROM knowledge_point) OR target NOT IN (SELECT row FROM knowledge_point)`,
  'jobs without a document': 'SELECT 1 FROM job WHERE document NOT IN (SELECT row FROM document)',
  'vectors of an unknown model':
    'SELECT 1 FROM fragment WHERE vectors <> 0 AND vectors NOT IN (SELECT row FROM fingerprint)',
  'ready documents with pages missing from the ledger': `SELECT 1 FROM document AS d WHERE state = 'ready'
     AND (page_count IS NULL OR page_count <> (SELECT count(*) FROM page WHERE document = d.row))`,
  'pages beyond the end of their document': `SELECT 1 FROM page AS p JOIN document AS d ON d.row = p.document
     WHERE p.number > d.page_count`,
  'answers without a question': 'SELECT 1 FROM user.answer WHERE run NOT IN (SELECT run FROM user.question)',
  'citations without an answer': 'SELECT 1 FROM user.citation WHERE run NOT IN (SELECT run FROM user.answer)',
  'marks without a question': 'SELECT 1 FROM user.mark WHERE run NOT IN (SELECT run FROM user.question)',
  'folders without a collection':
    'SELECT 1 FROM user.root WHERE collection NOT IN (SELECT name FROM user.collection)',
  'events without a run': 'SELECT 1 FROM runs.event WHERE run NOT IN (SELECT id FROM runs.run)',
  'texts that no run uses': 'SELECT 1 FROM runs.text WHERE hash NOT IN (SELECT hash FROM runs.run_text)',
  'texts that are missing': 'SELECT 1 FROM runs.run_text WHERE hash NOT IN (SELECT hash FROM runs.text)',
};

/** Integrity of the three files, and rows that must not exist. */
export function checkRows(db: Db): HealthCheck[] {
  const files = checkFiles(dirname(db.name));
  const empty = Object.entries(MUST_BE_EMPTY).map(([name, text]) => mustBeEmpty(db, name, text));
  return [...files, ...empty, ...vectorTables(db).map((table) => checkVectors(db, table))];
}

/**
 * On a handle of its own: FTS5 keeps the structure of its index per handle, and `integrity_check` does
 * not look whether another handle wrote since, so a handle in use reports damage where there is none.
 */
function checkFiles(home: string): HealthCheck[] {
  const fresh = openReader(home);
  try {
    return ['main', 'user', 'runs'].map((schema) => integrity(fresh, schema));
  } finally {
    fresh.close();
  }
}

function integrity(db: Db, schema: string): HealthCheck {
  const name = `${schema === 'main' ? 'library' : schema}.db`;
  const found = rows<{ integrity_check: string }>(db, `PRAGMA ${schema}.integrity_check(5)`);
  const texts = found.map(({ integrity_check: text }) => text);
  const ok = texts.length === 1 && texts[0] === 'ok';
  return { name, ok, detail: ok ? 'The file is whole.' : texts.join('; ') };
}

function mustBeEmpty(db: Db, name: string, text: string): HealthCheck {
  const count = row<{ count: number }>(db, `SELECT count(*) AS count FROM (${text})`)?.count ?? 0;
  return { name, ok: count === 0, detail: count === 0 ? 'None.' : `${count} found.` };
}

function checkVectors(db: Db, table: number): HealthCheck {
  const orphans = row<{ count: number }>(
    db,
    `SELECT count(*) AS count FROM vector_${table}_rowids WHERE rowid NOT IN (SELECT row FROM fragment)`,
  );
  const lost = row<{ count: number }>(
    db,
    `SELECT count(*) AS count FROM fragment WHERE vectors = ? AND row NOT IN (SELECT rowid FROM vector_${table}_rowids)`,
    table,
  );
  const wrong = (orphans?.count ?? 0) + (lost?.count ?? 0);
  const detail =
    wrong === 0
      ? 'Every vector belongs to a fragment.'
      : `${orphans?.count ?? 0} vectors have no fragment, ${lost?.count ?? 0} fragments lost theirs.`;
  return { name: `vectors (model ${table})`, ok: wrong === 0, detail };
}

/** FTS5's own check is an INSERT, so it runs on the writer's handle. Rank 1 compares with the content. */
export function checkWordIndex(library: Db): HealthCheck {
  const name = 'word index';
  try {
    library.prepare("INSERT INTO fragment_index (fragment_index, rank) VALUES ('integrity-check', 1)").run();
    return { name, ok: true, detail: 'The index is whole.' };
  } catch (thrown) {
    return { name, ok: false, detail: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
