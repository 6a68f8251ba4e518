/**
 * The open question. In: the run of the address, and its events from the last one known. Out: the
 * answer as it grows; asking, stopping and asking again.
 */
import { create } from 'zustand';
import type { AskInput } from '../../src-preload/contract/ask.ts';
import type { ContractError } from '../../src-preload/contract/errors.ts';
import { asError, call, currentConnection, on, watchConnection } from '../bridge.ts';
import { announce, notify } from './notices.ts';
import { currentStep, emptyRun, isRunning, reduceRun, type RunState } from './run-state.ts';
import { go, useView } from './view.ts';

interface OpenRun {
  readonly open: RunState | null;
  /** True until what is stored of the run has arrived. */
  readonly loading: boolean;
  /** The record itself could not be read (not: the run failed). */
  readonly unreadable: ContractError | null;
}

export const useRun = create<OpenRun>()(() => ({ open: null, loading: false, unreadable: null }));

const { getState, setState } = useRun;
let following: AbortController | null = null;

/** Least time between two steps said to screen readers, in milliseconds (design README). */
const STEP_QUIET = 3000;
let stepSaid = 0;

function say(before: RunState, now: RunState): void {
  const step = currentStep(now);
  if (step && step.label !== currentStep(before)?.label && Date.now() - stepSaid >= STEP_QUIET) {
    stepSaid = Date.now();
    announce(step.label);
  }
  if (now.error && !before.error && now.error.code !== 'cancelled') announce(now.error.message, true);
  if (!now.result || before.result) return;
  const { citations, flaggedNumbers, model } = now.result;
  const parts = [
    model ? 'Answer complete' : 'Evidence complete',
    `${citations.length || now.result.evidence.length} citations`,
    ...(flaggedNumbers.length > 0 ? [`${flaggedNumbers.length} numbers without a source`] : []),
  ];
  announce(`${parts.join(', ')}.`);
}

function current(run: string): RunState | null {
  const { open } = getState();
  return open?.run === run ? open : null;
}

/** Subscribes from the first event that is not known, until the run has closed. */
async function follow(run: string): Promise<void> {
  following?.abort();
  const mine = (following = new AbortController());
  const state = current(run);
  if (!state || !isRunning(state)) return;
  try {
    await call('runs.subscribe', { run, fromSeq: state.nextSeq }, mine.signal);
  } catch (thrown) {
    const error = asError(thrown);
    // A lost connection is shown by the window and taken up again when it is back.
    if (error.code === 'cancelled' || error.code === 'engineUnavailable') return;
    if (!mine.signal.aborted) setState({ unreadable: error });
  }
}

/** Reads what is stored of a run and follows it if it still goes on. */
async function load(run: string): Promise<void> {
  setState({ open: emptyRun(run), loading: true, unreadable: null });
  try {
    const record = await call('runs.get', { run });
    if (!current(run)) return;
    let state = emptyRun(run, record.question.question);
    for (const event of record.events) state = reduceRun(state, event);
    if (record.result && !state.result)
      state = {
        ...state,
        preset: record.result.preset,
        model: record.result.model,
        text: record.result.answer,
        evidence: record.result.evidence,
        result: record.result,
      };
    setState({
      open: { ...state, startedAt: state.startedAt ?? record.question.askedAt },
      loading: false,
    });
    await follow(run);
  } catch (thrown) {
    const error = asError(thrown);
    if (current(run) && error.code !== 'engineUnavailable') setState({ loading: false, unreadable: error });
  }
}

/** Asks; the new run becomes the open question. False when it could not be asked. */
export async function ask(input: AskInput): Promise<boolean> {
  try {
    const { run } = await call('ask.start', input);
    setState({ open: emptyRun(run, input.question), loading: false, unreadable: null });
    go({ screen: 'ask', run });
    void follow(run);
    return true;
  } catch (thrown) {
    const error = asError(thrown);
    notify({ tone: 'danger', title: 'The question was not asked', text: error.message });
    return false;
  }
}

/** Stops the open run; what was written is kept. */
export async function stop(): Promise<void> {
  const { open } = getState();
  if (!open || !isRunning(open)) return;
  await call('ask.cancel', { run: open.run }).catch(() => undefined);
}

function openPlace(): void {
  const { run } = useView.getState();
  const { open } = getState();
  if (run === (open?.run ?? null)) return;
  following?.abort();
  if (run === null) setState({ open: null, loading: false, unreadable: null });
  else void load(run);
}

/** Follows the address and the events, and takes a run up again after a lost connection. */
export function startRun(): void {
  on('run.event', (event) => {
    const state = current(event.run);
    if (!state) return;
    const now = reduceRun(state, event);
    if (now === state) return;
    setState({ open: now });
    say(state, now);
  });
  let epoch = 0;
  watchConnection(() => {
    const connection = currentConnection();
    if (connection.phase !== 'open' || connection.epoch === epoch) return;
    epoch = connection.epoch;
    const { open, loading } = getState();
    if (!open) return openPlace();
    void (loading ? load(open.run) : follow(open.run));
  });
  useView.subscribe(openPlace);
  if (currentConnection().phase === 'open') openPlace();
}
