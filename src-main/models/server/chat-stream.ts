/**
 * A chat response to events. In: the body of a response, streamed or whole. Out: reasoning and text
 * pieces, why it ended, and the usage the server counted.
 */
import { createParser } from 'eventsource-parser';
import { CarrelError } from '../../domain/errors.ts';
import type { DoorResponse } from '../network-door.ts';

export type ChatPiece =
  | { readonly type: 'reasoning' | 'text'; readonly text: string }
  | { readonly type: 'finish'; readonly reason: 'stop' | 'length' }
  | { readonly type: 'usage'; readonly prompt: number; readonly reused: number; readonly generated: number };

type Json = Readonly<Record<string, unknown>>;

function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

/** Content is a string, or parts of which the text ones count. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value.map((part) => textOf(asJson(part)['text'])).join('');
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

function piecesOf(chunk: Json): ChatPiece[] {
  const pieces: ChatPiece[] = [];
  if (chunk['error'] !== undefined && chunk['error'] !== null) {
    const said = asJson(chunk['error'])['message'] ?? chunk['error'];
    throw new CarrelError(
      'serverRefused',
      `The server stopped in the middle of its answer: ${textOf(said) || JSON.stringify(said)}.`,
      { retryable: true },
    );
  }
  const choices = chunk['choices'];
  const choice = asJson(Array.isArray(choices) ? choices[0] : null);
  const delta = asJson(choice['delta'] ?? choice['message']);
  const reasoning = textOf(delta['reasoning_content'] ?? delta['reasoning']);
  const text = textOf(delta['content']);
  if (reasoning !== '') pieces.push({ type: 'reasoning', text: reasoning });
  if (text !== '') pieces.push({ type: 'text', text });
  const finish = choice['finish_reason'];
  if (typeof finish === 'string')
    pieces.push({ type: 'finish', reason: finish === 'length' ? 'length' : 'stop' });
  const usage = asJson(chunk['usage']);
  if (typeof usage['prompt_tokens'] === 'number')
    pieces.push({
      type: 'usage',
      prompt: numberOf(usage['prompt_tokens']),
      reused: numberOf(asJson(usage['prompt_tokens_details'])['cached_tokens']),
      generated: numberOf(usage['completion_tokens']),
    });
  return pieces;
}

function parseChunk(data: string): ChatPiece[] {
  let chunk: unknown;
  try {
    chunk = JSON.parse(data);
  } catch (thrown) {
    throw new CarrelError('serverRefused', 'The server sent a piece of answer that is not JSON.', {
      retryable: true,
      detail: data.slice(0, 500),
      cause: thrown,
    });
  }
  return piecesOf(asJson(chunk));
}

/** Reads server-sent events however they are cut, or one JSON object from servers that do not stream. */
export async function* readChat(response: DoorResponse): AsyncGenerator<ChatPiece, void, void> {
  const type = String(response.headers['content-type'] ?? '');
  if (!type.includes('text/event-stream') && type.includes('json')) {
    yield* parseChunk(await response.text());
    return;
  }
  const waiting: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => waiting.push(data) });
  const decoder = new TextDecoder();
  for await (const bytes of response.body) {
    parser.feed(decoder.decode(bytes, { stream: true }));
    for (const data of waiting.splice(0)) {
      if (data.trim() === '[DONE]') return;
      yield* parseChunk(data);
    }
  }
}
