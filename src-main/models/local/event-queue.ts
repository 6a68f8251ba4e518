/**
 * Pushed events as an async iterable. In: a task that emits. Out: its events in order; the task
 * begins with the first `next`, and is aborted when its reader leaves early.
 */
import { CarrelError, toCarrelError } from '../../domain/errors.ts';

/**
 * Rejects with CarrelError `cancelled` at once when the signal aborts, though the task may need a
 * moment to stop, and with the task's error as a CarrelError otherwise.
 */
export async function* createEventQueue<Event>(
  task: (emit: (event: Event) => void, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): AsyncGenerator<Event, void, void> {
  const queue: Event[] = [];
  const left = new AbortController();
  const both = AbortSignal.any([signal, left.signal]);
  let wake = (): void => undefined;
  let ended = false;
  let failure: unknown;
  const abort = (): void => wake();
  both.addEventListener('abort', abort, { once: true });
  task((event) => {
    queue.push(event);
    wake();
  }, both)
    .catch((thrown: unknown) => (failure = thrown))
    .finally(() => {
      ended = true;
      wake();
    });
  try {
    for (;;) {
      if (signal.aborted)
        throw new CarrelError('cancelled', 'This was stopped before it finished.', { cause: signal.reason });
      const event = queue.shift();
      if (event !== undefined) yield event;
      else if (ended && failure !== undefined) throw toCarrelError(failure);
      else if (ended) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    both.removeEventListener('abort', abort);
    left.abort();
  }
}
