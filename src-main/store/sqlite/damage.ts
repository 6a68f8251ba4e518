/**
 * Damaged files. In: the path of a database. Out: whether it can be trusted; a damaged one is set
 * aside under a dated name together with its log, never deleted.
 */
import { existsSync, renameSync, statSync } from 'node:fs';
import { parse, join } from 'node:path';
import Database from 'better-sqlite3';
import { load as loadVectors } from 'sqlite-vec';
import { isDamage } from './errors.ts';
import { timeStamp } from './home.ts';

/** `quick_check` reads the whole file: about a second per 300 MB, so a large one is spared after a clean close. */
const ALWAYS_CHECKED = 128 * 1024 * 1024;

/** True when the file is absent or `PRAGMA quick_check` finds nothing. */
export function isSound(path: string, afterCrash: boolean): boolean {
  if (!existsSync(path)) return true;
  if (!afterCrash && statSync(path).size > ALWAYS_CHECKED) return true;
  try {
    const db = new Database(path);
    try {
      loadVectors(db);
      db.pragma('schema_version');
      return db.pragma('quick_check(1)', { simple: true }) === 'ok';
    } finally {
      db.close();
    }
  } catch (thrown) {
    if (isDamage(thrown)) return false;
    throw thrown;
  }
}

/** Renames `library.db` (and its -wal and -shm) to `library.damaged-DATE.db`; returns the new path. */
export function setAside(path: string): string {
  const { dir, name, ext } = parse(path);
  const stem = join(dir, `${name}.damaged-${timeStamp()}`);
  let target = `${stem}${ext}`;
  for (let attempt = 2; existsSync(target); attempt += 1) target = `${stem}-${attempt}${ext}`;
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
  return target;
}
