/** How rooms get a child process of the project's own Node; the engine implements it. */
import type { ChildProcess } from 'node:child_process';

/** Entries under `engine/entries/`; each is a plain Node 24 process with an ipc channel. */
export type WorkerEntry = 'ingest-worker' | 'inference';

export interface ProcessSpawner {
  /**
   * Starts the entry with `stdio: ['ignore','ignore','pipe','ipc']` and `serialization: 'advanced'`
   * (typed arrays cross as they are). The caller owns the process and ends it by its id.
   */
  spawn(entry: WorkerEntry, environment?: Readonly<Record<string, string>>): ChildProcess;
}
