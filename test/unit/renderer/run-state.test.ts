/** The reducer of a run: events in order, twice, from the middle; every end it can come to. */
import { describe, expect, test } from 'vitest';
import type { RunEvent, RunEventBody } from '../../../src-preload/contract/run-events.ts';
import type { WireAskResult } from '../../../src-preload/contract/ask.ts';
import type { WireCitation } from '../../../src-preload/contract/shapes.ts';
import {
  currentStep,
  emptyRun,
  isRunning,
  reduceRun,
  type RunState,
} from '../../../src-renderer/stores/run-state.ts';

const citation: WireCitation = {
  number: 1,
  fragment: 'f',
  document: 'd',
  path: '/reports/network.pdf',
  page: 6,
  pageLabel: '4',
  heading: ['Failures'],
  boxes: [{ page: 6, x0: 1, y0: 2, x1: 3, y1: 4 }],
  quote: 'In all 1,106 buildings were cold.',
};

const result: WireAskResult = {
  run: 'r',
  question: 'How many?',
  preset: 'S4v1',
  model: 'm',
  answer: '1,106 buildings [1].',
  finalAnswer: '1,106',
  answerable: true,
  citations: [citation],
  evidence: [citation],
  readings: [],
  flaggedNumbers: [],
  droppedCitations: 0,
  searches: 1,
  reads: 0,
  followUps: 0,
  stopped: [],
  milliseconds: 900,
  firstEventMilliseconds: 10,
  answerStartMilliseconds: 300,
  tokens: { prompt: 1, reused: 0, generated: 1 },
  pending: { pages: 3 },
};

const started: RunEventBody = {
  type: 'run.started',
  question: 'How many?',
  preset: 'S4v1',
  presetReason: 'a model is set',
  model: 'm',
  modelFingerprint: null,
  prompts: {},
  collection: 'Heating',
  document: null,
};

function log(...bodies: RunEventBody[]): RunEvent[] {
  return bodies.map((body, seq) => ({
    run: 'r',
    seq,
    at: new Date(1_000_000 + seq * 100).toISOString(),
    ...body,
  }));
}

function reduce(events: readonly RunEvent[], from: RunState = emptyRun('r')): RunState {
  return events.reduce(reduceRun, from);
}

const whole = log(
  started,
  { type: 'step.started', step: 'search', label: 'Searching 7 documents' },
  {
    type: 'search',
    query: 'how many',
    hits: 24,
    fragments: ['f'],
    milliseconds: 20,
    stages: { embed: 1, lexical: 1, dense: 1, graph: 1, context: 1 },
    pendingPages: 3,
  },
  { type: 'step.ended', step: 'search', milliseconds: 40 },
  { type: 'evidence', materials: [citation] },
  { type: 'step.started', step: 'synthesize', label: 'Writing the answer' },
  { type: 'model.progress', role: 'synthesizer', evaluated: 300, total: 400 },
  { type: 'answer.delta', text: '1,106 ' },
  { type: 'answer.delta', text: 'buildings [1].' },
  { type: 'step.ended', step: 'synthesize', milliseconds: 300 },
  { type: 'run.ended', result },
);

describe('a run as the screen shows it', () => {
  test('text grows by pieces and ends as the result says', () => {
    const middle = reduce(whole.slice(0, 8));
    expect(middle.text).toBe('1,106 ');
    expect(isRunning(middle)).toBe(true);
    const end = reduce(whole);
    expect(end.text).toBe(result.answer);
    expect(end.pendingPages).toBe(3);
    expect(isRunning(end)).toBe(false);
  });

  test('an event that comes again after a reconnect changes nothing', () => {
    const middle = reduce(whole.slice(0, 8));
    expect(reduce(whole.slice(4), middle)).toEqual(reduce(whole));
    expect(reduce(whole, reduce(whole))).toEqual(reduce(whole));
  });

  test('events of another run are not taken', () => {
    const other = { ...whole[7]!, run: 'other' };
    expect(reduceRun(emptyRun('r'), other)).toEqual(emptyRun('r'));
  });

  test('steps carry what they found and how long they took', () => {
    const searching = reduce(whole.slice(0, 2));
    expect(currentStep(searching)?.label).toBe('Searching 7 documents');
    const end = reduce(whole);
    expect(end.steps.map((step) => [step.kind, step.detail, step.milliseconds])).toEqual([
      ['search', '24 passages found', 40],
      ['synthesize', null, 300],
    ]);
    expect(end.steps[1]?.at).toBe(500);
    expect(currentStep(end)).toBeNull();
  });

  test('progress of the model is a fraction, and ends with the first words', () => {
    expect(reduce(whole.slice(0, 7)).modelProgress).toBe(0.75);
    expect(reduce(whole.slice(0, 8)).modelProgress).toBeNull();
  });

  test('a crash voids what was written, says why, and the answer begins anew', () => {
    const state = reduce([
      ...whole.slice(0, 8),
      ...log(started, started, started, started, started, started, started, started, {
        type: 'answer.reset',
        reason: 'The model stopped; the question is tried once more.',
      }).slice(8),
    ]);
    expect(state.text).toBe('');
    expect(state.steps.at(-1)).toMatchObject({ kind: 'notice', milliseconds: 0 });
    expect(isRunning(state)).toBe(true);
  });

  test('a failed run keeps what was written and its evidence', () => {
    const failed = log(
      started,
      { type: 'evidence', materials: [citation] },
      { type: 'answer.delta', text: '1,106 ' },
      {
        type: 'run.failed',
        error: { code: 'serverUnreachable', message: 'The server is gone.', retryable: true },
        partialAnswer: '1,106 buil',
      },
    );
    const state = reduce(failed);
    expect(state.text).toBe('1,106 buil');
    expect(state.evidence).toEqual([citation]);
    expect(state.error?.code).toBe('serverUnreachable');
    expect(isRunning(state)).toBe(false);
  });
});
