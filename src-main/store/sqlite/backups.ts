/**
 * Rotating copies of user.db. In: the open handle and the home. Out: at most three daily copies
 * made by SQLite's backup API, and the newest of them that is sound.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from './connection.ts';
import { isSound } from './damage.ts';
import { backupFolder } from './home.ts';

const KEPT = 3;
const NAME = /^user-\d{4}-\d{2}-\d{2}\.db$/;

function copies(home: string): string[] {
  const folder = backupFolder(home);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();
}

/** Makes today's copy, or makes it anew, and drops the oldest beyond three. */
export async function backUp(db: Db, home: string, now: Date = new Date()): Promise<void> {
  const folder = backupFolder(home);
  const target = join(folder, `user-${now.toISOString().slice(0, 10)}.db`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const partial = `${target}.partial`;
  await db.backup(partial);
  renameSync(partial, target);
  for (const name of copies(home).slice(KEPT)) rmSync(join(folder, name), { force: true });
}

/** Path of the newest sound copy, null where there is none. */
export function newestSoundCopy(home: string): string | null {
  return (
    copies(home)
      .map((name) => join(backupFolder(home), name))
      .find((path) => isSound(path, true)) ?? null
  );
}
