/**
 * A fixed number of page-reading processes, started when first needed. In: calls. Out: replies;
 * a process that ended or grew is replaced by the next call.
 */
import type { ProcessSpawner } from '../../domain/ports/process.ts';
import { CarrelError } from '../../domain/errors.ts';
import type { WorkerCallName, WorkerInput, WorkerOutput } from './protocol.ts';
import { startWorkerProcess, type Budget, type WorkerProcess } from './worker-process.ts';

/** Allocators keep what a large page needed; a worker that holds more than this is replaced. */
const IDLE_RESIDENT_BYTES = 450 * 1024 * 1024;
/** Native code leaks a little: a worker is replaced after this many calls. */
const CALLS_PER_WORKER = 500;

export interface WorkerPool {
  call<Name extends WorkerCallName>(
    name: Name,
    input: WorkerInput<Name>,
    budget: Budget,
    signal: AbortSignal,
  ): Promise<WorkerOutput<Name>>;
  /** Processes that ended before their time and were replaced. */
  readonly replaced: number;
  /** Largest resident memory of any worker, in bytes. */
  readonly peakBytes: number;
  close(): void;
}

export function createWorkerPool(spawner: ProcessSpawner, size: number): WorkerPool {
  const all = new Set<WorkerProcess>();
  const idle: WorkerProcess[] = [];
  const waiting: (() => void)[] = [];
  let replaced = 0;
  let peakBytes = 0;
  let closed = false;

  async function take(signal: AbortSignal): Promise<WorkerProcess> {
    for (;;) {
      signal.throwIfAborted();
      if (closed) throw new CarrelError('cancelled', 'The page reader was closed.');
      const worker = idle.pop();
      if (worker?.alive) return worker;
      if (worker !== undefined) {
        all.delete(worker);
        continue;
      }
      if (all.size < size) {
        const started = startWorkerProcess(spawner);
        all.add(started);
        return started;
      }
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          signal.removeEventListener('abort', leave);
          resolve();
        };
        const leave = (): void => {
          const at = waiting.indexOf(wake);
          if (at >= 0) waiting.splice(at, 1);
          resolve();
        };
        waiting.push(wake);
        signal.addEventListener('abort', leave, { once: true });
      });
      // A turn that was given to a cancelled call goes to the next in line.
      if (signal.aborted) waiting.shift()?.();
    }
  }

  function give(worker: WorkerProcess): void {
    peakBytes = Math.max(peakBytes, worker.peakBytes);
    if (!worker.alive) {
      all.delete(worker);
      if (!closed) replaced += 1;
    } else if (closed || worker.served >= CALLS_PER_WORKER || worker.residentBytes > IDLE_RESIDENT_BYTES) {
      all.delete(worker);
      worker.kill();
    } else idle.push(worker);
    waiting.shift()?.();
  }

  return {
    async call(name, input, budget, signal) {
      const worker = await take(signal);
      try {
        return await worker.call(name, input, budget, signal);
      } finally {
        give(worker);
      }
    },
    get replaced() {
      return replaced;
    },
    get peakBytes() {
      return peakBytes;
    },
    close() {
      closed = true;
      for (const worker of all) worker.kill();
      for (const wake of waiting.splice(0)) wake();
    },
  };
}
