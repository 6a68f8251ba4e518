/**
 * The inside of an inference process. In: requests over ipc. Out: events, outputs, errors and
 * heartbeats. Its entry ends it when the engine goes away, so that no orphan keeps gigabytes.
 */
import { toCarrelError } from '../../domain/errors.ts';
import { createEmbeddingWorker } from './embedding-worker.ts';
import { createLanguageWorker } from './language-worker.ts';
import { HEARTBEAT_MILLISECONDS } from './protocol.ts';
import type {
  InferenceCallName,
  InferenceCalls,
  InferenceMessage,
  InferenceRequest,
  WireInferenceError,
} from './protocol.ts';

type Handlers = {
  [Name in InferenceCallName]: (
    input: InferenceCalls[Name]['input'],
    signal: AbortSignal,
    emit: (event: InferenceCalls[Name]['event']) => void,
  ) => Promise<InferenceCalls[Name]['output']>;
};

function wireError(thrown: unknown): WireInferenceError {
  const { code, message, detail } = toCarrelError(thrown);
  return { code, message, detail };
}

/** Serves requests of the parent until its channel closes. Needs a process with an ipc channel. */
export function serveInference(): void {
  const embedding = createEmbeddingWorker();
  const language = createLanguageWorker();
  const handlers: Handlers = {
    loadEmbedding: (input) => embedding.load(input),
    embed: ({ texts, urgent }, signal) => embedding.embed(texts, urgent, signal),
    loadLanguage: (input, signal, emit) => language.load(input, signal, emit),
    countTokens: ({ text }) => Promise.resolve(language.countTokens(text)),
    generate: (input, signal, emit) => language.generate(input, signal, emit),
  };
  const running = new Map<number, AbortController>();
  const send = (message: InferenceMessage): void => {
    if (process.connected) process.send?.(message);
  };

  async function answer(id: number, call: InferenceCallName, input: unknown): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const handler = handlers[call] as (
        input: unknown,
        signal: AbortSignal,
        emit: (event: unknown) => void,
      ) => Promise<unknown>;
      const output = await handler(input, controller.signal, (event) => send({ id, event }));
      send({ id, output });
    } catch (thrown) {
      send({ id, error: wireError(controller.signal.aborted ? controller.signal.reason : thrown) });
    } finally {
      running.delete(id);
    }
  }

  process.on('message', (message: InferenceRequest) => {
    if ('abort' in message) running.get(message.abort)?.abort();
    else void answer(message.id, message.call, message.input);
  });
  const beat = (): void => send({ beat: Date.now() });
  setInterval(beat, HEARTBEAT_MILLISECONDS).unref();
  beat();
}
