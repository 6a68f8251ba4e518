/**
 * The two ranked lists (reader threads). In: an FTS5 expression or a unit vector, and a filter.
 * Out: fragments by falling score, unreliable pages marked.
 */
import type { FragmentId } from '../../domain/ids.ts';
import type { DenseQuery, LexicalQuery, Ranked } from '../interfaces/search.ts';
import { fingerprintOf } from '../repositories/vectors.ts';
import type { Db } from '../sqlite/connection.ts';
import { row, rows } from '../sqlite/connection.ts';
import { fragmentScope, isOpen, requireCollection } from './scope.ts';

/**
 * Weights of title, heading and text in BM25. Equal: on the 24 questions of the samples, eight settings
 * between 0 and 2 differ by less than .005 in mean reciprocal rank (.846 to .850).
 */
const COLUMN_WEIGHTS = '1.0, 1.0, 1.0';
/** sqlite-vec refuses more neighbours. */
const MOST_NEIGHBOURS = 4096;

interface RankedRow {
  readonly fragment: FragmentId;
  readonly score: number;
  readonly unreliable: number;
}

function ranked({ fragment, score, unreliable }: RankedRow): Ranked {
  return { fragment, score, unreliable: unreliable === 1 };
}

const PAGE_OF_FRAGMENT = 'LEFT JOIN page AS p ON p.document = f.document AND p.number = f.page';

export function lexical(db: Db, query: LexicalQuery): Ranked[] {
  requireCollection(db, query.filter.collection);
  const scope = fragmentScope(query.filter, 'f');
  // Ranked first, joined after: only the rows that are kept cost a look at fragment and page.
  const filtered = isOpen(query.filter)
    ? ''
    : `AND rowid IN (SELECT f.row FROM fragment AS f WHERE ${scope.where})`;
  return rows<RankedRow>(
    db,
    `SELECT f.id AS fragment, -m.score AS score, p.state IS 'unreliable' AS unreliable
     FROM (SELECT rowid AS row, bm25(fragment_index, ${COLUMN_WEIGHTS}) AS score FROM fragment_index
           WHERE fragment_index MATCH ? ${filtered} ORDER BY score, rowid LIMIT ?) AS m
     JOIN fragment AS f ON f.row = m.row ${PAGE_OF_FRAGMENT}
     ORDER BY m.score, m.row`,
    ...[query.match, ...scope.parameters, query.limit],
  ).map(ranked);
}

export function dense(db: Db, query: DenseQuery): Ranked[] {
  requireCollection(db, query.filter.collection);
  const found = fingerprintOf(db, query.fingerprint);
  if (found === undefined || found.dimensions !== query.vector.length) return [];
  const scope = fragmentScope(query.filter, 'f');
  const filtered = isOpen(query.filter)
    ? ''
    : `AND fragment IN (SELECT f.row FROM fragment AS f WHERE ${scope.where})`;
  // Vectors are of length one, so with L2 distance d the cosine is 1 - d² / 2.
  return rows<RankedRow>(
    db,
    `WITH v AS MATERIALIZED (SELECT fragment, distance FROM vector_${found.row}
       WHERE embedding MATCH ? AND k = ? ${filtered})
     SELECT f.id AS fragment, 1 - v.distance * v.distance / 2 AS score,
       p.state IS 'unreliable' AS unreliable
     FROM v JOIN fragment AS f ON f.row = v.fragment ${PAGE_OF_FRAGMENT}
     ORDER BY v.distance, v.fragment`,
    ...[query.vector, BigInt(Math.min(query.limit, MOST_NEIGHBOURS)), ...scope.parameters],
  ).map(ranked);
}

export function vectorCount(db: Db, fingerprint: string): number {
  const found = fingerprintOf(db, fingerprint);
  if (found === undefined) return 0;
  const counted = row<{ count: number }>(
    db,
    'SELECT count(*) AS count FROM fragment WHERE vectors = ?',
    found.row,
  );
  return counted?.count ?? 0;
}

/** The stored vector of a fragment; null where there is none of this fingerprint. */
export function vectorOf(db: Db, table: number, fragment: FragmentId): Float32Array | null {
  const found = row<{ embedding: Buffer }>(
    db,
    `SELECT v.embedding FROM vector_${table} AS v
     WHERE v.fragment = (SELECT row FROM fragment WHERE id = ?)`,
    fragment,
  );
  return found === undefined ? null : new Float32Array(Uint8Array.from(found.embedding).buffer);
}

export function vectors(
  db: Db,
  fingerprint: string,
  fragments: readonly FragmentId[],
): (Float32Array | null)[] {
  const found = fingerprintOf(db, fingerprint);
  return fragments.map((fragment) => (found === undefined ? null : vectorOf(db, found.row, fragment)));
}

export function cosines(
  db: Db,
  vector: Float32Array,
  fingerprint: string,
  fragments: readonly FragmentId[],
): (number | null)[] {
  return vectors(db, fingerprint, fragments).map((stored) => (stored === null ? null : dot(vector, stored)));
}

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index += 1) sum += (left[index] ?? 0) * (right[index] ?? 0);
  return sum;
}
