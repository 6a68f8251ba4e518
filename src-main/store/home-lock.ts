/**
 * One engine per home. In: the home folder. Out: a lock that the operating system gives back when
 * the process ends, however it ends: SQLite's own file lock, since Node has none.
 */
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { CarrelError } from '../domain/errors.ts';

export interface HomeLock {
  release(): void;
}

/** Throws `engineLocked` when another process holds the home. */
export function acquireHomeLock(home: string): HomeLock {
  const database = new Database(join(home, 'engine.lock'), { timeout: 0 });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    throw new CarrelError('engineLocked', 'Another Carrel engine already uses this data folder.', { cause });
  }
  return { release: () => database.close() };
}
