/** First come, first served. In: callers that may give up. Out: one turn at a time. */

export interface Turns {
  /** Resolves with the function that ends the turn; rejects with the signal's reason. */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  return {
    async take(signal) {
      signal.throwIfAborted();
      const before = last;
      let end = (): void => undefined;
      last = new Promise((resolve) => {
        end = resolve;
      });
      let abort = (): void => undefined;
      const aborted = new Promise<never>((_, reject) => {
        abort = () => reject(signal.reason as Error);
        signal.addEventListener('abort', abort, { once: true });
      });
      try {
        await Promise.race([before, aborted]);
        return end;
      } catch (thrown) {
        // Whoever waits behind goes on when the turn before has ended.
        void before.then(end);
        throw thrown;
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
  };
}
