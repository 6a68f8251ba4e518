/** Ports to models: language models (local or on a server) and embedders. */
import type { TokenUsage } from '../answer.ts';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A JSON schema restricted to what llama.cpp grammars and servers both understand. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface GenerateRequest {
  readonly messages: readonly ChatMessage[];
  readonly temperature: number;
  readonly maxTokens: number;
  /** When given, the text is one JSON value of this schema. */
  readonly schema?: JsonSchema | undefined;
  /** Role that asks; its sequence of evaluated tokens is kept for prefix reuse. */
  readonly role: string;
}

/** The stream is one discriminated union and always closes with `end`, unless it throws. */
export type ModelEvent =
  | { readonly type: 'loading'; readonly fraction: number }
  | { readonly type: 'prompt'; readonly evaluated: number; readonly total: number }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  /** The model process crashed and was restarted: what was streamed so far is void. */
  | { readonly type: 'restart'; readonly reason: string }
  | { readonly type: 'end'; readonly reason: 'stop' | 'length'; readonly usage: TokenUsage };

export interface LanguageModel {
  /** What a person chose: a catalogue id, or `server/model`. */
  readonly id: string;
  readonly title: string;
  /** Changes whenever the answers could: file hash, or server and model name. */
  readonly fingerprint: string;
  /** Tokens of context that a request may use, prompt and output together. */
  readonly contextTokens: number;
  /**
   * Prompt tokens a second that this model evaluates on this machine, measured or estimated; absent
   * where reading is so fast that the prompt's length need not be bounded by it (a server).
   */
  readonly promptTokensPerSecond?: number | undefined;
  /** Exact for a local model; for a server an estimate that never undercounts by design. */
  countTokens(text: string): Promise<number>;
  /** Throws CarrelError; an aborted signal ends it with code `cancelled`. */
  generate(request: GenerateRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

export interface Embedder {
  /** Stored beside the vectors; a change means embedding again. */
  readonly fingerprint: string;
  readonly dimensions: number;
  /** Unit vectors (L2), one per text, in order. `query` pre-empts `passage`. */
  embed(texts: readonly string[], purpose: 'query' | 'passage', signal: AbortSignal): Promise<Float32Array[]>;
}
