/**
 * What a person sees while a question is worked on. In: the run's events. Out: steps and the model's
 * reading on stderr, and the answer piece by piece on a terminal.
 */
import type { RunEvent } from '../../src-preload/contract/run-events.ts';
import { clean } from './output.ts';
import type { ProgressDisplay } from './progress.ts';
import type { Session } from './session.ts';

/** A listener for the events of one run, in order; `streamed` also writes the answer on stdout. */
export function followRun(
  { output, progress }: Pick<Session, 'output' | 'progress'>,
  streamed: boolean,
): (event: RunEvent) => void {
  let display: ProgressDisplay | null = null;
  const clear = (): void => {
    display?.stop();
    display = null;
  };
  return (event) => {
    if (event.type === 'model.progress') {
      const { evaluated, total } = event;
      display ??= progress();
      display.show({
        label: 'The model reads',
        done: evaluated,
        total,
        unit: 'tokens',
        tail: '',
      });
      return;
    }
    clear();
    if (event.type === 'step.started') output.note(clean(event.label));
    else if (event.type === 'notice') output.note(clean(event.message));
    else if (event.type === 'answer.delta' && streamed) output.write(clean(event.text));
    else if (event.type === 'answer.reset' && streamed)
      output.write(`\n\n${clean(event.reason)} Starting again.\n\n`);
  };
}
