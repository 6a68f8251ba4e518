/** A typed client of the contract over any port; runs in browsers and in Node. */
import type {
  CallInput,
  CallName,
  CallOutput,
  EventData,
  EventName,
  Port,
  ResponseFrame,
} from './contract.ts';
import type { ContractError } from './errors.ts';

/** An engine error as a host sees it. */
export class ContractFailure extends Error {
  readonly error: ContractError;
  constructor(error: ContractError) {
    super(error.message);
    this.name = 'ContractFailure';
    this.error = error;
  }
}

export interface Client {
  /** Rejects with ContractFailure. An aborted signal cancels the call in the engine. */
  call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    signal?: AbortSignal,
  ): Promise<CallOutput<Name>>;
  /** Returns the function that ends the subscription. */
  on<Name extends EventName>(name: Name, listener: (data: EventData<Name>) => void): () => void;
  /** Called once when the port closes; every pending call rejects with `engineUnavailable`. */
  onClose(listener: () => void): void;
  close(): void;
}

interface Pending {
  resolve(output: unknown): void;
  reject(error: Error): void;
}

const closedError: ContractError = {
  code: 'engineUnavailable',
  message: 'The connection to the Carrel engine was closed. Start it again; nothing stored is lost.',
  retryable: true,
};

export function createClient(port: Port): Client {
  const pending = new Map<number, Pending>();
  const listeners = new Map<string, Set<(data: unknown) => void>>();
  const closeListeners: (() => void)[] = [];
  let nextId = 1;
  let closed = false;

  port.onFrame((raw) => {
    const frame = raw as ResponseFrame;
    if ('event' in frame) {
      for (const listener of [...(listeners.get(frame.event) ?? [])]) listener(frame.data);
      return;
    }
    const call = pending.get(frame.id);
    if (!call) return;
    pending.delete(frame.id);
    if ('error' in frame) call.reject(new ContractFailure(frame.error));
    else call.resolve(frame.output);
  });
  port.onClose(() => {
    if (closed) return;
    closed = true;
    for (const call of pending.values()) call.reject(new ContractFailure(closedError));
    pending.clear();
    for (const listener of closeListeners) listener();
  });

  return {
    call(name, input, signal) {
      if (closed) return Promise.reject(new ContractFailure(closedError));
      const id = nextId++;
      return new Promise((resolve, reject) => {
        const cancel = (): void => port.send({ cancel: id });
        const settle = (): void => signal?.removeEventListener('abort', cancel);
        pending.set(id, {
          resolve: (output) => {
            settle();
            resolve(output as CallOutput<typeof name>);
          },
          reject: (error) => {
            settle();
            reject(error);
          },
        });
        port.send({ id, call: name, input });
        if (signal?.aborted) cancel();
        else signal?.addEventListener('abort', cancel, { once: true });
      });
    },
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      const wrapped = listener as (data: unknown) => void;
      set.add(wrapped);
      return () => set.delete(wrapped);
    },
    onClose: (listener) => void closeListeners.push(listener),
    close: () => port.close(),
  };
}
