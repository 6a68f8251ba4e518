import { describe, expect, it } from 'vitest';
import {
  createThreadGovernor,
  nextThreads,
  readCoreTimes,
} from '../../../src-main/models/inference/thread-governor.ts';
import type { CoreTimes } from '../../../src-main/models/inference/thread-governor.ts';

describe('threads of a generation', () => {
  it.each([
    ['keeps its threads while they are on their cores', 2, 2, 1.95, 0.05, 2],
    ['goes down when one of two is not on a core', 2, 2, 1.1, 0, 1],
    ['goes down to what it really gets', 8, 8, 3.2, 0, 3],
    ['never below one', 2, 2, 0.1, 0, 1],
    ['goes up when a core is idle', 1, 2, 1, 0.9, 2],
    ['goes up by as many as are idle, within the lease', 1, 4, 1, 6.8, 4],
    ['stays when no core is idle', 1, 2, 0.6, 0.2, 1],
  ])('%s', (_name, now, most, own, idle, expected) => {
    expect(nextThreads(now, most, own, idle, true)).toBe(expected);
  });

  it('rests after a cut before it tries more', () => {
    expect(nextThreads(1, 2, 1, 1, false)).toBe(1);
  });

  it('begins with the idle cores, and looks no more often than it should', async () => {
    const times: CoreTimes[] = [
      { wall: 0, own: 0, idle: 0 },
      { wall: 10, own: 0, idle: 0 },
      { wall: 11, own: 0, idle: 3.1 },
      { wall: 11.1, own: 0, idle: 3.1 },
      { wall: 12, own: 1.5, idle: 3.1 },
    ];
    const set: number[] = [];
    const governor = createThreadGovernor(
      (threads) => set.push(threads),
      () => times.shift() ?? { wall: 99, own: 0, idle: 0 },
    );
    await governor.begin(4);
    expect(set).toEqual([3]);
    governor.tick();
    expect(set).toEqual([3]);
    governor.tick();
    expect(set).toEqual([3, 2]);
  });

  it('reads real times that only grow', () => {
    const before = readCoreTimes();
    const until = performance.now() + 100;
    while (performance.now() < until);
    const after = readCoreTimes();
    expect(after.own).toBeGreaterThan(before.own);
    expect(after.wall - before.wall).toBeGreaterThan(0.09);
    expect(after.idle).toBeGreaterThanOrEqual(before.idle);
  });
});
