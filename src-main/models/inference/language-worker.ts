/**
 * One language model inside an inference process. In: its file, then requests. Out: streamed text.
 * Each role keeps its own sequence, so that the prefix a role sends again is not evaluated again.
 */
import { GgufInsights, readGgufFileInfo, resolveChatWrapper } from 'node-llama-cpp';
import type { ChatWrapper, Llama, LlamaContext, LlamaModel } from 'node-llama-cpp';
import { CarrelError } from '../../domain/errors.ts';
import { createSequencePool } from './sequence-pool.ts';
import type { SequencePool } from './sequence-pool.ts';
import { estimateMemory, refuseWhenTooLarge } from './memory-estimate.ts';
import { generate } from './generate.ts';
import { openLlama } from './llama.ts';
import { createThreadGovernor } from './thread-governor.ts';
import type { ThreadGovernor } from './thread-governor.ts';
import type { GenerateEvent, GenerateInput, GenerateOutput } from './protocol.ts';
import type { LoadLanguageInput, LoadedLanguage } from './protocol.ts';

/** A model that is ready, with what a generation needs of it. */
export interface LoadedModel {
  readonly llama: Llama;
  readonly model: LlamaModel;
  readonly context: LlamaContext;
  readonly wrapper: ChatWrapper;
  readonly sequences: SequencePool;
  readonly governor: ThreadGovernor;
  readonly contextTokens: number;
}

export interface LanguageWorker {
  load(
    input: LoadLanguageInput,
    signal: AbortSignal,
    emit: (event: { fraction: number }) => void,
  ): Promise<LoadedLanguage>;
  countTokens(text: string): number;
  generate(
    input: GenerateInput,
    signal: AbortSignal,
    emit: (event: GenerateEvent) => void,
  ): Promise<GenerateOutput>;
}

/** Tokens evaluated in one native call at most; smaller pieces are chosen to stay abortable. */
const BATCH_TOKENS = 512;

/** The worker holds nothing until `load` was called; a process loads one model in its life. */
export function createLanguageWorker(): LanguageWorker {
  let loaded: LoadedModel | null = null;
  let last: Promise<unknown> = Promise.resolve();

  function ready(): LoadedModel {
    if (!loaded) throw new CarrelError('noModel', 'No language model is loaded.');
    return loaded;
  }

  return {
    async load(input, signal, emit) {
      const llama = await openLlama('auto', input.threads);
      const insights = await GgufInsights.from(await readGgufFileInfo(input.file), llama);
      const contextTokens = Math.min(input.contextTokens, insights.trainContextSize ?? input.contextTokens);
      const gpuLayers =
        llama.gpu === false
          ? 0
          : await insights.configurationResolver.resolveModelGpuLayers({
              fitContext: { contextSize: contextTokens },
            });
      const { sequences, availableBytes } = input;
      const plan = { gpuLayers, contextTokens, sequences, batchTokens: BATCH_TOKENS };
      const repacked = gpuLayers === 0 ? input.repackedBytes : 0;
      const neededBytes = repacked + (await estimateMemory(insights, plan));
      refuseWhenTooLarge(neededBytes, availableBytes, contextTokens);
      const model = await llama.loadModel({
        modelPath: input.file,
        gpuLayers,
        loadSignal: signal,
        onLoadProgress: (fraction) => emit({ fraction }),
      });
      const context = await model.createContext({
        contextSize: contextTokens,
        sequences,
        batchSize: BATCH_TOKENS,
        threads: { ideal: input.threads, min: 1 },
        createSignal: signal,
      });
      loaded = {
        llama,
        model,
        context,
        wrapper: resolveChatWrapper(model, { warningLogs: false }),
        sequences: createSequencePool(context),
        governor: createThreadGovernor((threads) => {
          llama.maxThreads = threads;
        }),
        contextTokens,
      };
      return {
        contextTokens,
        neededBytes,
        device: llama.gpu === false || model.gpuLayers === 0 ? 'cpu' : llama.gpu,
      };
    },
    countTokens: (text) => ready().model.tokenize(text).length,
    generate(input, signal, emit) {
      const on = ready();
      // One at a time: two generations side by side on a processor only make both late.
      const turn = last.then(async () => {
        signal.throwIfAborted();
        await on.governor.begin(input.threads);
        return generate(on, input, signal, emit);
      });
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
