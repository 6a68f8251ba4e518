/** What every step of one run works with, and what the steps hand on. */
import type { WirePreset } from '../../src-preload/contract/asking.ts';
import type { AskResult, Citation } from '../domain/answer.ts';
import type { DocumentId, RunId } from '../domain/ids.ts';
import type { SearchRequest, SearchResult } from '../domain/search.ts';
import type { LibraryQueries } from '../store/interfaces/library.ts';
import type { PageLabels } from './materials.ts';
import type { PromptLibrary } from './prompts.ts';
import type { Recorder } from './recorder.ts';

export interface RunContext {
  readonly run: RunId;
  readonly question: string;
  readonly preset: WirePreset;
  readonly collection: string | undefined;
  readonly document: DocumentId | undefined;
  readonly recorder: Recorder;
  readonly signal: AbortSignal;
  readonly prompts: PromptLibrary;
  readonly library: Pick<LibraryQueries, 'documents' | 'fragments' | 'page'>;
  readonly labels: PageLabels;
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchResult>;
  /** Tells the run where to find what was shown so far, in case that it fails. */
  keepPartial(text: () => string): void;
}

/** What differs from answer to answer; the run adds times, counts and its own names. */
export interface Answered {
  readonly model: string | null;
  readonly answer: string;
  readonly finalAnswer: string;
  readonly answerable: boolean;
  readonly citations: readonly Citation[];
  readonly evidence: readonly Citation[];
  readonly flaggedNumbers: readonly string[];
  readonly droppedCitations: number;
  readonly stopped: AskResult['stopped'];
}
