import { describe, expect, it } from 'vitest';
import { createRuns, finalEvent, type RunEventStore } from '../../../src-main/engine/runs.ts';
import type { RunEvent, RunEventBody } from '../../../src-preload/contract/run-events.ts';
import { asRunId } from '../../../src-main/domain/ids.ts';

function memoryStore(): RunEventStore & { rows: Map<string, RunEvent[]>; batches: number } {
  const rows = new Map<string, RunEvent[]>();
  return {
    rows,
    batches: 0,
    append(run, events) {
      this.batches += 1;
      rows.set(run, [...(rows.get(run) ?? []), ...events]);
      return Promise.resolve();
    },
    events: (run, from) => Promise.resolve((rows.get(run) ?? []).filter((event) => event.seq >= from)),
  };
}

const delta = (text: string): RunEventBody => ({ type: 'answer.delta', text });
const failed: RunEventBody = {
  type: 'run.failed',
  error: { code: 'cancelled', message: 'Stopped.', retryable: false },
  partialAnswer: '',
};
const never = new AbortController().signal;

describe('runs', () => {
  it('gives every subscriber the same events in order, whenever it comes', async () => {
    const store = memoryStore();
    const runs = createRuns(store, () => undefined);
    const run = runs.start(async (_run, log) => {
      for (let index = 0; index < 50; index++) {
        log.append(delta(String(index)));
        if (index % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 3));
      }
      log.append(failed);
    });
    const early: number[] = [];
    const late: number[] = [];
    const first = runs.subscribe(run, 0, (event) => early.push(event.seq), never);
    await new Promise((resolve) => setTimeout(resolve, 6));
    const second = runs.subscribe(run, 20, (event) => late.push(event.seq), never);
    await Promise.all([first, second]);
    expect(early).toEqual(Array.from({ length: 51 }, (_, index) => index));
    expect(late).toEqual(Array.from({ length: 31 }, (_, index) => index + 20));
    const after: number[] = [];
    await runs.subscribe(run, 48, (event) => after.push(event.seq), never);
    expect(after).toEqual([48, 49, 50]);
    expect(store.rows.get(run)?.length).toBe(51);
    expect(store.batches).toBeLessThan(20);
    expect(finalEvent(await runs.events(run))?.type).toBe('run.failed');
  });

  it('stops a run by its id, and all of them when it closes', async () => {
    const store = memoryStore();
    const runs = createRuns(store, () => undefined);
    const work = (_run: unknown, log: { append(body: RunEventBody): void }, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        log.append(delta('a'));
        signal.addEventListener('abort', () => {
          log.append(failed);
          resolve();
        });
      });
    const first = runs.start(work);
    const second = runs.start(work);
    runs.cancel(first);
    await runs.subscribe(first, 0, () => undefined, never);
    expect(runs.isLive(first)).toBe(false);
    expect(runs.isLive(second)).toBe(true);
    await runs.close();
    expect(store.rows.get(second)?.at(-1)?.type).toBe('run.failed');
  });

  it('says that an unknown run is unknown', async () => {
    const runs = createRuns(memoryStore(), () => undefined);
    await expect(runs.events(asRunId('nothing'))).rejects.toMatchObject({ code: 'runNotFound' });
    await expect(runs.subscribe(asRunId('nothing'), 0, () => undefined, never)).rejects.toMatchObject({
      code: 'runNotFound',
    });
  });

  it('ends a subscription when its host goes away, without ending the run', async () => {
    const runs = createRuns(memoryStore(), () => undefined);
    const run = runs.start((_run, log, signal) => {
      log.append(delta('a'));
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    });
    const host = new AbortController();
    const subscription = runs.subscribe(run, 0, () => undefined, host.signal);
    host.abort();
    await subscription;
    expect(runs.isLive(run)).toBe(true);
    await runs.close();
  });
});
