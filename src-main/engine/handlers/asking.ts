/** Calls that search, ask, and read runs, questions and presets. */
import type { CallArguments } from '../../../src-preload/contract/contract.ts';
import type { WireQuestion } from '../../../src-preload/contract/asking.ts';
import type { RunEventBody } from '../../../src-preload/contract/run-events.ts';
import { listPresets } from '../../agents/presets.ts';
import { CarrelError, toCarrelError } from '../../domain/errors.ts';
import { asRunId, type RunId } from '../../domain/ids.ts';
import type { LanguageModel } from '../../domain/ports/language-model.ts';
import type { RunLog } from '../../domain/ports/trace.ts';
import type { QuestionRecord, QuestionState } from '../../store/interfaces/user.ts';
import type { Rooms } from '../rooms.ts';
import type { Handlers } from '../rpc/dispatcher.ts';
import { renderExport } from './export.ts';
import { chooseModel } from './choose-model.ts';

type AskingHandlers = Pick<
  Handlers,
  Extract<
    keyof Handlers,
    | `search.${string}`
    | `ask.${string}`
    | `runs.${string}`
    | `questions.${string}`
    | `presets.${string}`
    | `export.${string}`
  >
>;

function wireQuestion(question: QuestionRecord): WireQuestion {
  const { run, collection, askedAt, state, preset, mark } = question;
  return { run, question: question.question, collection, askedAt, state, preset, mark };
}

function closingState(event: RunEventBody): QuestionState | null {
  if (event.type === 'run.ended') return 'answered';
  if (event.type === 'run.failed') return event.error.code === 'cancelled' ? 'cancelled' : 'failed';
  return null;
}

export function askingHandlers(rooms: Rooms): AskingHandlers {
  const { store, runs } = rooms;

  async function work(
    input: CallArguments<'ask.start'>,
    model: LanguageModel | null,
    document: QuestionRecord['document'],
    run: RunId,
    log: RunLog,
    signal: AbortSignal,
  ): Promise<void> {
    let state: QuestionState = 'failed';
    const { question, preset } = input;
    const watched: RunLog = {
      append(event) {
        state = closingState(event) ?? state;
        log.append(event);
      },
    };
    const collection = input.collection ?? null;
    const askedAt = new Date().toISOString();
    await store.runs.create(run, { kind: 'ask', question, preset, collection, startedAt: askedAt });
    await store.user.putQuestion({ run, question, collection, document, askedAt, state: 'running', preset });
    rooms.questionsChanged();
    try {
      const result = await rooms.ask(
        { question, preset, collection: input.collection, document: document ?? undefined, model, run },
        watched,
        signal,
      );
      if (result) await store.user.putAnswer(result);
    } catch (thrown) {
      const { code, message, retryable, detail } = toCarrelError(thrown);
      watched.append({ type: 'run.failed', error: { code, message, retryable, detail }, partialAnswer: '' });
    } finally {
      await store.user.setQuestionState(run, state);
      rooms.questionsChanged();
    }
  }

  return {
    async 'search.run'(input, { signal }) {
      const { query, top, mode, graph, collection } = input;
      const documents =
        input.document === undefined ? undefined : [(await rooms.findDocument(input.document)).id];
      const result = await rooms.search({ query, top, mode, graph, collection, documents }, signal);
      return { ...result, hits: result.hits.map((hit) => ({ ...hit })) };
    },
    async 'ask.start'(input, { signal }) {
      await rooms.checkCollection(input.collection);
      const model = await chooseModel(rooms, input, signal);
      const document = input.document === undefined ? null : (await rooms.findDocument(input.document)).id;
      const run = runs.start((id, log, signal) => work(input, model, document, id, log, signal));
      return { run };
    },
    'ask.cancel'(input) {
      runs.cancel(asRunId(input.run));
      return Promise.resolve({});
    },
    async 'runs.subscribe'(input, { emit, signal }) {
      await runs.subscribe(asRunId(input.run), input.fromSeq, (event) => emit('run.event', event), signal);
      return {};
    },
    async 'runs.get'(input) {
      const run = asRunId(input.run);
      const question = await store.user.question(run);
      if (!question)
        throw new CarrelError('runNotFound', 'There is no answer with this id. It may have been removed.');
      const [result, events] = await Promise.all([store.user.answer(run), runs.events(run)]);
      return { question: wireQuestion(question), result, events };
    },
    async 'questions.list'(input) {
      return { questions: (await store.user.questions(input.limit)).map(wireQuestion) };
    },
    async 'questions.remove'(input) {
      const run = asRunId(input.run);
      runs.cancel(run);
      await store.user.removeQuestion(run);
      await store.runs.remove(run);
      rooms.questionsChanged();
      return {};
    },
    async 'questions.mark'(input) {
      await store.user.mark(asRunId(input.run), input.mark);
      rooms.questionsChanged();
      return {};
    },
    'presets.list': () => Promise.resolve({ presets: listPresets().map((preset) => ({ ...preset })) }),
    'export.render': (input, { signal }) => renderExport(rooms, input, signal),
  };
}
