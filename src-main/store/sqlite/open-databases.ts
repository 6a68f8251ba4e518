/**
 * Opening of the three files. In: the home folder. Out: handles for the writer, migrated and
 * checked, and what a person should hear about it.
 */
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { CarrelError } from '../../domain/errors.ts';
import type { StoreNotice } from '../interfaces/notices.ts';
import { newestSoundCopy } from './backups.ts';
import type { Db } from './connection.ts';
import { openFile, prepareForWriting, rows, run, transact } from './connection.ts';
import { isSound, setAside } from './damage.ts';
import { DATABASES, damageMarker, databasePath, openMarker } from './home.ts';
import type { DatabaseName } from './home.ts';
import { migrate, refuseFuture } from './migrate.ts';
import { removeUnheldDocuments } from '../repositories/documents.ts';
import { salvageVectors } from './salvage.ts';

export interface Databases {
  readonly user: Db;
  readonly library: Db;
  readonly runs: Db;
  readonly notices: readonly StoreNotice[];
}

/** Throws CarrelError `libraryNewer`, or `libraryDamaged` when user.db is broken and has no copy. */
export async function openDatabases(home: string): Promise<Databases> {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  for (const name of DATABASES) refuseFuture(databasePath(home, name), name);
  const afterCrash = existsSync(openMarker(home)) || existsSync(damageMarker(home));
  const notices: StoreNotice[] = [];
  const broken = DATABASES.filter((name) => !isSound(databasePath(home, name), afterCrash));
  const damagedLibrary = broken.includes('library') ? setAside(databasePath(home, 'library')) : null;
  if (broken.includes('user')) notices.push(restoreUser(home));
  if (broken.includes('runs')) {
    const aside = setAside(databasePath(home, 'runs'));
    notices.push({
      code: 'runsDamaged',
      message: `The record of past runs was damaged and a new one was started. The old file is kept as ${aside}.`,
    });
  }
  writeFileSync(openMarker(home), String(process.pid), { mode: 0o600 });
  rmSync(damageMarker(home), { force: true });
  const user = await openOne(home, 'user', notices);
  const library = await openOne(home, 'library', notices);
  const runs = await openOne(home, 'runs', notices);
  if (damagedLibrary !== null) {
    const saved = salvageVectors(library, damagedLibrary);
    notices.push({
      code: 'libraryDamaged',
      message: `The index was damaged and is being made again from your files. The old one is kept as ${damagedLibrary}; ${saved} of its vectors could be taken over.`,
    });
  }
  dropFilesWithoutRoot(user, library);
  return { user, library, runs, notices };
}

/** Closes the handles and takes the crash marker away. */
export function closeDatabases(home: string, databases: Databases): void {
  for (const name of DATABASES) {
    databases[name].pragma('wal_checkpoint(TRUNCATE)');
    databases[name].close();
  }
  rmSync(openMarker(home), { force: true });
}

async function openOne(home: string, name: DatabaseName, notices: StoreNotice[]): Promise<Db> {
  const db = prepareForWriting(openFile(databasePath(home, name)), name);
  if (await migrate(db, name))
    notices.push({ code: 'migrated', message: `${name}.db was brought up to date; a copy of it was kept.` });
  return db;
}

function restoreUser(home: string): StoreNotice {
  const path = databasePath(home, 'user');
  const copy = newestSoundCopy(home);
  if (copy === null)
    throw new CarrelError(
      'libraryDamaged',
      `The file with your folders, questions and settings is damaged and there is no copy of it yet. Move ${path} away to start with an empty one; your PDFs are not touched.`,
    );
  const aside = setAside(path);
  copyFileSync(copy, path);
  return {
    code: 'userRestored',
    message: `The file with your folders, questions and settings was damaged; the copy ${copy} took its place. The damaged one is kept as ${aside}.`,
  };
}

/**
 * No transaction spans two files: a root removed just before a crash may have left its files here.
 * Documents that lost their file in a scan are left alone: their file may have moved to another root.
 */
function dropFilesWithoutRoot(user: Db, library: Db): void {
  const roots = new Set(rows<{ id: number }>(user, 'SELECT id FROM root').map(({ id }) => id));
  const lost = rows<{ root: number }>(library, 'SELECT DISTINCT root FROM file').filter(
    ({ root }) => !roots.has(root),
  );
  if (lost.length === 0) return;
  transact(library, () => {
    for (const { root } of lost) run(library, 'DELETE FROM file WHERE root = ?', root);
    removeUnheldDocuments(library);
  });
}
