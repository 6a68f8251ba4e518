/**
 * Takes vectors out of a damaged library. In: the new library and the damaged file. Out: rows of
 * `salvaged_vector`, from which a fragment of the same id takes its vector when it is made again.
 */
import Database from 'better-sqlite3';
import { load as loadVectors } from 'sqlite-vec';
import type { Db } from './connection.ts';
import { run, transact } from './connection.ts';

/** Returns how many could be read; what cannot be read is made again, so errors end the attempt quietly. */
export function salvageVectors(library: Db, damaged: string): number {
  let saved = 0;
  try {
    const old = new Database(damaged, { readonly: true });
    try {
      loadVectors(old);
      const fingerprints = old.prepare('SELECT row, name FROM fingerprint').all() as {
        row: number;
        name: string;
      }[];
      for (const { row, name } of fingerprints) saved += copyVectors(library, old, row, name);
    } finally {
      old.close();
    }
  } catch {
    return saved;
  }
  return saved;
}

function copyVectors(library: Db, old: Db, table: number, fingerprint: string): number {
  const vectors = old.prepare(`SELECT embedding FROM vector_${table} WHERE fragment = ?`).pluck();
  const fragments = old.prepare('SELECT row, id FROM fragment WHERE vectors = ?');
  let saved = 0;
  transact(library, () => {
    try {
      for (const found of fragments.iterate(table)) {
        const { row, id } = found as { row: number; id: string };
        const vector = vectors.get(BigInt(row));
        if (vector === undefined) continue;
        run(library, 'INSERT OR IGNORE INTO salvaged_vector VALUES (?, ?, ?)', fingerprint, id, vector);
        saved += 1;
      }
    } catch {
      return;
    }
  });
  return saved;
}
