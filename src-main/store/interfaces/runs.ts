/**
 * Traces: runs and their append-only events. Long texts inside events are kept once per hash and
 * compressed; a reader of events sees them in place.
 */
import type { RunEvent } from '../../../src-preload/contract/run-events.ts';
import type { AskResult } from '../../domain/answer.ts';
import type { RunId } from '../../domain/ids.ts';

export interface RunMeta {
  readonly kind: 'ask' | 'evaluation';
  readonly question: string;
  readonly preset: string;
  readonly collection: string | null;
  /** ISO 8601. */
  readonly startedAt: string;
}

export interface RunStore {
  /** Creating a run that exists changes nothing. */
  create(run: RunId, meta: RunMeta): Promise<void>;
  /** Appends; an event whose (run, seq) is stored already is left as it is. Throws runNotFound. */
  append(run: RunId, events: readonly RunEvent[]): Promise<void>;
  /** Events with `seq` of at least `fromSeq`, in order. Throws runNotFound. */
  events(run: RunId, fromSeq: number): Promise<RunEvent[]>;
  meta(run: RunId): Promise<RunMeta | null>;
  /** The result of the closing event; null while there is none, or when the run failed. */
  result(run: RunId): Promise<AskResult | null>;
  /** Runs without a closing event: what a crash cut short. */
  unfinished(): Promise<RunId[]>;
  /** Removes the run, its events, and texts that no other run uses. */
  remove(run: RunId): Promise<void>;
}
