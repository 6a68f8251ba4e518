import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createEventQueue } from '../../../src-main/models/local/event-queue.ts';
import { createTurns } from '../../../src-main/models/local/turns.ts';
import { never } from './helpers/doors.ts';

describe('events as they are pushed', () => {
  it('keeps their order, and ends with the task', async () => {
    const got: number[] = [];
    const queue = createEventQueue<number>(async (emit) => {
      emit(1);
      emit(2);
      await sleep(5);
      emit(3);
    }, never());
    for await (const value of queue) got.push(value);
    expect(got).toEqual([1, 2, 3]);
  });

  it('gives what came before an error, then the error', async () => {
    const queue = createEventQueue<number>((emit) => {
      emit(1);
      return Promise.reject(new Error('bad'));
    }, never());
    expect((await queue.next()).value).toBe(1);
    await expect(queue.next()).rejects.toMatchObject({
      code: 'internal',
      detail: expect.stringContaining('bad') as string,
    });
  });

  it('rejects at once when aborted, though the task takes its time', async () => {
    const controller = new AbortController();
    const queue = createEventQueue<number>(() => sleep(5_000), controller.signal);
    setTimeout(() => controller.abort(), 10);
    const started = performance.now();
    await expect(queue.next()).rejects.toMatchObject({ code: 'cancelled' });
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('aborts the task when its reader leaves', async () => {
    let aborted = false;
    const queue = createEventQueue<number>(async (emit, signal) => {
      signal.addEventListener('abort', () => (aborted = true));
      emit(1);
      await sleep(5_000, undefined, { signal });
    }, never());
    for await (const value of queue) if (value === 1) break;
    expect(aborted).toBe(true);
  });
});

describe('turns', () => {
  it('one after the other; who gives up does not hold the line', async () => {
    const turns = createTurns();
    const order: string[] = [];
    const endFirst = await turns.take(never());
    const gaveUp = new AbortController();
    const second = turns.take(gaveUp.signal);
    const third = turns.take(never()).then((end) => {
      order.push('third');
      end();
    });
    gaveUp.abort(new Error('no more'));
    await expect(second).rejects.toThrow('no more');
    await sleep(10);
    expect(order).toEqual([]);
    endFirst();
    await third;
    expect(order).toEqual(['third']);
    await expect(turns.take(AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
    (await turns.take(never()))();
  });
});
