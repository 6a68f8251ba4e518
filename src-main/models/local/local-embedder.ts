/**
 * The bundled embedding model. In: texts. Out: unit vectors. Passages go in small slices, each
 * under its own lease of one core; a query needs no more than 40 ms and goes before them.
 */
import { CarrelError } from '../../domain/errors.ts';
import type { Embedder } from '../../domain/ports/language-model.ts';
import type { ProcessSpawner } from '../../domain/ports/process.ts';
import type { Scheduler } from '../../domain/ports/scheduler.ts';
import { ProcessLost, startInferenceProcess } from './inference-process.ts';
import type { InferenceProcess } from './inference-process.ts';

/** Texts under one lease: about a quarter of a second of one core, the longest a question waits. */
const SLICE = 4;
/** More contexts than this only cost memory: reading pages needs the other cores. */
const MOST_LANES = 8;
/** Resident bytes after which the process is replaced; two lanes hold about 270 MB. */
const MEMORY_LIMIT = 1_500_000_000;

export interface LocalEmbedderOptions {
  readonly fingerprint: string;
  readonly dimensions: number;
  /** Absolute path of the checked file; rejects when it is missing or damaged. */
  file(): Promise<string>;
  readonly spawner: ProcessSpawner;
  readonly scheduler: Scheduler;
  onNotice(notice: { readonly code: string; readonly message: string }): void;
}

export interface LocalEmbedder extends Embedder {
  /** Process id while the model is loaded, for tests and the doctor. */
  readonly pid: number | null;
  close(): Promise<void>;
}

/**
 * Scales to length 1 in place.
 * @throws CarrelError `modelOutput` for a vector with NaN, infinity or no length: it would rank
 * first in every search (sqlite-vec accepts it).
 */
export function normalise(vector: Float32Array, dimensions: number): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum);
  if (vector.length !== dimensions || !Number.isFinite(length) || length === 0)
    throw new CarrelError(
      'modelOutput',
      'The embedding model gave a vector that is no direction. Its text was not stored; index again.',
      {
        retryable: true,
        detail: `length ${length}, ${vector.length} dimensions`,
      },
    );
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}

export function createLocalEmbedder(options: LocalEmbedderOptions): LocalEmbedder {
  const { scheduler, dimensions } = options;
  const lanes = Math.max(1, Math.min(scheduler.cores, MOST_LANES));
  let running: Promise<InferenceProcess> | null = null;
  let current: InferenceProcess | null = null;
  let closed = false;

  async function start(): Promise<InferenceProcess> {
    const file = await options.file();
    const process = startInferenceProcess(options.spawner, (reason) =>
      options.onNotice({
        code: 'embeddingRestarted',
        message: `The embedding process was replaced: ${reason}. Its texts are embedded again.`,
      }),
    );
    current = process;
    process.limitMemory(MEMORY_LIMIT);
    const loading = process.call('loadEmbedding', { file, lanes }, new AbortController().signal);
    try {
      const loaded = await loading.result;
      if (loaded.dimensions !== dimensions) throw new Error(`The model has ${loaded.dimensions} dimensions.`);
      return process;
    } catch (thrown) {
      await process.end();
      throw thrown;
    }
  }

  /** The live process; a failed start is not remembered, so that the next call tries again. */
  async function ready(): Promise<InferenceProcess> {
    if (closed) throw new CarrelError('cancelled', 'Carrel is closing.');
    if (!running || (current && !current.alive)) {
      current = null;
      const starting = start();
      running = starting;
      starting.catch(() => {
        if (running === starting) running = null;
      });
    }
    return running;
  }

  async function once(
    texts: readonly string[],
    urgent: boolean,
    signal: AbortSignal,
  ): Promise<Float32Array[]> {
    const lease = await scheduler.acquire(urgent ? 'question' : 'embed', 1, signal);
    let settled: Promise<void> = Promise.resolve();
    try {
      const process = await ready();
      const handle = process.call('embed', { texts, urgent }, signal);
      settled = handle.settled;
      return (await handle.result).map((vector) => normalise(vector, dimensions));
    } finally {
      // An aborted slice still computes its current text: the core is free only after that.
      void settled.then(() => lease.release());
    }
  }

  async function withRetry(
    texts: readonly string[],
    urgent: boolean,
    signal: AbortSignal,
  ): Promise<Float32Array[]> {
    try {
      return await once(texts, urgent, signal);
    } catch (thrown) {
      if (!(thrown instanceof ProcessLost)) throw thrown;
    }
    try {
      return await once(texts, urgent, signal);
    } catch (thrown) {
      if (!(thrown instanceof ProcessLost)) throw thrown;
      throw new CarrelError(
        'modelCrashed',
        `The embedding process ended twice on the same text (${thrown.message}). Keyword search goes on without it.`,
        { retryable: true, detail: thrown.stderr, cause: thrown },
      );
    }
  }

  return {
    fingerprint: options.fingerprint,
    dimensions,
    get pid() {
      return current?.alive ? current.pid : null;
    },
    async embed(texts, purpose, signal) {
      if (purpose === 'query') return withRetry(texts, true, signal);
      const vectors = new Array<Float32Array>(texts.length);
      let at = 0;
      const lane = async (): Promise<void> => {
        while (at < texts.length) {
          const from = at;
          at += SLICE;
          try {
            const slice = await withRetry(texts.slice(from, from + SLICE), false, signal);
            slice.forEach((vector, offset) => (vectors[from + offset] = vector));
          } catch (thrown) {
            // The other lanes need not go on with a call that fails.
            at = texts.length;
            throw thrown;
          }
        }
      };
      await Promise.all(Array.from({ length: Math.min(lanes, Math.ceil(texts.length / SLICE)) }, lane));
      return vectors;
    },
    async close() {
      closed = true;
      await current?.end();
    },
  };
}
