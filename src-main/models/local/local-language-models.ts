/**
 * Language models that run here. In: a catalogue entry and its checked file. Out: a LanguageModel.
 * At most one is in memory, in a process of its own that ends when it is idle or another is asked:
 * so its memory surely comes back, and a crash of a large model takes neither search nor index along.
 */
import { CarrelError } from '../../domain/errors.ts';
import type { GenerateRequest, LanguageModel, ModelEvent } from '../../domain/ports/language-model.ts';
import type { ProcessSpawner } from '../../domain/ports/process.ts';
import type { CoreLease, Scheduler } from '../../domain/ports/scheduler.ts';
import { comfortableSequences, repackedBytes } from '../catalogue.ts';
import type { LanguageModelEntry } from '../catalogue.ts';
import type { LoadedLanguage } from '../inference/protocol.ts';
import { createEventQueue } from './event-queue.ts';
import { ProcessLost, startInferenceProcess } from './inference-process.ts';
import type { InferenceProcess } from './inference-process.ts';
import { availableBytes } from './memory.ts';
import { createTurns } from './turns.ts';

const IDLE_MILLISECONDS = 5 * 60_000;
/** A process that grows beyond its estimate by this factor is ended before the system suffers. */
const GROWTH = 1.5;
const GROWTH_BYTES = 1_000_000_000;
/** Prompts shorter than this say little about how fast a model reads. */
const TELLING_PROMPT = 200;
/** Fixed, so that the same question gives the same answer. */
const SEED = 1;

interface Slot {
  readonly entry: LanguageModelEntry;
  readonly contextTokens: number;
  readonly process: InferenceProcess;
  readonly loaded: LoadedLanguage;
}

export interface LocalLanguageModels {
  model(entry: LanguageModelEntry): LanguageModel;
  /** The model in memory and what its process holds now. */
  loaded(): { readonly id: string; readonly residentBytes: number; readonly pid: number } | null;
  /** Ends the process when it holds this model. */
  unload(id: string): Promise<void>;
  close(): Promise<void>;
}

