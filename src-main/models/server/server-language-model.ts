/**
 * A model on an OpenAI-compatible server. In: chat requests. Out: streamed events. What the server
 * accepts is found by asking it once; an abort closes the HTTP connection.
 */
import { CarrelError } from '../../domain/errors.ts';
import type { GenerateRequest, LanguageModel, ModelEvent } from '../../domain/ports/language-model.ts';
import { createEventQueue } from '../local/event-queue.ts';
import type { DoorResponse } from '../network-door.ts';
import { chatBody, plainerFeatures } from './chat-request.ts';
import type { ServerFeatures } from './chat-request.ts';
import { readChat } from './chat-stream.ts';
import { createReplyWatch } from './reply-watch.ts';
import { refusal } from './server-http.ts';
import type { ServerHttp, ServerTarget } from './server-http.ts';
import { MESSAGE_TOKENS, estimateTokens } from './token-estimate.ts';
import type { TokenCounter } from './token-counter.ts';

export interface ServerModelOptions {
  readonly target: ServerTarget;
  readonly http: ServerHttp;
  readonly baseUrl: string;
  readonly model: string;
  readonly contextTokens: number;
  readonly counter: TokenCounter;
  /** Kept by the caller, so that every model object of this server knows what was learnt. */
  readonly features: { current: ServerFeatures; probed: boolean };
}

/** An answer of fewer tokens than this is not worth asking for. */
const SMALLEST_ANSWER = 128;
/** No tokenizer in use puts more characters than this into a token on average. */
const MOST_CHARACTERS_A_TOKEN = 12;
const TELLING_CHARACTERS = 8_000;
/** Statuses by which servers refuse a field they do not know. */
const REFUSES_BODY = new Set([400, 404, 415, 422, 501]);

const PROBE_SCHEMA = {
  type: 'object',
  properties: { word: { type: 'string' } },
  required: ['word'],
  additionalProperties: false,
};

export function createServerLanguageModel(options: ServerModelOptions): LanguageModel {
  const { target, http, model, features, contextTokens, counter } = options;
  const url = `${options.baseUrl}/chat/completions`;

  /** Posts, dropping what the server refuses, until it accepts or refuses for another reason. */
  async function post(request: GenerateRequest, purpose: string, signal: AbortSignal): Promise<DoorResponse> {
    let trying = features.current;
    let firstRefusal: CarrelError | null = null;
    for (;;) {
      const response = await http.post(url, chatBody(model, request, trying), purpose, signal);
      if (response.status >= 200 && response.status < 300) {
        features.current = trying;
        return response;
      }
      const body = await response.text();
      const error = refusal(target, response.status, body);
      firstRefusal ??= error;
      const plainer =
        REFUSES_BODY.has(response.status) && error.code !== 'contextTooSmall'
          ? plainerFeatures(trying, body, request.schema !== undefined)
          : null;
      // The first refusal is of the full request and says most.
      if (!plainer) throw error.code === 'serverRefused' ? firstRefusal : error;
      trying = plainer;
    }
  }

  /** Asks once whether a schema is really kept: some servers take the field and ignore it. */
  async function probeSchema(signal: AbortSignal): Promise<void> {
    if (features.probed) return;
    const messages = [{ role: 'user', content: 'Say hello in one word.' }] as const;
    const request: GenerateRequest = {
      messages,
      temperature: 0,
      maxTokens: 64,
      schema: PROBE_SCHEMA,
      role: 'probe',
    };
    const response = await post(request, 'probe of a model server', signal);
    let text = '';
    let reasoning = '';
    for await (const piece of readChat(response)) {
      if (piece.type === 'text') text += piece.text;
      if (piece.type === 'reasoning') reasoning += piece.text;
    }
    if (features.current.jsonMode === 'schema' && !keepsSchema(text) && !keepsSchema(reasoning))
      features.current = { ...features.current, jsonMode: 'words' };
    features.probed = true;
  }

  async function fitted(request: GenerateRequest, signal: AbortSignal): Promise<GenerateRequest> {
    const schema = request.schema ? JSON.stringify(request.schema) : '';
    const text = [...request.messages.map(({ content }) => content), schema].join('\n');
    const marks = MESSAGE_TOKENS * (request.messages.length + 1);
    let prompt = estimateTokens(text) + marks;
    // The estimate is on the safe side; the server's own count is worth a call only when it is close.
    if (prompt + request.maxTokens > contextTokens) prompt = (await counter.count(text, signal)) + marks;
    const room = contextTokens - prompt;
    if (room < Math.min(SMALLEST_ANSWER, request.maxTokens))
      throw new CarrelError(
        'contextTooSmall',
        `The prompt has about ${prompt} tokens, and ${target.name} has a context of ${contextTokens}. Start the server with a larger context, or ask with fewer materials.`,
      );
    return { ...request, maxTokens: Math.min(request.maxTokens, room) };
  }

  async function run(
    request: GenerateRequest,
    signal: AbortSignal,
    emit: (event: ModelEvent) => void,
  ): Promise<void> {
    if (request.schema) await probeSchema(signal);
    const asked = await fitted(request, signal);
    const response = await post(asked, 'answer from a model server', signal);
    const watch = createReplyWatch(request.schema !== undefined, emit);
    for await (const piece of readChat(response)) if (watch.take(piece)) break;
    const { reason, usage } = watch.end();
    const characters = request.messages.reduce((sum, { content }) => sum + content.length, 0);
    if (usage && characters > TELLING_CHARACTERS && usage.prompt < characters / MOST_CHARACTERS_A_TOKEN)
      throw new CarrelError(
        'contextTooSmall',
        `${target.name} read only ${usage.prompt} tokens of the prompt and left out the rest. Start it with a larger context.`,
      );
    emit({
      type: 'end',
      reason,
      usage: usage ?? {
        prompt: estimateTokens(asked.messages.map(({ content }) => content).join('\n')),
        reused: 0,
        generated: estimateTokens(watch.text),
      },
    });
  }

  return {
    id: `${target.name}/${model}`,
    title: `${model} (${target.name})`,
    fingerprint: `openai-compatible:${options.baseUrl}:${model}`,
    contextTokens,
    countTokens: (text) => counter.count(text, AbortSignal.timeout(10_000)),
    generate: (request, signal) =>
      createEventQueue<ModelEvent>((emit, both) => run(request, both, emit), signal),
  };
}

function keepsSchema(text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && 'word' in value;
  } catch {
    return false;
  }
}
