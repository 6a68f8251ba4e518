/**
 * A real HTTP server with the habits of OpenAI-compatible servers. In: which habits. Out: its
 * address and the requests it saw.
 */
import type { ServerResponse } from 'node:http';
import { startLocalServer } from './local-server.ts';
import type { LocalServer } from './local-server.ts';

export interface ChatAsked {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly max_tokens: number;
  readonly stream_options?: unknown;
  readonly chat_template_kwargs?: { readonly enable_thinking: boolean };
  readonly response_format?: { readonly type: string };
}

export type Delta = Readonly<Record<string, unknown>>;

export interface Habits {
  /** `/v1/models` or `/models`. */
  readonly prefix?: '/v1' | '';
  readonly models?: readonly Readonly<Record<string, unknown>>[];
  readonly key?: string;
  /** Other paths: `/tokenize`, `/props`. */
  readonly extra?: Readonly<Record<string, (body: string) => unknown>>;
  /** A status and error instead of an answer; null answers. */
  refuse?(
    asked: ChatAsked,
    call: number,
  ): { status: number; message: string; headers?: Record<string, string> } | null;
  /** The deltas of the answer. */
  deltas?(asked: ChatAsked): readonly Delta[];
  readonly usage?: Readonly<Record<string, unknown>>;
  readonly finish?: string;
  /** Writes the stream itself. */
  write?(response: ServerResponse, lines: string, asked: ChatAsked): void;
}

export interface FakeModelServer extends LocalServer {
  readonly chats: ChatAsked[];
}

export const isProbe = (asked: ChatAsked): boolean => asked.messages[0]?.content === 'Say hello in one word.';

function streamLines(deltas: readonly Delta[], habits: Habits): string {
  const chunks = deltas.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] }));
  const last = { choices: [{ index: 0, delta: {}, finish_reason: habits.finish ?? 'stop' }] };
  const usage = habits.usage ? [{ choices: [], usage: habits.usage }] : [];
  return (
    [...chunks, last, ...usage].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('') +
    'data: [DONE]\n\n'
  );
}

export async function startFakeModelServer(habits: Habits): Promise<FakeModelServer> {
  const prefix = habits.prefix ?? '/v1';
  const chats: ChatAsked[] = [];
  const json = (
    response: ServerResponse,
    status: number,
    value: unknown,
    headers: Record<string, string> = {},
  ): void =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(value));
  const server = await startLocalServer((request, response) => {
    if (habits.key !== undefined && request.headers.authorization !== `Bearer ${habits.key}`)
      return json(response, 401, { error: { message: 'bad key' } });
    if (request.path === `${prefix}/models`)
      return json(response, 200, { object: 'list', data: habits.models ?? [{ id: 'tiny' }] });
    const extra = habits.extra?.[request.path];
    if (extra) return json(response, 200, extra(request.body));
    if (request.path !== `${prefix}/chat/completions`) return json(response, 404, { detail: 'Not Found' });
    const asked = JSON.parse(request.body) as ChatAsked;
    chats.push(asked);
    const refused = habits.refuse?.(asked, chats.length);
    if (refused)
      return json(response, refused.status, { error: { message: refused.message } }, refused.headers ?? {});
    const honours = isProbe(asked) && asked.response_format?.type === 'json_schema';
    const deltas = honours
      ? [{ content: '{"word":"hello"}' }]
      : (habits.deltas?.(asked) ?? [{ content: 'ok' }]);
    const lines = streamLines(deltas, habits);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (habits.write && !isProbe(asked)) habits.write(response, lines, asked);
    else response.end(lines);
  });
  return { ...server, chats };
}