export interface LocalLanguageOptions {
  readonly spawner: ProcessSpawner;
  readonly scheduler: Scheduler;
  /** Rejects with modelNotInstalled where the file is missing or damaged. */
  file(entry: LanguageModelEntry): Promise<string>;
  contextTokens(): number;
  onNotice(notice: { readonly code: string; readonly message: string }): void;
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

export function createLocalLanguageModels(options: LocalLanguageOptions): LocalLanguageModels {
  const { scheduler } = options;
  const turns = createTurns();
  /** Model id → prompt tokens a second, as measured last. */
  const speeds = new Map<string, number>();
  /** Model id → bytes estimated before loading. */
  const needs = new Map<string, number>();
  let slot: Slot | null = null;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  async function empty(): Promise<void> {
    clearTimeout(idle);
    const ended = slot;
    slot = null;
    await ended?.process.end();
  }

  const context = (entry: LanguageModelEntry): number =>
    Math.min(options.contextTokens(), entry.contextTokens);

  async function load(
    entry: LanguageModelEntry,
    signal: AbortSignal,
    onFraction: (fraction: number) => void,
  ): Promise<Slot> {
    const contextTokens = context(entry);
    if (slot?.process.alive && slot.entry.id === entry.id && slot.contextTokens === contextTokens)
      return slot;
    const file = await options.file(entry);
    await empty();
    if (closed) throw new CarrelError('cancelled', 'Carrel is closing.');
    const free = availableBytes();
    const process = startInferenceProcess(options.spawner, (reason) => {
      if (slot?.process === process) slot = null;
      options.onNotice({
        code: 'modelRestarted',
        message: `The process of ${entry.title} ended: ${reason}. Nothing that was stored is lost.`,
      });
    });
    process.limitMemory(free);
    const sequences = comfortableSequences(entry, contextTokens, free);
    const input = {
      file,
      contextTokens,
      sequences,
      threads: scheduler.cores,
      repackedBytes: repackedBytes(entry),
      availableBytes: free,
    };
    try {
      const loading = process.call('loadLanguage', input, signal, ({ fraction }) => onFraction(fraction));
      const loaded = await loading.result;
      needs.set(entry.id, loaded.neededBytes);
      process.limitMemory(loaded.neededBytes * GROWTH + GROWTH_BYTES);
      slot = { entry, contextTokens, process, loaded };
      return slot;
    } catch (thrown) {
      await process.end();
      throw thrown;
    }
  }

  function restIdle(): void {
    clearTimeout(idle);
    idle = setTimeout(
      () => void turns.take(new AbortController().signal).then((end) => empty().finally(end)),
      IDLE_MILLISECONDS,
    );
    idle.unref();
  }

  /** One try of a generation; the lease goes back only when the process has really stopped. */
  async function attempt(
    entry: LanguageModelEntry,
    request: GenerateRequest,
    lease: CoreLease,
    signal: AbortSignal,
    emit: (event: ModelEvent) => void,
  ): Promise<void> {
    const { process } = await load(entry, signal, (fraction) => emit({ type: 'loading', fraction }));
    const started = performance.now();
    let evaluated = 0;
    let read = started;
    const handle = process.call(
      'generate',
      {
        messages: request.messages,
        temperature: request.temperature,
        maxTokens: request.maxTokens,
        schema: request.schema ?? null,
        role: request.role,
        seed: SEED,
        threads: lease.cores,
      },
      signal,
      (event) => {
        if (event.type === 'prompt') {
          ({ evaluated } = event);
          read = performance.now();
        }
        emit(event);
      },
    );
    try {
      const { reason, usage } = await handle.result;
      if (evaluated - usage.reused >= TELLING_PROMPT)
        speeds.set(entry.id, ((evaluated - usage.reused) / (read - started)) * 1000);
      emit({ type: 'end', reason, usage });
    } catch (thrown) {
      if (thrown instanceof ProcessLost) throw thrown;
      await handle.settled;
      throw thrown;
    }
  }

  async function crashed(entry: LanguageModelEntry, lost: ProcessLost): Promise<never> {
    await empty();
    throw new CarrelError(
      'modelCrashed',
      `${entry.title} ended twice on this question: ${lost.message}. It needed about ${gigabytes(needs.get(entry.id) ?? entry.bytes)} of memory, and ${gigabytes(availableBytes())} are free. Choose a smaller model or a smaller context, or use a server.`,
      { retryable: true, detail: lost.stderr, cause: lost },
    );
  }

  async function run(
    entry: LanguageModelEntry,
    request: GenerateRequest,
    signal: AbortSignal,
    emit: (event: ModelEvent) => void,
  ): Promise<void> {
    const endTurn = await turns.take(signal);
    clearTimeout(idle);
    let lease: CoreLease | null = null;
    try {
      lease = await scheduler.acquire('question', scheduler.cores, signal);
      try {
        await attempt(entry, request, lease, signal, emit);
      } catch (thrown) {
        if (!(thrown instanceof ProcessLost)) throw thrown;
        emit({
          type: 'restart',
          reason: `The model's process ended: ${thrown.message}. It was started again.`,
        });
        try {
          await attempt(entry, request, lease, signal, emit);
        } catch (again) {
          if (again instanceof ProcessLost) await crashed(entry, again);
          throw again;
        }
      }
    } finally {
      lease?.release();
      restIdle();
      endTurn();
    }
  }

  async function countTokens(entry: LanguageModelEntry, text: string): Promise<number> {
    const signal = new AbortController().signal;
    const ready = slot?.process.alive && slot.entry.id === entry.id ? slot : null;
    if (ready) return ready.process.call('countTokens', { text }, signal).result;
    const endTurn = await turns.take(signal);
    try {
      const { process } = await load(entry, signal, () => undefined);
      return await process.call('countTokens', { text }, signal).result;
    } finally {
      restIdle();
      endTurn();
    }
  }

  return {
    model: (entry) => ({
      id: entry.id,
      title: entry.title,
      fingerprint: `llama-cpp:${entry.sha256}`,
      get contextTokens() {
        return context(entry);
      },
      get promptTokensPerSecond() {
        return speeds.get(entry.id) ?? entry.promptTokensPerSecondPerCore * scheduler.cores;
      },
      countTokens: (text) => countTokens(entry, text),
      generate: (request, signal) =>
        createEventQueue<ModelEvent>((emit, both) => run(entry, request, both, emit), signal),
    }),
    loaded: () =>
      slot?.process.alive
        ? { id: slot.entry.id, residentBytes: slot.process.residentBytes, pid: slot.process.pid }
        : null,
    async unload(id) {
      if (slot?.entry.id === id) await empty();
    },
    async close() {
      closed = true;
      await empty();
    },
  };
}
