/**
 * Runs that are going on, and those that are over. In: events of agents. Out: an append-only log
 * in runs.db, and a live stream to subscribers from any sequence number.
 */
import { randomUUID } from 'node:crypto';
import { isFinal, type RunEvent, type RunEventBody } from '../../src-preload/contract/run-events.ts';
import { CarrelError } from '../domain/errors.ts';
import { asRunId, type RunId } from '../domain/ids.ts';
import type { RunLog } from '../domain/ports/trace.ts';

/** What this needs of runs.db. */
export interface RunEventStore {
  append(run: RunId, events: readonly RunEvent[]): Promise<void>;
  events(run: RunId, fromSeq: number): Promise<RunEvent[]>;
}

/** Streamed pieces are stored in groups: one transaction for each token would be hundreds. */
const FLUSH_MILLISECONDS = 250;

interface LiveRun {
  readonly controller: AbortController;
  readonly events: RunEvent[];
  readonly listeners: Set<(event: RunEvent) => void>;
  stored: number;
  timer: NodeJS.Timeout | null;
  flushing: Promise<void>;
  readonly ended: Promise<void>;
  end(): void;
}

export interface Runs {
  /** Begins a run; `work` appends events and must close with `run.ended` or `run.failed`. */
  start(work: (run: RunId, log: RunLog, signal: AbortSignal) => Promise<void>): RunId;
  cancel(run: RunId): void;
  isLive(run: RunId): boolean;
  /** Calls `listener` for every event from `fromSeq` on; resolves when the run has closed. */
  subscribe(
    run: RunId,
    fromSeq: number,
    listener: (event: RunEvent) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** All events so far. Throws `runNotFound`. */
  events(run: RunId): Promise<RunEvent[]>;
  /** Stops every run and waits until their logs are stored. */
  close(): Promise<void>;
}

export function createRuns(store: RunEventStore, log: (line: string) => void): Runs {
  const live = new Map<RunId, LiveRun>();

  function flush(run: RunId, state: LiveRun): Promise<void> {
    if (state.timer) clearTimeout(state.timer);
    state.timer = null;
    const batch = state.events.slice(state.stored);
    state.stored = state.events.length;
    if (batch.length > 0)
      state.flushing = state.flushing
        .then(() => store.append(run, batch))
        .catch((error: unknown) => log(`The trace of run ${run} was not stored: ${String(error)}`));
    return state.flushing;
  }

  function append(run: RunId, state: LiveRun, body: RunEventBody): void {
    const event = { run, seq: state.events.length, at: new Date().toISOString(), ...body } as RunEvent;
    state.events.push(event);
    for (const listener of [...state.listeners]) listener(event);
    state.timer ??= setTimeout(() => void flush(run, state), FLUSH_MILLISECONDS);
  }

  function newRun(): LiveRun {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    return {
      controller: new AbortController(),
      events: [],
      listeners: new Set(),
      stored: 0,
      timer: null,
      flushing: Promise.resolve(),
      ended,
      end,
    };
  }

  return {
    start(work) {
      const run = asRunId(randomUUID());
      const state = newRun();
      live.set(run, state);
      const runLog: RunLog = { append: (body) => append(run, state, body) };
      void work(run, runLog, state.controller.signal)
        .catch((error: unknown) => log(`Run ${run} broke: ${String(error)}`))
        .then(() => flush(run, state))
        .finally(() => {
          live.delete(run);
          state.end();
        });
      return run;
    },
    cancel(run) {
      live.get(run)?.controller.abort(new CarrelError('cancelled', 'The question was stopped.'));
    },
    isLive: (run) => live.has(run),
    async subscribe(run, fromSeq, listener, signal) {
      const state = live.get(run);
      if (!state) {
        const stored = await store.events(run, 0);
        if (stored.length === 0) throw new CarrelError('runNotFound', 'There is no answer with this id.');
        for (const event of stored) if (event.seq >= fromSeq) listener(event);
        return;
      }
      const wanted = (event: RunEvent): void => {
        if (event.seq >= fromSeq) listener(event);
      };
      state.events.forEach(wanted);
      state.listeners.add(wanted);
      const left = new Promise<void>((resolve) =>
        signal.addEventListener('abort', () => resolve(), { once: true }),
      );
      await Promise.race([state.ended, left]);
      state.listeners.delete(wanted);
    },
    async events(run) {
      const state = live.get(run);
      const events = state ? [...state.events] : await store.events(run, 0);
      if (events.length === 0) throw new CarrelError('runNotFound', 'There is no answer with this id.');
      return events;
    },
    async close() {
      const all = [...live.values()];
      for (const state of all) state.controller.abort(new CarrelError('cancelled', 'Carrel was closed.'));
      await Promise.all(all.map((state) => state.ended));
    },
  };
}

/** The closing event of a run, null while it is going on or when the engine died in it. */
export function finalEvent(events: readonly RunEvent[]): RunEvent | null {
  return events.findLast((event) => isFinal(event)) ?? null;
}
