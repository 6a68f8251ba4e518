/**
 * A language model that follows a script. In: replies, or a function of the request. Out: the same
 * events as a real one. Agents are tested with it, and a run's trace is replayed through it.
 */
import { CarrelError } from '../domain/errors.ts';
import type { GenerateRequest, LanguageModel, ModelEvent } from '../domain/ports/language-model.ts';

/** A reply as text; an error to throw; or the exact events, for odd cases (restart, length). */
export type ScriptedReply = string | Error | readonly ModelEvent[];

export interface ScriptedOptions {
  /** In order, or by request; a script that ran out is an error. */
  readonly replies: readonly ScriptedReply[] | ((request: GenerateRequest, call: number) => ScriptedReply);
  readonly contextTokens?: number;
  /** Pause between two pieces of text, in milliseconds; 0 when absent. */
  readonly pace?: number;
}

export interface ScriptedLanguageModel extends LanguageModel {
  /** Every request so far, in order. */
  readonly requests: readonly GenerateRequest[];
}

/** About four characters a token, as English has. */
const count = (text: string): number => Math.ceil(text.length / 4);

function replyOf(options: ScriptedOptions, request: GenerateRequest, call: number): ScriptedReply {
  if (typeof options.replies === 'function') return options.replies(request, call);
  const reply = options.replies[call];
  if (reply === undefined)
    throw new CarrelError(
      'modelOutput',
      `The script has ${options.replies.length} replies; request ${call + 1} has none.`,
    );
  return reply;
}

function eventsOf(reply: string, request: GenerateRequest): ModelEvent[] {
  const prompt = request.messages.reduce((sum, { content }) => sum + count(content), 0);
  const pieces = reply.match(/\S+\s*|\s+/gu) ?? [];
  return [
    { type: 'prompt', evaluated: prompt, total: prompt },
    ...pieces.map((text): ModelEvent => ({ type: 'text', text })),
    { type: 'end', reason: 'stop', usage: { prompt, reused: 0, generated: count(reply) } },
  ];
}

export function createScriptedLanguageModel(options: ScriptedOptions): ScriptedLanguageModel {
  const requests: GenerateRequest[] = [];

  async function* generate(request: GenerateRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const reply = replyOf(options, request, requests.length);
    requests.push(request);
    if (reply instanceof Error) throw reply;
    for (const event of typeof reply === 'string' ? eventsOf(reply, request) : reply) {
      await new Promise((resolve) => setTimeout(resolve, options.pace ?? 0));
      if (signal.aborted) throw new CarrelError('cancelled', 'This was stopped before it finished.');
      yield event;
    }
  }

  return {
    id: 'scripted',
    title: 'Scripted model',
    fingerprint: 'scripted',
    contextTokens: options.contextTokens ?? 32_768,
    countTokens: (text) => Promise.resolve(count(text)),
    generate,
    requests,
  };
}
