/**
 * One store thread seen from the main thread. In: method names and parameters. Out: promises; when
 * the thread dies its open calls are rejected and the next call starts a new one.
 */
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { CarrelError } from '../../domain/errors.ts';
import type { StoreNotice } from '../interfaces/notices.ts';
import type { Reply, ThreadData, ThreadRole } from './messages.ts';
import { fromWire } from './messages.ts';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: CarrelError) => void;
}

interface Running {
  readonly worker: Worker;
  /** Resolves when the thread has opened its databases; rejects when it refused to. */
  readonly ready: Promise<readonly StoreNotice[]>;
}

/** The interface `Calls` over message passing: each method becomes asynchronous. */
export type Remote<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (...parameters: infer Parameters) => infer Result
    ? (...parameters: Parameters) => Promise<Result>
    : never;
};

export class StoreThread<Calls> {
  readonly calls: Remote<Calls>;
  readonly #data: ThreadData;
  readonly #waiting = new Map<number, Waiting>();
  #running: Running | null = null;
  #nextId = 0;
  #closed = false;

  constructor(role: ThreadRole, home: string) {
    this.#data = { role, home };
    this.calls = new Proxy({} as Remote<Calls>, {
      get:
        (_target, method) =>
        (...parameters: unknown[]) =>
          this.#call(String(method), parameters),
    });
  }

  /** Calls that wait for an answer now. */
  get pending(): number {
    return this.#waiting.size;
  }

  /** Thread id, for tests that end it. */
  get worker(): Worker | null {
    return this.#running?.worker ?? null;
  }

  /** Starts the thread. Rejects with the error for which it could not open the databases. */
  async open(): Promise<readonly StoreNotice[]> {
    return this.#start().ready;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    if (this.#running !== null) await this.#call('close', []).catch(() => undefined);
    this.#closed = true;
    await this.#running?.worker.terminate();
    this.#running = null;
  }

  async #call(method: string, parameters: readonly unknown[]): Promise<unknown> {
    if (this.#closed) throw new CarrelError('engineUnavailable', 'The library is closed. Open Carrel again.');
    const running = this.#running ?? this.#start();
    const id = this.#nextId++;
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    // Handled here as well, so that a thread that dies meanwhile leaves no unhandled rejection.
    answer.catch(() => undefined);
    try {
      await running.ready;
      running.worker.postMessage({ id, method, parameters });
    } catch (thrown) {
      this.#waiting.delete(id);
      throw thrown;
    }
    return answer;
  }

  #start(): Running {
    const entry = new URL(`./entry${extname(fileURLToPath(import.meta.url))}`, import.meta.url);
    const worker = new Worker(entry, { workerData: this.#data, name: `store-${this.#data.role}` });
    const ready = new Promise<readonly StoreNotice[]>((resolve, reject) => {
      worker.on('message', (reply: Reply) => {
        if (reply.type === 'ready') resolve(reply.notices);
        else if (reply.type === 'refused') reject(fromWire(reply.error));
        else this.#settle(reply);
      });
      let reason = 'The thread ended.';
      worker.on(
        'error',
        (error) => (reason = error instanceof Error ? (error.stack ?? error.message) : String(error)),
      );
      worker.on('exit', () => {
        const error = new CarrelError(
          'internal',
          'The library was interrupted. Nothing that was stored is lost; try again.',
          {
            retryable: true,
            detail: reason,
          },
        );
        reject(error);
        if (this.#running?.worker === worker) this.#fail(error);
      });
    });
    ready.catch(() => undefined);
    this.#running = { worker, ready };
    return this.#running;
  }

  #settle(reply: Extract<Reply, { id: number }>): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.type === 'result') waiting?.resolve(reply.value);
    else waiting?.reject(fromWire(reply.error));
  }

  #fail(error: CarrelError): void {
    this.#running = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
