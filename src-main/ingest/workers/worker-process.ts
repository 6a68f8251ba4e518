/**
 * One page-reading process as its parent sees it. In: calls with a budget. Out: replies, or a
 * WorkerFailure that says how the process ended. The parent alone enforces the budget.
 */
import type { ChildProcess } from 'node:child_process';
import type { ProcessSpawner } from '../../domain/ports/process.ts';
import { CarrelError } from '../../domain/errors.ts';
import { processUse, WATCH_INTERVAL_MILLISECONDS } from './memory.ts';
import type { WorkerCallName, WorkerInput, WorkerOutput, WorkerReply } from './protocol.ts';

export interface Budget {
  /** Processor seconds; elapsed seconds where the platform does not tell processor time. */
  readonly seconds: number;
  readonly residentBytes: number;
}

export type FailureReason = 'time' | 'memory' | 'crash';

/** The process is gone: it broke its budget and was killed, or it ended by itself. */
export class WorkerFailure extends Error {
  readonly reason: FailureReason;
  constructor(reason: FailureReason, detail: string) {
    super(detail);
    this.name = 'WorkerFailure';
    this.reason = reason;
  }
}

/**
 * Other programs take processor time too, so a call may last longer than its budget of processor
 * seconds; this many times longer and it is waiting for something that will not come.
 */
const ELAPSED_FACTOR = 4;

/** What is kept of a worker's last words, for the technical detail of an error. */
const STDERR_KEPT = 4096;

export interface WorkerProcess {
  readonly alive: boolean;
  /** Calls answered so far. */
  readonly served: number;
  /** Largest resident memory seen, in bytes. */
  readonly peakBytes: number;
  /** Resident memory when last looked at, in bytes. */
  readonly residentBytes: number;
  /**
   * One call at a time. Rejects with WorkerFailure, with the worker's own CarrelError, or with the
   * signal's reason after the process was killed.
   */
  call<Name extends WorkerCallName>(
    name: Name,
    input: WorkerInput<Name>,
    budget: Budget,
    signal: AbortSignal,
  ): Promise<WorkerOutput<Name>>;
  /** Ends the process by its id; safe to call twice. */
  kill(): void;
}

interface Pending {
  readonly id: number;
  resolve(output: unknown): void;
  reject(error: Error): void;
}

export function startWorkerProcess(spawner: ProcessSpawner): WorkerProcess {
  const child: ChildProcess = spawner.spawn('ingest-worker');
  let pending: Pending | null = null;
  let alive = true;
  let served = 0;
  let peakBytes = 0;
  let residentBytes = 0;
  let nextId = 1;
  let lastWords = '';

  child.stderr?.setEncoding('utf8');
  child.stderr?.on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-STDERR_KEPT);
  });

  function kill(): void {
    if (!alive) return;
    alive = false;
    child.kill('SIGKILL');
  }

  function fail(error: Error): void {
    kill();
    const waiting = pending;
    pending = null;
    waiting?.reject(error);
  }

  function gone(how: string): void {
    alive = false;
    fail(new WorkerFailure('crash', `${how} ${lastWords}`.trim()));
  }

  child.once('error', (error) => gone(error.message));
  child.once('exit', (code, signal) => gone(`The worker ended (code ${code}, signal ${signal}).`));
  child.on('message', (message: WorkerReply) => {
    if (pending?.id !== message.id) return;
    const answered = pending;
    pending = null;
    served += 1;
    if ('error' in message) {
      const { code, message: sentence, retryable, detail } = message.error;
      answered.reject(new CarrelError(code, sentence, { retryable, ...(detail === null ? {} : { detail }) }));
    } else answered.resolve(message.output);
  });

  /** Looks at the process from outside until the call has ended. */
  async function watch(id: number, budget: Budget): Promise<void> {
    const started = performance.now();
    const { pid } = child;
    if (pid === undefined) return;
    const before = (await processUse(pid))?.processorSeconds ?? null;
    while (pending?.id === id) {
      await new Promise((resolve) => setTimeout(resolve, WATCH_INTERVAL_MILLISECONDS));
      if (pending?.id !== id) return;
      const use = await processUse(pid);
      const elapsed = (performance.now() - started) / 1000;
      let used = elapsed;
      let allowed = budget.seconds;
      if (use !== null) {
        residentBytes = use.residentBytes;
        peakBytes = Math.max(peakBytes, residentBytes);
        if (use.processorSeconds !== null && before !== null) {
          used = Math.max(use.processorSeconds - before, elapsed / ELAPSED_FACTOR);
        }
      } else allowed *= ELAPSED_FACTOR;
      if (pending?.id !== id) return;
      if (residentBytes > budget.residentBytes)
        fail(new WorkerFailure('memory', `Resident memory reached ${residentBytes} bytes.`));
      else if (used > allowed) fail(new WorkerFailure('time', `The call ran for ${elapsed.toFixed(1)} s.`));
    }
  }

  return {
    get alive() {
      return alive;
    },
    get served() {
      return served;
    },
    get peakBytes() {
      return peakBytes;
    },
    get residentBytes() {
      return residentBytes;
    },
    kill,
    call(name, input, budget, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason as Error);
          return;
        }
        if (!alive || pending !== null) {
          reject(
            new WorkerFailure('crash', alive ? 'The worker is busy.' : `The worker is gone. ${lastWords}`),
          );
          return;
        }
        const id = nextId++;
        const stop = (): void => fail(signal.reason as Error);
        const settle = (): void => signal.removeEventListener('abort', stop);
        pending = {
          id,
          resolve(output) {
            settle();
            resolve(output as never);
          },
          reject(error) {
            settle();
            reject(error);
          },
        };
        signal.addEventListener('abort', stop, { once: true });
        child.send({ id, call: name, input }, (error) => {
          if (error !== null) gone(error.message);
        });
        void watch(id, budget);
      });
    },
  };
}
