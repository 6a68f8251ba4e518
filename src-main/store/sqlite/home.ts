/** Names of the store's files. In: the home folder. Out: absolute paths. */
import { join } from 'node:path';

export const DATABASES = ['user', 'library', 'runs'] as const;
export type DatabaseName = (typeof DATABASES)[number];

export function databasePath(home: string, name: DatabaseName): string {
  return join(home, `${name}.db`);
}

/** Rotating copies of user.db. */
export function backupFolder(home: string): string {
  return join(home, 'backups');
}

/** Exists while the store is open; found at start, it tells of a crash. */
export function openMarker(home: string): string {
  return join(home, '.store-open');
}

/** Made when SQLite reports damage during a call: the next start then checks files of any size. */
export function damageMarker(home: string): string {
  return join(home, '.store-damage');
}

/** A moment as part of a file name, to the second. */
export function timeStamp(at: Date = new Date()): string {
  return at.toISOString().slice(0, 19).replaceAll(':', '-');
}
