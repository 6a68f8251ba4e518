import { describe, expect, it } from 'vitest';
import { createScheduler } from '../../../src-main/engine/scheduler.ts';

const never = new AbortController().signal;
const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('scheduler of cores', () => {
  it('never leases more cores to background work than there are', async () => {
    const scheduler = createScheduler(2);
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const lease = await scheduler.acquire(index % 2 ? 'read' : 'ocr', 1, never);
        running += lease.cores;
        most = Math.max(most, running);
        await soon();
        running -= lease.cores;
        lease.release();
      }),
    );
    expect(most).toBe(2);
    expect(running).toBe(0);
  });

  it('grants a question at once while all cores are taken, and holds background work back', async () => {
    const scheduler = createScheduler(2);
    const first = await scheduler.acquire('read', 2, never);
    const question = await scheduler.acquire('question', 1, never);
    expect(scheduler.questionActive).toBe(true);
    let granted = false;
    const waiting = scheduler.acquire('embed', 1, never).then((lease) => {
      granted = true;
      return lease;
    });
    first.release();
    await soon();
    expect(granted).toBe(false);
    question.release();
    (await waiting).release();
    expect(scheduler.questionActive).toBe(false);
  });

  it('prefers reading to OCR, whatever came first', async () => {
    const scheduler = createScheduler(1);
    const holder = await scheduler.acquire('read', 1, never);
    const order: string[] = [];
    const work = (['knowledge', 'ocr', 'read'] as const).map(async (kind) => {
      const lease = await scheduler.acquire(kind, 1, never);
      order.push(kind);
      lease.release();
    });
    holder.release();
    await Promise.all(work);
    expect(order).toEqual(['read', 'ocr', 'knowledge']);
  });

  it('leaves the queue when aborted, and a lease released twice counts once', async () => {
    const scheduler = createScheduler(1);
    const lease = await scheduler.acquire('read', 5, never);
    expect(lease.cores).toBe(1);
    const controller = new AbortController();
    const waiting = scheduler.acquire('read', 1, controller.signal);
    controller.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    await expect(scheduler.acquire('read', 1, controller.signal)).rejects.toThrow('stopped');
    lease.release();
    lease.release();
    const a = await scheduler.acquire('read', 1, never);
    let second = false;
    void scheduler.acquire('read', 1, never).then(() => (second = true));
    await soon();
    expect(second).toBe(false);
    a.release();
    await soon();
    expect(second).toBe(true);
  });

  it('is not blocked by a wide request that cannot be met yet and was taken back', async () => {
    const scheduler = createScheduler(2);
    const one = await scheduler.acquire('read', 1, never);
    const controller = new AbortController();
    const wide = scheduler.acquire('read', 2, controller.signal);
    const narrow = scheduler.acquire('ocr', 1, never);
    controller.abort(new Error('stopped'));
    await expect(wide).rejects.toThrow('stopped');
    (await narrow).release();
    one.release();
  });
});
