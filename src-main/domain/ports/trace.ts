/** How agents write their trace: append-only events of one run. */
import type { RunEventBody } from '../../../src-preload/contract/run-events.ts';

export interface RunLog {
  /** Appends an event; `seq` and `at` are given by the log. Never throws into the agent. */
  append(event: RunEventBody): void;
}
