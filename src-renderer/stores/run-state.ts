/**
 * One answer as the screen shows it. In: the events of a run, in order, each perhaps more than once.
 * Out: text so far, steps, evidence, result or error. Pure; the store and the tests share it.
 */
import type { WireAskResult } from '../../src-preload/contract/ask.ts';
import type { ContractError } from '../../src-preload/contract/errors.ts';
import type { RunEvent } from '../../src-preload/contract/run-events.ts';
import type { WireCitation } from '../../src-preload/contract/shapes.ts';

export type StepKind = 'search' | 'judge' | 'read' | 'synthesize' | 'check' | 'load';

/** A line of the timeline. `at` is milliseconds after the start of the run. */
export interface Step {
  readonly kind: StepKind | 'notice';
  readonly label: string;
  readonly detail: string | null;
  readonly at: number;
  /** Null while it runs. */
  readonly milliseconds: number | null;
}

export interface RunState {
  readonly run: string;
  /** Sequence number of the next event that is not known yet. */
  readonly nextSeq: number;
  readonly startedAt: string | null;
  readonly question: string;
  readonly preset: string | null;
  readonly presetReason: string | null;
  readonly model: string | null;
  readonly collection: string | null;
  readonly document: string | null;
  readonly steps: readonly Step[];
  /** How far the model has read its material, 0 to 1; null when it is not reading. */
  readonly modelProgress: number | null;
  readonly text: string;
  readonly evidence: readonly WireCitation[];
  readonly pendingPages: number;
  readonly result: WireAskResult | null;
  readonly error: ContractError | null;
}

/** A run of which nothing is known yet but its id (and, for a new one, its question). */
export function emptyRun(run: string, question = ''): RunState {
  return {
    run,
    nextSeq: 0,
    startedAt: null,
    question,
    preset: null,
    presetReason: null,
    model: null,
    collection: null,
    document: null,
    steps: [],
    modelProgress: null,
    text: '',
    evidence: [],
    pendingPages: 0,
    result: null,
    error: null,
  };
}

/** True while events may still come. */
export function isRunning(state: RunState): boolean {
  return state.result === null && state.error === null;
}

/** The step that runs now, or null. */
export function currentStep(state: RunState): Step | null {
  if (!isRunning(state)) return null;
  return state.steps.findLast((step) => step.milliseconds === null) ?? state.steps.at(-1) ?? null;
}

function plural(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

function since(state: RunState, at: string): number {
  return state.startedAt ? Math.max(0, Date.parse(at) - Date.parse(state.startedAt)) : 0;
}

function endStep(steps: readonly Step[], kind: string, milliseconds: number): Step[] {
  const index = steps.findLastIndex((step) => step.kind === kind && step.milliseconds === null);
  return steps.map((step, i) => (i === index ? { ...step, milliseconds } : step));
}

/** Fills in what a step found, on the running step of that kind. */
function detailStep(steps: readonly Step[], kind: string, detail: string): Step[] {
  const index = steps.findLastIndex((step) => step.kind === kind && step.milliseconds === null);
  return steps.map((step, i) => (i === index ? { ...step, detail } : step));
}

function endAll(steps: readonly Step[]): Step[] {
  return steps.map((step) => (step.milliseconds === null ? { ...step, milliseconds: 0 } : step));
}

function change(state: RunState, event: RunEvent): Partial<RunState> {
  switch (event.type) {
    case 'run.started':
      return {
        startedAt: event.at,
        question: event.question,
        preset: event.preset,
        presetReason: event.presetReason,
        model: event.model,
        collection: event.collection,
        document: event.document,
      };
    case 'step.started':
      return {
        modelProgress: null,
        steps: [
          ...state.steps,
          {
            kind: event.step,
            label: event.label,
            detail: null,
            at: since(state, event.at),
            milliseconds: null,
          },
        ],
      };
    case 'step.ended':
      return { modelProgress: null, steps: endStep(state.steps, event.step, event.milliseconds) };
    case 'search':
      return {
        pendingPages: event.pendingPages,
        steps: detailStep(state.steps, 'search', plural(event.hits, 'passage found', 'passages found')),
      };
    case 'evidence':
      return { evidence: event.materials };
    case 'model.progress':
      return { modelProgress: event.total > 0 ? Math.min(1, event.evaluated / event.total) : null };
    case 'answer.delta':
      return { text: state.text + event.text, modelProgress: null };
    case 'answer.reset':
      return {
        text: '',
        steps: [
          ...endAll(state.steps),
          { kind: 'notice', label: event.reason, detail: null, at: since(state, event.at), milliseconds: 0 },
        ],
      };
    case 'notice':
      return {
        steps: [
          ...state.steps,
          { kind: 'notice', label: event.message, detail: null, at: since(state, event.at), milliseconds: 0 },
        ],
      };
    case 'run.ended':
      return {
        result: event.result,
        text: event.result.answer,
        evidence: event.result.evidence,
        pendingPages: event.result.pending.pages,
        modelProgress: null,
        steps: endAll(state.steps),
      };
    case 'run.failed':
      return {
        error: event.error,
        text: event.partialAnswer || state.text,
        modelProgress: null,
        steps: endAll(state.steps),
      };
    case 'pool':
    case 'model.request':
    case 'model.response':
      return {};
  }
}

/** The state after `event`; an event that is known already changes nothing. */
export function reduceRun(state: RunState, event: RunEvent): RunState {
  if (event.run !== state.run || event.seq < state.nextSeq) return state;
  return { ...state, ...change(state, event), nextSeq: event.seq + 1 };
}
