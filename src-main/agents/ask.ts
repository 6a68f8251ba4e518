/**
 * In: a question, a preset and perhaps a model. Out: the run's events as they happen, and the result.
 * The order is the pipeline's: search, evidence pool, synthesizer, short final answer.
 */
import type { WirePreset } from '../../src-preload/contract/asking.ts';
import type { AskResult } from '../domain/answer.ts';
import { CarrelError, toCarrelError } from '../domain/errors.ts';
import { asDocumentId } from '../domain/ids.ts';
import type { RunId } from '../domain/ids.ts';
import type { LanguageModel } from '../domain/ports/language-model.ts';
import type { RunLog } from '../domain/ports/trace.ts';
import type { SearchRequest, SearchResult } from '../domain/search.ts';
import type { LibraryQueries } from '../store/interfaces/library.ts';
import { writeAnswer } from './answer.ts';
import { CHECKER } from './final-answer.ts';
import { gatherEvidence } from './gather.ts';
import type { Gathered } from './gather.ts';
import { presentEvidence } from './present-evidence.ts';
import { listPresets, resolvePreset } from './presets.ts';
import { loadPrompts } from './prompts.ts';
import type { PromptLibrary } from './prompts.ts';
import { createRecorder } from './recorder.ts';
import type { Answered, RunContext } from './run-context.ts';
import { SYNTHESIZER } from './synthesizer.ts';

export interface AskRequest {
  readonly question: string;
  /** A preset's id, or `auto`. */
  readonly preset: string;
  readonly collection?: string | undefined;
  /** Id of the only document to search. */
  readonly document?: string | undefined;
  /** Null where none is set. */
  readonly model: LanguageModel | null;
  readonly run: RunId;
}

/**
 * Answers one question. Its events close with `run.ended` or `run.failed`, the latter with what was
 * written so far; it then resolves to null. Never rejects.
 */
export type Ask = (request: AskRequest, log: RunLog, signal: AbortSignal) => Promise<AskResult | null>;

export interface AskDependencies {
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchResult>;
  readonly library: Pick<LibraryQueries, 'documents' | 'fragments' | 'page'>;
  /** Folder of the prompts; read once. */
  readonly prompts: string;
  /** Those of `presets/` when absent. */
  readonly presets?: readonly WirePreset[] | undefined;
}

/** Wires the steps of an answer. */
export function createAsk(dependencies: AskDependencies): Ask {
  let loading: Promise<PromptLibrary> | null = null;
  const prompts = async (): Promise<PromptLibrary> => {
    loading ??= loadPrompts(dependencies.prompts);
    try {
      return await loading;
    } catch (thrown) {
      // A folder that could not be read is tried again with the next question.
      loading = null;
      throw thrown;
    }
  };

  return async (request, log, signal) => {
    const recorder = createRecorder(log);
    let partialAnswer = (): string => '';
    try {
      const question = checkedQuestion(request.question);
      const { model, collection } = request;
      const presets = dependencies.presets ?? listPresets();
      const { preset, reason } = resolvePreset(request.preset, model !== null, presets);
      const library = await prompts();
      const used = [
        ...(preset.roles.synthesizer === null ? [] : [SYNTHESIZER]),
        ...(preset.roles.checker === null ? [] : [CHECKER]),
      ];
      recorder.append({
        type: 'run.started',
        question,
        preset: preset.id,
        presetReason: reason,
        model: preset.roles.synthesizer === null ? null : (model?.id ?? null),
        modelFingerprint: preset.roles.synthesizer === null ? null : (model?.fingerprint ?? null),
        prompts: Object.fromEntries(used.map((name) => [name, library.prompt(name).sha256])),
        collection: collection ?? null,
        document: request.document ?? null,
      });
      const context: RunContext = {
        run: request.run,
        question,
        preset,
        collection,
        document: request.document === undefined ? undefined : asDocumentId(request.document),
        recorder,
        signal,
        prompts: library,
        library: dependencies.library,
        labels: async (document, page) => (await dependencies.library.page(document, page))?.label ?? null,
        search: dependencies.search,
        keepPartial: (text) => (partialAnswer = text),
      };
      signal.throwIfAborted();
      const gathered = await gatherEvidence(context);
      signal.throwIfAborted();
      const answered =
        preset.roles.synthesizer === null || model === null
          ? await presentEvidence(context, gathered)
          : await writeAnswer(context, gathered, model);
      const result = resultOf(context, gathered, answered);
      recorder.append({ type: 'run.ended', result });
      return result;
    } catch (thrown) {
      const { code, message, retryable, detail } = signal.aborted
        ? new CarrelError('cancelled', 'This was stopped before it finished. What was written is kept.')
        : toCarrelError(thrown);
      recorder.append({
        type: 'run.failed',
        error: { code, message, retryable, detail },
        partialAnswer: partialAnswer(),
      });
      return null;
    }
  };
}

function checkedQuestion(question: string): string {
  const text = question.replaceAll('\0', '').trim();
  if (text === '')
    throw new CarrelError('invalidInput', 'The question is empty. Write what you want to know.');
  return text;
}

function resultOf(context: RunContext, gathered: Gathered, answered: Answered): AskResult {
  const { recorder } = context;
  return {
    run: context.run,
    question: context.question,
    preset: context.preset.id,
    ...answered,
    readings: [],
    searches: gathered.searches,
    reads: 0,
    followUps: 0,
    milliseconds: recorder.elapsed(),
    firstEventMilliseconds: recorder.firstEvent,
    answerStartMilliseconds: recorder.answerStart,
    tokens: recorder.usage,
    pending: { pages: gathered.pendingPages },
  };
}
