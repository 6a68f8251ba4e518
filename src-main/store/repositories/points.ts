/**
 * Knowledge points and relations (writer). In: what a maker made of one document. Out: rows that
 * replace the maker's earlier ones, and the note that this state of the document is done.
 */
import type { KnowledgePoint, Relation } from '../../domain/content.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { Db } from '../sqlite/connection.ts';
import { row, rows, run, transact } from '../sqlite/connection.ts';
import { documentRow } from './documents.ts';

/** What knowledge was made from: the generation, and the table in which all fragments had vectors (0: none). */
export interface Basis {
  readonly generation: number;
  readonly vectors: number;
}

export function formatBasis({ generation, vectors }: Basis): string {
  return `${generation}.${vectors}`;
}

function parseBasis(text: string): Basis {
  const [generation = 0, vectors = 0] = text.split('.').map(Number);
  return { generation, vectors };
}

/** The state of the document now. */
export function basisOf(library: Db, document: number): Basis {
  const generation = row<{ generation: number }>(
    library,
    'SELECT generation FROM document WHERE row = ?',
    document,
  );
  const tables = row<{ low: number | null; high: number | null }>(
    library,
    'SELECT min(vectors) AS low, max(vectors) AS high FROM fragment WHERE document = ?',
    document,
  );
  const complete = tables !== undefined && tables.low !== null && tables.low === tables.high;
  return { generation: generation?.generation ?? 0, vectors: complete ? (tables.low ?? 0) : 0 };
}

/** Points of unchanged id keep the relations that come in from other documents. */
export function putKnowledge(
  library: Db,
  document: DocumentId,
  maker: string,
  points: readonly KnowledgePoint[],
  relations: readonly Relation[],
  basis?: string,
): void {
  transact(library, () => {
    const owner = documentRow(library, document);
    const written = points.flatMap((point) => writePoint(library, owner, point) ?? []);
    removeOldPoints(library, owner, maker, new Set(written));
    for (const point of written) run(library, 'DELETE FROM relation WHERE source = ?', point);
    for (const relation of relations) writeRelation(library, owner, relation);
    const { generation, vectors } = basis === undefined ? basisOf(library, owner) : parseBasis(basis);
    run(
      library,
      'INSERT OR REPLACE INTO job (document, kind, maker, generation, vectors, finished_at) VALUES (?, ?, ?, ?, ?, ?)',
      ...[owner, 'knowledge', maker, generation, vectors, new Date().toISOString()],
    );
  });
}

/** The row written; null where the source fragment is gone (the document was published again meanwhile). */
function writePoint(library: Db, owner: number, point: KnowledgePoint): number | null {
  const source = row<{ row: number }>(
    library,
    'SELECT row FROM fragment WHERE id = ? AND document = ?',
    point.fragment,
    owner,
  );
  if (source === undefined) return null;
  const written = row<{ row: number }>(
    library,
    `INSERT INTO knowledge_point (id, document, fragment, title, summary, maker) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET fragment = excluded.fragment, title = excluded.title,
       summary = excluded.summary, maker = excluded.maker
     RETURNING row`,
    ...[point.id, owner, source.row, point.title, point.summary, point.maker],
  );
  if (written === undefined) return null;
  run(library, 'DELETE FROM point_topic WHERE point = ?', written.row);
  for (const topic of new Set(point.topics))
    run(library, 'INSERT INTO point_topic VALUES (?, ?)', topic, written.row);
  return written.row;
}

function removeOldPoints(library: Db, owner: number, maker: string, kept: ReadonlySet<number>): void {
  const stored = rows<{ row: number }>(
    library,
    'SELECT row FROM knowledge_point WHERE document = ? AND maker = ?',
    owner,
    maker,
  );
  for (const point of stored)
    if (!kept.has(point.row)) run(library, 'DELETE FROM knowledge_point WHERE row = ?', point.row);
}

/** A relation whose ends are not both there is passed over. */
function writeRelation(library: Db, owner: number, relation: Relation): void {
  run(
    library,
    `INSERT OR REPLACE INTO relation (source, target, kind, maker, weight)
     SELECT source.row, target.row, ?, ?, ? FROM knowledge_point AS source, knowledge_point AS target
     WHERE source.id = ? AND source.document = ? AND target.id = ? AND target.row <> source.row`,
    ...[relation.kind, relation.maker, relation.weight, relation.from, owner, relation.to],
  );
}
