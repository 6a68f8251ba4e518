/** Where work waits while indexing is paused. In: pause and resume. Out: a promise before each batch. */

export interface Gate {
  readonly closed: boolean;
  /** Resolves at once, or when work goes on. Rejects with the signal's reason. */
  open(signal: AbortSignal): Promise<void>;
  pause(): void;
  resume(): void;
}

export function createGate(): Gate {
  let closed = false;
  const waiting = new Set<() => void>();
  return {
    get closed() {
      return closed;
    },
    async open(signal) {
      signal.throwIfAborted();
      while (closed) {
        await new Promise<void>((resolve) => {
          const go = (): void => {
            waiting.delete(go);
            signal.removeEventListener('abort', go);
            resolve();
          };
          waiting.add(go);
          signal.addEventListener('abort', go, { once: true });
        });
        signal.throwIfAborted();
      }
    },
    pause() {
      closed = true;
    },
    resume() {
      closed = false;
      for (const go of [...waiting]) go();
    },
  };
}
