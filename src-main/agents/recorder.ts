/** In: what happens in a run. Out: its events in order, with the times that a result reports. */
import type { RunEventBody } from '../../src-preload/contract/run-events.ts';
import type { TokenUsage } from '../domain/answer.ts';
import type { RunLog } from '../domain/ports/trace.ts';

type StepName = Extract<RunEventBody, { type: 'step.started' }>['step'];

export interface Recorder {
  append(event: RunEventBody): void;
  /** Appends `step.started` and, however the work ends, `step.ended` around it. */
  step<Value>(step: StepName, label: string, work: () => Promise<Value>): Promise<Value>;
  /** Adds the usage of one model call to the run's. */
  use(usage: TokenUsage): void;
  readonly usage: TokenUsage;
  /** Milliseconds since the run began. */
  elapsed(): number;
  /** Milliseconds from the beginning to the first event, and to the first piece of the answer. */
  readonly firstEvent: number;
  readonly answerStart: number | null;
}

/** Begins to record a run now. */
export function createRecorder(log: RunLog): Recorder {
  const began = performance.now();
  const elapsed = (): number => Math.round(performance.now() - began);
  let firstEvent: number | null = null;
  let answerStart: number | null = null;
  let usage: TokenUsage = { prompt: 0, reused: 0, generated: 0 };

  function append(event: RunEventBody): void {
    firstEvent ??= elapsed();
    if (event.type === 'answer.delta') answerStart ??= elapsed();
    if (event.type === 'answer.reset') answerStart = null;
    log.append(event);
  }

  return {
    append,
    async step(step, label, work) {
      const from = performance.now();
      append({ type: 'step.started', step, label });
      try {
        return await work();
      } finally {
        append({ type: 'step.ended', step, milliseconds: Math.round(performance.now() - from) });
      }
    },
    use(added) {
      usage = {
        prompt: usage.prompt + added.prompt,
        reused: usage.reused + added.reused,
        generated: usage.generated + added.generated,
      };
    },
    get usage() {
      return usage;
    },
    elapsed,
    get firstEvent() {
      return firstEvent ?? elapsed();
    },
    get answerStart() {
      return answerStart;
    },
  };
}
