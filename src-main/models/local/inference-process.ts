/**
 * One inference process as the engine sees it. In: typed calls. Out: typed results; a rejected
 * `ProcessLost` when the process died. It is watched from outside: heartbeats and resident memory.
 */
import type { ChildProcess } from 'node:child_process';
import { CarrelError } from '../../domain/errors.ts';
import type { ProcessSpawner } from '../../domain/ports/process.ts';
import type { InferenceCallName, InferenceCalls, InferenceMessage } from '../inference/protocol.ts';
import { residentBytes } from './memory.ts';

/** The process ended while it was needed; whoever asked may start another and ask again. */
export class ProcessLost extends Error {
  override readonly name = 'ProcessLost';
  /** The end of what the process wrote to its error stream: llama.cpp names the failed check there. */
  readonly stderr: string;

  constructor(reason: string, stderr: string) {
    super(reason);
    this.stderr = stderr;
  }
}

export interface CallHandle<Output> {
  /** Rejects at once when the signal aborts, and with ProcessLost when the process dies. */
  readonly result: Promise<Output>;
  /** Resolves when the process has really stopped working on it. Never rejects. */
  readonly settled: Promise<void>;
}

export interface InferenceProcess {
  readonly pid: number;
  readonly alive: boolean;
  /** As of the last look, at most a second ago. */
  readonly residentBytes: number;
  call<Name extends InferenceCallName>(
    name: Name,
    input: InferenceCalls[Name]['input'],
    signal: AbortSignal,
    onEvent?: (event: InferenceCalls[Name]['event']) => void,
  ): CallHandle<InferenceCalls[Name]['output']>;
  /** The process is ended when it holds more than this many resident bytes. */
  limitMemory(bytes: number): void;
  /** Ends the process and waits for it. */
  end(): Promise<void>;
}

/** Silence after which the process counts as hung. Native work does not hold its event loop. */
const HUNG_MILLISECONDS = 60_000;
/** An aborted call that goes on this long after the abort is ended with its process. */
const ABORT_MILLISECONDS = 10_000;
const WATCH_MILLISECONDS = 1_000;
const STDERR_KEPT = 4_000;

interface Pending {
  output(value: unknown): void;
  fail(reason: Error): void;
  event(value: unknown): void;
}

function exitReason(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `it ended with status ${code ?? 'unknown'}` : `it was ended by ${signal}`;
}

/** Starts a process; `onEnd` is called once with the reason, unless `end()` was asked for. */
export function startInferenceProcess(
  spawner: ProcessSpawner,
  onEnd: (reason: string) => void,
): InferenceProcess {
  const child: ChildProcess = spawner.spawn('inference');
  const pending = new Map<number, Pending>();
  let nextId = 1;
  let lost: ProcessLost | null = null;
  let asked = false;
  let killedFor: string | null = null;
  let resident = 0;
  let limit = Number.POSITIVE_INFINITY;
  let heard = performance.now();
  let looked = performance.now();
  let stderr = '';

  function kill(reason: string): void {
    killedFor ??= reason;
    child.kill('SIGKILL');
  }

  async function watch(): Promise<void> {
    const now = performance.now();
    // The machine slept, or this process did: silence then says nothing about the child.
    if (now - looked > 5 * WATCH_MILLISECONDS) heard = now;
    looked = now;
    if (now - heard > HUNG_MILLISECONDS) kill('it stopped answering');
    resident = (child.pid === undefined ? null : await residentBytes(child.pid)) ?? resident;
    if (resident > limit) kill(`it grew to ${(resident / 1e9).toFixed(1)} GB`);
  }
  const timer = setInterval(() => void watch(), WATCH_MILLISECONDS);
  timer.unref();

  const exited = new Promise<void>((resolve) => {
    const ended = (reason: string): void => {
      if (lost) return;
      clearInterval(timer);
      lost = new ProcessLost(killedFor ?? reason, stderr);
      for (const call of [...pending.values()]) call.fail(lost);
      pending.clear();
      resolve();
      if (!asked) onEnd(lost.message);
    };
    child.once('exit', (code, signal) => ended(exitReason(code, signal)));
    child.once('error', (error) => ended(`it could not be started (${error.message})`));
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_KEPT);
  });
  child.on('message', (message: InferenceMessage) => {
    heard = performance.now();
    if ('beat' in message) return;
    const call = pending.get(message.id);
    if (!call) return;
    if ('event' in message) return call.event(message.event);
    pending.delete(message.id);
    if ('output' in message) return call.output(message.output);
    const { code, message: sentence, detail } = message.error;
    call.fail(new CarrelError(code, sentence, detail === null ? {} : { detail }));
  });

  return {
    pid: child.pid ?? -1,
    get alive() {
      return lost === null;
    },
    get residentBytes() {
      return resident;
    },
    limitMemory(bytes) {
      limit = bytes;
    },
    call(name, input, signal, onEvent) {
      const id = nextId++;
      let stopped = (): void => undefined;
      const settled = new Promise<void>((resolve) => {
        stopped = resolve;
      });
      const result = new Promise<InferenceCalls[typeof name]['output']>((resolve, reject) => {
        if (lost ?? signal.aborted) {
          stopped();
          reject(lost ?? (signal.reason as Error));
          return;
        }
        let overdue: NodeJS.Timeout | undefined;
        const abort = (): void => {
          reject(signal.reason as Error);
          child.send({ abort: id }, () => undefined);
          overdue = setTimeout(() => kill('it did not stop when asked'), ABORT_MILLISECONDS);
        };
        const done = (): void => {
          signal.removeEventListener('abort', abort);
          clearTimeout(overdue);
          stopped();
        };
        pending.set(id, {
          output(value) {
            done();
            resolve(value as InferenceCalls[typeof name]['output']);
          },
          fail(reason) {
            done();
            reject(reason);
          },
          event: (value) => {
            if (!signal.aborted) onEvent?.(value as InferenceCalls[typeof name]['event']);
          },
        });
        signal.addEventListener('abort', abort, { once: true });
        // A channel that closes under the message is reported by `exit`.
        child.send({ id, call: name, input }, () => undefined);
      });
      // A caller may look at `settled` alone.
      result.catch(() => undefined);
      return { result, settled };
    },
    async end() {
      asked = true;
      if (!lost) child.kill('SIGKILL');
      await exited;
    },
  };
}
