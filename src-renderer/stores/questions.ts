/** The list of questions. In: calls and events of the engine. Out: the left pane's rows, and marks. */
import { create } from 'zustand';
import type { WireQuestion } from '../../src-preload/contract/asking.ts';
import { call, on } from '../bridge.ts';
import { onOpen } from './connection.ts';
import { complain } from './notices.ts';

interface QuestionsState {
  /** Newest first; null until the first answer of the engine. */
  readonly questions: readonly WireQuestion[] | null;
}

export const useQuestions = create<QuestionsState>()(() => ({ questions: null }));

async function load(): Promise<void> {
  try {
    useQuestions.setState({ questions: (await call('questions.list', {})).questions });
  } catch (thrown) {
    complain('The questions could not be read')(thrown);
  }
}

/** Removes a question with its answer and trace. */
export async function removeQuestion(run: string): Promise<void> {
  await call('questions.remove', { run }).catch(complain('The question was not removed'));
  await load();
}

/** Marks an answer right or wrong; null takes the mark away. */
export async function markQuestion(run: string, mark: WireQuestion['mark']): Promise<void> {
  await call('questions.mark', { run, mark }).catch(complain('The mark was not kept'));
  await load();
}

/** Loads at every connection and when the engine says that the list changed. */
export function startQuestions(): void {
  onOpen(() => void load());
  on('questions.changed', () => void load());
}
