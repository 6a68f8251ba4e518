/** A real test of a model or server. In: what to test. Out: its answer or its error, and whether it runs. */
import { useCallback, useState } from 'react';
import type { CallInput, CallOutput } from '../../../src-preload/contract/contract.ts';
import type { ContractError } from '../../../src-preload/contract/errors.ts';
import { asError, call } from '../../bridge.ts';
import { announce } from '../../stores/notices.ts';

export type TestAnswer = CallOutput<'models.test'>;

export interface TestState {
  readonly running: boolean;
  readonly answer: TestAnswer | null;
  readonly error: ContractError | null;
}

const IDLE: TestState = { running: false, answer: null, error: null };

/** `run` asks the model a question and waits for what it says; a second call replaces the first. */
export function useModelTest(): TestState & { run: (input: CallInput<'models.test'>) => Promise<void> } {
  const [state, setState] = useState(IDLE);
  const run = useCallback(async (input: CallInput<'models.test'>) => {
    setState({ ...IDLE, running: true });
    try {
      const answer = await call('models.test', input);
      setState({ running: false, answer, error: null });
      announce(answer.ok ? 'The test was answered.' : 'The test was not answered.');
    } catch (thrown) {
      const error = asError(thrown);
      setState({ running: false, answer: null, error });
      announce(error.message, true);
    }
  }, []);
  return { ...state, run };
}
