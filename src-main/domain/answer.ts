/** A question's answer: text, citations resolved by code, and what the run cost. */
import type { DocumentId, FragmentId, RunId } from './ids.ts';
import type { PageBox } from './geometry.ts';

/** A material number in the answer, resolved to the page; reads even when the library is gone. */
export interface Citation {
  readonly number: number;
  readonly fragment: FragmentId;
  readonly document: DocumentId;
  /** The path of that day. */
  readonly path: string;
  readonly page: number;
  readonly pageLabel: string | null;
  readonly heading: readonly string[];
  /** Boxes of the quote, one per printed line. */
  readonly boxes: readonly PageBox[];
  /** The supporting sentences, verbatim. */
  readonly quote: string;
}

/** A model's reading of a figure or table picture; never the document's own text. */
export interface Reading {
  readonly fragment: FragmentId;
  readonly document: DocumentId;
  readonly page: number;
  readonly boxes: readonly PageBox[];
  readonly question: string;
  readonly text: string;
  readonly reader: string;
}

export interface TokenUsage {
  readonly prompt: number;
  /** Prompt tokens taken from an earlier evaluation. */
  readonly reused: number;
  readonly generated: number;
}

export interface AskResult {
  readonly run: RunId;
  readonly question: string;
  readonly preset: string;
  /** Null when no model answered. */
  readonly model: string | null;
  /** Markdown with `[N]` marks; only numbers that exist. */
  readonly answer: string;
  /** The shortest form of the answer; empty when there is none. */
  readonly finalAnswer: string;
  readonly answerable: boolean;
  readonly citations: readonly Citation[];
  /** All numbered materials the synthesizer saw (or the located evidence). */
  readonly evidence: readonly Citation[];
  readonly readings: readonly Reading[];
  /** Numbers in the answer that stand in no material. */
  readonly flaggedNumbers: readonly string[];
  /** Citation numbers that named no material and were dropped. */
  readonly droppedCitations: number;
  readonly searches: number;
  readonly reads: number;
  readonly followUps: number;
  readonly stopped: readonly { readonly role: string; readonly reason: string }[];
  readonly milliseconds: number;
  readonly firstEventMilliseconds: number;
  readonly answerStartMilliseconds: number | null;
  readonly tokens: TokenUsage;
  readonly pending: { readonly pages: number };
}
