/**
 * Brings a database to the version this program writes. In: an open handle. Out: the same handle,
 * migrated; a database from the future is refused before anything of it is touched.
 */
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { CarrelError } from '../../domain/errors.ts';
import type { Migration } from '../migrations/migration.ts';
import { MIGRATIONS, latestVersion } from '../migrations/migration.ts';
import type { Db } from './connection.ts';
import { isDamage } from './errors.ts';
import type { DatabaseName } from './home.ts';

export function storedVersion(db: Db): number {
  return db.pragma('user_version', { simple: true }) as number;
}

/** Throws `libraryNewer` for a file of a later program; opens it read-only and changes nothing. */
export function refuseFuture(path: string, name: DatabaseName): void {
  if (!existsSync(path)) return;
  const version = versionOf(path);
  if (version > latestVersion(name))
    throw new CarrelError(
      'libraryNewer',
      'This library was made by a newer Carrel. Open it with that version or a later one; nothing was changed.',
      { detail: `${name}.db has version ${version}; this program knows ${latestVersion(name)}.` },
    );
}

/** 0 for a file that SQLite cannot read: the check for damage deals with it. */
function versionOf(path: string): number {
  try {
    const db = new Database(path, { readonly: true });
    try {
      return storedVersion(db);
    } finally {
      db.close();
    }
  } catch (thrown) {
    if (isDamage(thrown)) return 0;
    throw thrown;
  }
}

/**
 * Runs each missing migration in a transaction of its own, version bump included. A database that
 * holds something is copied beside itself first (`library.db.before-20`). Returns true when any ran.
 */
export async function migrate(
  db: Db,
  name: DatabaseName,
  migrations: readonly Migration[] = MIGRATIONS[name],
): Promise<boolean> {
  const from = storedVersion(db);
  const missing = migrations.filter((migration) => migration.version > from);
  const target = missing.at(-1)?.version;
  if (target === undefined) return false;
  if (from > 0) await db.backup(`${db.name}.before-${target}`);
  for (const migration of missing)
    db.transaction(() => {
      migration.up(db);
      db.pragma(`user_version = ${migration.version}`);
    }).immediate();
  return from > 0;
}
