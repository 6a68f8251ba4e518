/**
 * Runs that a crash cut short. In: the stores, at start. Out: each such run closed with a sentence,
 * and its question marked, so that no screen waits for an answer that nobody writes.
 */
import type { Store } from '../store/open-store.ts';

export async function closeInterruptedRuns(
  store: Pick<Store, 'runs' | 'user'>,
  log: (line: string) => void,
): Promise<void> {
  for (const run of await store.runs.unfinished()) {
    const events = await store.runs.events(run, 0);
    const partialAnswer = events
      .filter((event) => event.type === 'answer.delta')
      .map((event) => event.text)
      .join('');
    await store.runs.append(run, [
      {
        run,
        seq: (events.at(-1)?.seq ?? -1) + 1,
        at: new Date().toISOString(),
        type: 'run.failed',
        error: {
          code: 'engineUnavailable',
          message:
            'Carrel was closed before this answer was complete. What was written is kept; ask again for the rest.',
          retryable: true,
        },
        partialAnswer,
      },
    ]);
    await store.user.setQuestionState(run, 'failed');
    log(`Run ${run} was cut short and is closed.`);
  }
}
