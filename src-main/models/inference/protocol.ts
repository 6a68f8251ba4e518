/**
 * Messages between the engine and an inference process. In: typed calls with ids and aborts.
 * Out: events, one output or error per id, and heartbeats. They cross Node's ipc channel.
 */
import type { TokenUsage } from '../../domain/answer.ts';
import type { ChatMessage, JsonSchema } from '../../domain/ports/language-model.ts';
import type { ErrorCode } from '../../../src-preload/contract/errors.ts';

export interface LoadEmbeddingInput {
  readonly file: string;
  /** Contexts that embed side by side, one thread each. */
  readonly lanes: number;
}

export interface LoadLanguageInput {
  readonly file: string;
  /** Tokens of one sequence, prompt and output together. */
  readonly contextTokens: number;
  /** Sequences to keep, one per role. */
  readonly sequences: number;
  readonly threads: number;
  /** Bytes of a second copy of weights when the processor computes, which GGUF's facts do not show. */
  readonly repackedBytes: number;
  /** Bytes that may be taken before the model is refused. */
  readonly availableBytes: number;
}

export interface LoadedLanguage {
  readonly contextTokens: number;
  /** Estimate of bytes of main memory, made before loading. */
  readonly neededBytes: number;
  /** `cpu`, or the name of llama.cpp's graphics backend. */
  readonly device: string;
}

export interface GenerateInput {
  readonly messages: readonly ChatMessage[];
  readonly temperature: number;
  readonly maxTokens: number;
  readonly schema: JsonSchema | null;
  readonly role: string;
  readonly seed: number;
  readonly threads: number;
}

export type GenerateEvent =
  | { readonly type: 'prompt'; readonly evaluated: number; readonly total: number }
  | { readonly type: 'text'; readonly text: string };

export interface GenerateOutput {
  readonly reason: 'stop' | 'length';
  readonly usage: TokenUsage;
}

/** Call name → what goes in, what is streamed, what comes out. */
export interface InferenceCalls {
  loadEmbedding: {
    input: LoadEmbeddingInput;
    event: never;
    output: { readonly dimensions: number; readonly maxTokens: number };
  };
  /** Raw vectors of the model, not normalised. `urgent` texts go before all others that wait. */
  embed: {
    input: { readonly texts: readonly string[]; readonly urgent: boolean };
    event: never;
    output: Float32Array[];
  };
  loadLanguage: { input: LoadLanguageInput; event: { readonly fraction: number }; output: LoadedLanguage };
  countTokens: { input: { readonly text: string }; event: never; output: number };
  generate: { input: GenerateInput; event: GenerateEvent; output: GenerateOutput };
}
export type InferenceCallName = keyof InferenceCalls;

export interface WireInferenceError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly detail: string | null;
}

/** Engine → process. */
export type InferenceRequest =
  | { readonly id: number; readonly call: InferenceCallName; readonly input: unknown }
  | { readonly abort: number };

/** Process → engine. */
export type InferenceMessage =
  | { readonly beat: number }
  | { readonly id: number; readonly event: unknown }
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly error: WireInferenceError };

/** The process says this often that its event loop turns, in milliseconds. */
export const HEARTBEAT_MILLISECONDS = 2_000;
