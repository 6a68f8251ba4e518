/**
 * The embedding model inside the inference process. In: texts. Out: mean-pooled vectors as the
 * model gives them. Texts wait in one queue; those of a query go to its front.
 */
import type { LlamaEmbeddingContext, LlamaModel, Token } from 'node-llama-cpp';
import { CarrelError } from '../../domain/errors.ts';
import { openLlama } from './llama.ts';
import type { LoadEmbeddingInput } from './protocol.ts';

interface WaitingText {
  readonly tokens: Token[];
  readonly signal: AbortSignal;
  resolve(vector: Float32Array): void;
  reject(reason: unknown): void;
}

export interface EmbeddingWorker {
  load(input: LoadEmbeddingInput): Promise<{ dimensions: number; maxTokens: number }>;
  /** One vector per text, in order; texts beyond the model's tokens are cut by tokens. */
  embed(texts: readonly string[], urgent: boolean, signal: AbortSignal): Promise<Float32Array[]>;
}

interface Loaded {
  readonly model: LlamaModel;
  readonly idle: LlamaEmbeddingContext[];
  /** Text tokens that fit beside the model's begin and end tokens. */
  readonly textTokens: number;
  readonly dimensions: number;
}

async function loadModel({ file, lanes }: LoadEmbeddingInput): Promise<Loaded> {
  // The processor alone: vectors of one text must not differ between machines with and without a
  // graphics card, and the bundled model is small.
  const llama = await openLlama(false, lanes);
  const model = await llama.loadModel({ modelPath: file, gpuLayers: 0 });
  const maxTokens = model.trainContextSize;
  const idle: LlamaEmbeddingContext[] = [];
  for (let lane = 0; lane < lanes; lane++)
    idle.push(
      // One token more than the model takes: node-llama-cpp refuses an input that fills the context.
      await model.createEmbeddingContext({ contextSize: maxTokens + 1, batchSize: maxTokens, threads: 1 }),
    );
  return { model, idle, textTokens: maxTokens - 2, dimensions: model.embeddingVectorSize };
}

/** The worker holds nothing until `load` was called; `load` may be called once. */
export function createEmbeddingWorker(): EmbeddingWorker {
  let loaded: Promise<Loaded> | null = null;
  const queue: WaitingText[] = [];

  async function work(on: Loaded, lane: LlamaEmbeddingContext): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      if (next.signal.aborted) {
        next.reject(next.signal.reason);
        continue;
      }
      try {
        const embedding = await lane.getEmbeddingFor(next.tokens);
        next.resolve(Float32Array.from(embedding.vector));
      } catch (thrown) {
        next.reject(thrown);
      }
    }
    on.idle.push(lane);
  }

  return {
    async load(input) {
      loaded ??= loadModel(input);
      const { dimensions, textTokens } = await loaded;
      return { dimensions, maxTokens: textTokens + 2 };
    },
    async embed(texts, urgent, signal) {
      if (!loaded) throw new CarrelError('noModel', 'The embedding model is not loaded.');
      const on = await loaded;
      const results = texts.map((text) => {
        const tokens = on.model.tokenize(text).slice(0, on.textTokens);
        // An empty text is its begin and end tokens; node-llama-cpp gives no vector for none at all.
        if (tokens.length === 0 && on.model.tokens.bos !== null) tokens.push(on.model.tokens.bos);
        return new Promise<Float32Array>((resolve, reject) => {
          const waiting = { tokens, signal, resolve, reject };
          if (urgent) queue.unshift(waiting);
          else queue.push(waiting);
        });
      });
      while (queue.length > 0) {
        const lane = on.idle.pop();
        if (!lane) break;
        void work(on, lane);
      }
      return Promise.all(results);
    },
  };
}
