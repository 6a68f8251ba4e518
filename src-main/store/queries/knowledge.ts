/**
 * What knowledge is made from (reader). In: a document. Out: its sections and fragments, and points
 * of other documents that are near or share a topic.
 */
import type { DocumentId, FragmentId, PointId } from '../../domain/ids.ts';
import type { KnowledgeSource, NearPoint, SourceFragment, TopicPoint } from '../interfaces/knowledge.ts';
import { basisOf, formatBasis } from '../repositories/points.ts';
import { fingerprintOf } from '../repositories/vectors.ts';
import type { Db } from '../sqlite/connection.ts';
import { row, rows } from '../sqlite/connection.ts';
import { sections } from './fragments.ts';
import { vectorOf } from './ranking.ts';

export function source(db: Db, document: DocumentId): KnowledgeSource | null {
  const owner = row<{ row: number; title: string | null }>(
    db,
    'SELECT row, title FROM document WHERE id = ?',
    document,
  );
  if (owner === undefined) return null;
  const basis = basisOf(db, owner.row);
  const fragments = rows<Omit<SourceFragment, 'heading'> & { heading: string }>(
    db,
    'SELECT id, kind, ordinal, section, heading, text FROM fragment WHERE document = ? ORDER BY ordinal',
    owner.row,
  );
  const fingerprint = row<{ name: string }>(db, 'SELECT name FROM fingerprint WHERE row = ?', basis.vectors);
  return {
    document,
    title: owner.title,
    sections: sections(db, document),
    fragments: fragments.map((each) => ({ ...each, heading: JSON.parse(each.heading) as string[] })),
    vectors: fingerprint?.name ?? null,
    basis: formatBasis(basis),
  };
}

export function near(
  db: Db,
  document: DocumentId,
  fragments: readonly FragmentId[],
  fingerprint: string,
  options: { readonly perFragment: number; readonly minimum: number },
): NearPoint[] {
  const table = fingerprintOf(db, fingerprint)?.row;
  if (table === undefined) return [];
  return fragments.flatMap((fragment) => {
    const vector = vectorOf(db, table, fragment);
    if (vector === null) return [];
    return rows<Omit<NearPoint, 'fragment'>>(
      db,
      `WITH v AS MATERIALIZED (SELECT fragment, distance FROM vector_${table}
         WHERE embedding MATCH ? AND k = ? AND fragment IN (SELECT fragment FROM knowledge_point
           WHERE document <> (SELECT row FROM document WHERE id = ?)))
       SELECT k.id AS point, d.id AS document, 1 - v.distance * v.distance / 2 AS cosine
       FROM v JOIN knowledge_point AS k ON k.fragment = v.fragment JOIN document AS d ON d.row = k.document
       ORDER BY v.distance, k.row`,
      ...[vector, BigInt(options.perFragment), document],
    )
      .filter(({ cosine }) => cosine >= options.minimum)
      .map((point) => ({ ...point, fragment }));
  });
}

export function byTopics(
  db: Db,
  document: DocumentId,
  topics: readonly string[],
  options: { readonly perTopic: number; readonly maximum: number },
): TopicPoint[] {
  return topics.flatMap((topic) => {
    const carried = row<{ frequency: number }>(
      db,
      `SELECT count(DISTINCT k.document) AS frequency FROM point_topic AS t
       JOIN knowledge_point AS k ON k.row = t.point WHERE t.topic = ?`,
      topic,
    );
    const frequency = carried?.frequency ?? 0;
    if (frequency === 0 || frequency > options.maximum) return [];
    const points = rows<{ point: PointId; document: DocumentId }>(
      db,
      `SELECT k.id AS point, d.id AS document FROM point_topic AS t
       JOIN knowledge_point AS k ON k.row = t.point JOIN document AS d ON d.row = k.document
       WHERE t.topic = ? AND d.id <> ? ORDER BY k.row LIMIT ?`,
      ...[topic, document, options.perTopic],
    );
    return points.map((point) => ({ ...point, topic, frequency }));
  });
}
