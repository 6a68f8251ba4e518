/**
 * Vectors (writer). In: unit vectors of fragments under a model's fingerprint. Out: one vec0 table
 * per fingerprint (`vector_N`), keyed by the fragment's row.
 */
import { CarrelError } from '../../domain/errors.ts';
import type { FragmentId } from '../../domain/ids.ts';
import type { Db } from '../sqlite/connection.ts';
import { row, rows, run, transact } from '../sqlite/connection.ts';

/** How far the squared length of a stored vector may be from 1; its cosine is then off by half of it. */
const UNIT_TOLERANCE = 1e-2;

export interface FragmentVector {
  readonly fragment: FragmentId;
  readonly vector: Float32Array;
}

export interface Fingerprint {
  readonly row: number;
  readonly dimensions: number;
}

/** The fingerprint's table number; undefined when no vector of it was ever put. */
export function fingerprintOf(library: Db, name: string): Fingerprint | undefined {
  return row<Fingerprint>(library, 'SELECT row, dimensions FROM fingerprint WHERE name = ?', name);
}

/** Numbers of the vec0 tables that exist. */
export function vectorTables(library: Db): number[] {
  return rows<{ row: number }>(library, 'SELECT row FROM fingerprint').map((fingerprint) => fingerprint.row);
}

/** vec0 takes integers only as BigInt. */
export function deleteVector(library: Db, table: number, fragment: number): void {
  run(library, `DELETE FROM vector_${table} WHERE fragment = ?`, BigInt(fragment));
}

/** vec0 has no UPSERT and refuses INSERT OR REPLACE: delete, then insert. */
function writeVector(library: Db, table: number, fragment: number, vector: Float32Array): void {
  deleteVector(library, table, fragment);
  run(library, `INSERT INTO vector_${table} (fragment, embedding) VALUES (?, ?)`, BigInt(fragment), vector);
  run(library, 'UPDATE fragment SET vectors = ? WHERE row = ?', table, fragment);
}

/** sqlite-vec accepts NaN and ranks it first, so every vector is checked here. */
function checked(vector: Float32Array, dimensions: number): Float32Array {
  if (vector.length !== dimensions)
    throw new CarrelError('invalidInput', `A vector has ${vector.length} numbers instead of ${dimensions}.`);
  let square = 0;
  for (const value of vector) square += value * value;
  if (!(Math.abs(square - 1) <= UNIT_TOLERANCE))
    throw new CarrelError(
      'invalidInput',
      'A vector is not of length one, or holds a value that is no number.',
    );
  return vector;
}

function findOrAdd(library: Db, name: string, dimensions: number): Fingerprint {
  const known = fingerprintOf(library, name);
  if (known !== undefined) {
    if (known.dimensions !== dimensions)
      throw new CarrelError(
        'invalidInput',
        `Vectors of ${name} have ${known.dimensions} numbers, not ${dimensions}.`,
      );
    return known;
  }
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > 8192)
    throw new CarrelError('invalidInput', 'Vectors must have between 1 and 8192 numbers.');
  const added = run(library, 'INSERT INTO fingerprint (name, dimensions) VALUES (?, ?)', name, dimensions);
  const table = Number(added.lastInsertRowid);
  library.exec(
    `CREATE VIRTUAL TABLE vector_${table} USING vec0(fragment INTEGER PRIMARY KEY, embedding FLOAT[${dimensions}])`,
  );
  return { row: table, dimensions };
}

/** Stores vectors; fragments that are gone by now are passed over. All or none. */
export function putVectors(
  library: Db,
  name: string,
  dimensions: number,
  vectors: readonly FragmentVector[],
): void {
  transact(library, () => {
    const { row: table } = findOrAdd(library, name, dimensions);
    for (const { fragment, vector } of vectors) {
      const unit = checked(vector, dimensions);
      const owner = row<{ row: number }>(library, 'SELECT row FROM fragment WHERE id = ?', fragment);
      if (owner !== undefined) writeVector(library, table, owner.row, unit);
    }
    dropSuperseded(library, table);
  });
}

/** Once every fragment has a vector of this table, the tables of earlier models are dropped. */
function dropSuperseded(library: Db, table: number): void {
  const others = vectorTables(library).filter((other) => other !== table);
  if (others.length === 0) return;
  const missing = row(
    library,
    'SELECT 1 FROM fragment WHERE vectors < ? OR vectors > ? LIMIT 1',
    table,
    table,
  );
  if (missing !== undefined) return;
  for (const other of others) {
    library.exec(`DROP TABLE vector_${other}`);
    run(library, 'DELETE FROM fingerprint WHERE row = ?', other);
  }
}

/** Gives a fragment that was made again the vectors that were salvaged for its id. */
export function takeSalvaged(library: Db, fragment: number, id: FragmentId): void {
  const saved = rows<{ fingerprint: string; vector: Buffer }>(
    library,
    'SELECT fingerprint, vector FROM salvaged_vector WHERE fragment = ?',
    id,
  );
  if (saved.length === 0) return;
  for (const { fingerprint, vector } of saved) {
    const numbers = new Float32Array(Uint8Array.from(vector).buffer);
    const { row: table } = findOrAdd(library, fingerprint, numbers.length);
    writeVector(library, table, fragment, checked(numbers, numbers.length));
  }
  run(library, 'DELETE FROM salvaged_vector WHERE fragment = ?', id);
}
