/**
 * The door of the store room. In: the home folder. Out: typed asynchronous stores; all SQL runs on
 * one writer thread and two reader threads.
 */
import type { IndexStore } from '../domain/ports/index-store.ts';
import type { KnowledgeQueries } from './interfaces/knowledge.ts';
import type { LibraryQueries } from './interfaces/library.ts';
import type { RunStore } from './interfaces/runs.ts';
import type { SearchQueries } from './interfaces/search.ts';
import type { UserStore } from './interfaces/user.ts';

/** Something a person should hear after opening, such as a damaged library that was set aside. */
export interface StoreNotice {
  readonly code: 'libraryDamaged' | 'runsDamaged' | 'userRestored' | 'migrated';
  readonly message: string;
}

export interface Store {
  readonly index: IndexStore;
  readonly library: LibraryQueries;
  readonly lookup: SearchQueries;
  readonly knowledge: KnowledgeQueries;
  readonly user: UserStore;
  readonly runs: RunStore;
  /** What happened while opening. */
  readonly notices: readonly StoreNotice[];
  /** Finishes what is queued, writes back the log files and ends the threads. */
  close(): Promise<void>;
}
