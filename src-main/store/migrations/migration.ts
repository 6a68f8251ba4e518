/** The shape of a migration and the order of all of them, per database. */
import type { Db } from '../sqlite/connection.ts';
import type { DatabaseName } from '../sqlite/home.ts';
import { libraryFirst } from './library/0010-first.ts';
import { runsFirst } from './runs/0010-first.ts';
import { userFirst } from './user/0010-first.ts';

export interface Migration {
  /** Becomes `user_version`; steps of ten leave room. */
  readonly version: number;
  readonly up: (db: Db) => void;
}

export const MIGRATIONS: Readonly<Record<DatabaseName, readonly Migration[]>> = {
  user: [{ version: 10, up: userFirst }],
  library: [{ version: 10, up: libraryFirst }],
  runs: [{ version: 10, up: runsFirst }],
};

/** The version that this program writes. */
export function latestVersion(name: DatabaseName): number {
  return MIGRATIONS[name].at(-1)?.version ?? 0;
}
