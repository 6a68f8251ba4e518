/**
 * How many threads a generation uses. In: what the process and the machine did since the last look.
 * Out: fewer threads while other programs hold cores, more when cores are idle again.
 *
 * llama.cpp's threads wait for each other after every operation, hundreds of times a token. When
 * one of two is not on a core, a token takes seconds: measured on two busy cores, two threads made
 * 0.3 tokens a second of a 135M model where one thread makes more than ten.
 */
import { cpus } from 'node:os';

export interface ThreadGovernor {
  /** Looks for 60 ms and sets the threads to begin with; `most` is the lease. */
  begin(most: number): Promise<void>;
  /** Called between native calls; looks at most every 300 ms. */
  tick(): void;
}

/** Seconds of core time since the process or the machine started. */
export interface CoreTimes {
  /** Wall clock, seconds. */
  readonly wall: number;
  /** Used by this process, all threads. */
  readonly own: number;
  /** Idle, summed over all cores. */
  readonly idle: number;
}

const BEGIN_MILLISECONDS = 60;
const LOOK_SECONDS = 0.3;
/** After a cut, more threads are tried no sooner than this. */
const REST_SECONDS = 2;
/** Threads that are on their cores use them fully: they spin while they wait. */
const HELD_SHARE = 0.8;
/** Idle cores that make one more thread worth trying. */
const IDLE_CORE = 0.7;

export function readCoreTimes(): CoreTimes {
  const { user, system } = process.cpuUsage();
  return {
    wall: performance.now() / 1000,
    own: (user + system) / 1e6,
    idle: cpus().reduce((sum, { times }) => sum + times.idle, 0) / 1000,
  };
}

/** Threads for the next calls, given the cores this process got and the cores nobody used. */
export function nextThreads(
  now: number,
  most: number,
  ownCores: number,
  idleCores: number,
  rested: boolean,
): number {
  if (now > 1 && ownCores < now * HELD_SHARE) return Math.max(1, Math.min(now - 1, Math.round(ownCores)));
  if (rested && now < most && idleCores >= IDLE_CORE)
    return Math.min(most, now + Math.floor(idleCores + 1 - IDLE_CORE));
  return now;
}

export function createThreadGovernor(
  setThreads: (threads: number) => void,
  read: () => CoreTimes = readCoreTimes,
): ThreadGovernor {
  let most = 1;
  let threads = 1;
  let last = read();
  let cutAt = Number.NEGATIVE_INFINITY;

  function use(next: number): void {
    if (next < threads) cutAt = last.wall;
    threads = next;
    setThreads(next);
  }

  return {
    async begin(lease) {
      most = lease;
      const before = read();
      await new Promise((resolve) => setTimeout(resolve, BEGIN_MILLISECONDS));
      last = read();
      const free = (last.idle - before.idle) / (last.wall - before.wall);
      threads = Math.max(1, Math.min(most, Math.round(free)));
      cutAt = Number.NEGATIVE_INFINITY;
      setThreads(threads);
    },
    tick() {
      const now = read();
      const seconds = now.wall - last.wall;
      if (seconds < LOOK_SECONDS) return;
      const own = (now.own - last.own) / seconds;
      const idle = (now.idle - last.idle) / seconds;
      last = now;
      use(nextThreads(threads, most, own, idle, now.wall - cutAt >= REST_SECONDS));
    },
  };
}
