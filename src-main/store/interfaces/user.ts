/**
 * What belongs to the person and cannot be rebuilt: settings, servers, questions, answers with
 * citations that read even when the library is gone, and marks.
 */
import type { AskResult } from '../../domain/answer.ts';
import type { RunId } from '../../domain/ids.ts';

export const QUESTION_STATES = ['running', 'answered', 'failed', 'cancelled'] as const;
export type QuestionState = (typeof QUESTION_STATES)[number];
export type Mark = 'right' | 'wrong';

/** An OpenAI-compatible server the person named. */
export interface ServerRecord {
  readonly id: string;
  readonly url: string;
  readonly key: string | null;
  readonly allowPublic: boolean;
}

export interface QuestionRecord {
  readonly run: RunId;
  readonly question: string;
  readonly collection: string | null;
  readonly document: string | null;
  /** ISO 8601. */
  readonly askedAt: string;
  readonly state: QuestionState;
  readonly preset: string;
  readonly mark: Mark | null;
}

export interface UserStore {
  /** The JSON value kept under a key, null when none is. */
  setting(key: string): Promise<unknown>;
  setSetting(key: string, value: unknown): Promise<void>;
  servers(): Promise<ServerRecord[]>;
  /** Adds or replaces; a key of undefined keeps the one that is stored. */
  putServer(server: Omit<ServerRecord, 'key'> & { readonly key?: string | null | undefined }): Promise<void>;
  removeServer(id: string): Promise<void>;
  /** Newest first. */
  questions(limit: number): Promise<QuestionRecord[]>;
  question(run: RunId): Promise<QuestionRecord | null>;
  /** Adds or replaces a question; its mark and answer are kept. */
  putQuestion(question: Omit<QuestionRecord, 'mark'>): Promise<void>;
  setQuestionState(run: RunId, state: QuestionState): Promise<void>;
  /** Keeps the answer with its citations and evidence, and sets the question to `answered`. */
  putAnswer(result: AskResult): Promise<void>;
  answer(run: RunId): Promise<AskResult | null>;
  /** Answers of a collection (all when absent) with their questions, oldest first. */
  answers(collection?: string): Promise<{ question: QuestionRecord; answer: AskResult }[]>;
  mark(run: RunId, mark: Mark | null): Promise<void>;
  /** Removes question, answer, citations and mark. */
  removeQuestion(run: RunId): Promise<void>;
}
