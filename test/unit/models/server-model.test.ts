import { afterEach, describe, expect, it } from 'vitest';
import type { GenerateRequest, ModelEvent } from '../../../src-main/domain/ports/language-model.ts';
import { createServers } from '../../../src-main/models/server/servers.ts';
import type { OpenedServerModel } from '../../../src-main/models/server/servers.ts';
import { startLocalServer } from './helpers/local-server.ts';
import { never, testDoor } from './helpers/doors.ts';
import { isProbe, startFakeModelServer } from './helpers/fake-model-server.ts';
import type { FakeModelServer, Habits } from './helpers/fake-model-server.ts';

const servers: FakeModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(habits: Habits = {}): Promise<FakeModelServer> {
  const server = await startFakeModelServer(habits);
  servers.push(server);
  return server;
}

function open(
  url: string,
  more: { key?: string; model?: string; contextTokens?: number } = {},
): Promise<OpenedServerModel> {
  const target = { name: 'lab', url, key: more.key ?? null, allowPublic: false };
  return createServers(testDoor().door, () => more.contextTokens ?? 4096).open(
    target,
    more.model ?? null,
    never(),
  );
}

const request = (more: Partial<GenerateRequest> = {}): GenerateRequest => ({
  messages: [{ role: 'user', content: 'Say something.' }],
  temperature: 0,
  maxTokens: 100,
  role: 'test',
  ...more,
});

const schema = { type: 'object', properties: { figure: { type: 'number' } }, required: ['figure'] };

async function events(opened: OpenedServerModel, asked = request(), signal = never()): Promise<ModelEvent[]> {
  const all: ModelEvent[] = [];
  for await (const event of opened.model.generate(asked, signal)) all.push(event);
  return all;
}

const textOf = (all: readonly ModelEvent[], type: 'text' | 'reasoning' = 'text'): string =>
  all.map((event) => (event.type === type ? event.text : '')).join('');

describe('case 38: addresses of servers', () => {
  it.each([
    ['/v1', ''],
    ['/v1', '/v1'],
    ['/v1', '/v1/'],
    ['/v1', '/v1/chat/completions'],
    ['', ''],
    ['', '/v1'],
  ] as const)('a server under "%s" is found when "%s" was typed', async (prefix, typed) => {
    const server = await start({ prefix });
    const opened = await open(server.url + typed);
    expect(opened.facts.baseUrl).toBe(server.url + prefix);
    expect(textOf(await events(opened))).toBe('ok');
  });

  it('says that a key is wrong, that no server is there, that it is another kind of server', async () => {
    const locked = await start({ key: 'right' });
    await expect(open(locked.url, { key: 'wrong' })).rejects.toMatchObject({
      code: 'serverRefused',
      message: expect.stringContaining('key') as string,
    });
    expect((await open(locked.url, { key: 'right' })).name).toBe('tiny');
    const other = await start({ prefix: '' });
    await expect(open(`${other.url}/elsewhere`)).rejects.toMatchObject({ code: 'serverRefused' });
    await other.close();
    await expect(open(other.url)).rejects.toMatchObject({ code: 'serverUnreachable', retryable: true });
  });

  it('stop closes the connection, so that the server stops generating', async () => {
    const server = await start({
      write: (response) => void response.write('data: {"choices":[{"delta":{"content":"begin"}}]}\n\n'),
    });
    const opened = await open(server.url);
    const controller = new AbortController();
    const seen: string[] = [];
    const reading = (async () => {
      for await (const event of opened.model.generate(request(), controller.signal)) {
        if (event.type === 'text') seen.push(event.text);
        controller.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    expect(seen).toEqual(['begin']);
    await server.peerClosed;
  });

  it('a reader that leaves early closes the connection too', async () => {
    const server = await start({
      write: (response) => void response.write('data: {"choices":[{"delta":{"content":"begin"}}]}\n\n'),
    });
    const opened = await open(server.url);
    for await (const event of opened.model.generate(request(), never())) if (event.type === 'text') break;
    await server.peerClosed;
  });
});

describe('streams', () => {
  it('reads events cut at every byte, with CRLF and comments, and characters of many bytes', async () => {
    const server = await start({
      deltas: () => [{ role: 'assistant' }, { content: 'Größe: ' }, { content: '情報 🙂' }],
      usage: { prompt_tokens: 7, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 5 } },
      write: (response, lines) => {
        const bytes = Buffer.from(`: keep-alive\r\n\r\n${lines.replaceAll('\n', '\r\n')}`);
        let at = 0;
        const step = (): void => {
          if (at >= bytes.length) return void response.end();
          response.write(bytes.subarray(at, at + 1), () => setImmediate(step));
          at += 1;
        };
        step();
      },
    });
    const all = await events(await open(server.url));
    expect(textOf(all)).toBe('Größe: 情報 🙂');
    expect(all.at(-1)).toEqual({
      type: 'end',
      reason: 'stop',
      usage: { prompt: 7, reused: 5, generated: 3 },
    });
  });

  it('takes a whole JSON answer from a server that does not stream', async () => {
    const plain = await startLocalServer((asked, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify(
          asked.method === 'GET'
            ? { data: [{ id: 'm' }] }
            : {
                choices: [
                  { message: { content: [{ type: 'text', text: 'whole' }] }, finish_reason: 'length' },
                ],
                usage: { prompt_tokens: 1, completion_tokens: 2 },
              },
        ),
      );
    });
    const all = await events(await open(plain.url));
    expect(textOf(all)).toBe('whole');
    expect(all.at(-1)).toMatchObject({ type: 'end', reason: 'length' });
    await plain.close();
  });

  it('passes on an error that comes in the middle', async () => {
    const server = await start({
      write: (response) =>
        void response.end(
          'data: {"choices":[{"delta":{"content":"a"}}]}\n\ndata: {"error":{"message":"out of memory"}}\n\n',
        ),
    });
    await expect(events(await open(server.url))).rejects.toMatchObject({
      code: 'serverRefused',
      message: expect.stringContaining('out of memory') as string,
    });
  });
});

describe('case 39: structured output and thinking', () => {
  it('reads reasoning_content beside content', async () => {
    const server = await start({ deltas: () => [{ reasoning_content: 'hm' }, { content: 'answer' }] });
    const all = await events(await open(server.url));
    expect(textOf(all)).toBe('answer');
    expect(textOf(all, 'reasoning')).toBe('hm');
  });

  it('uses JSON that arrived in reasoning_content when content is empty', async () => {
    const server = await start({
      deltas: () => [{ reasoning_content: '{"figure":' }, { reasoning_content: ' 12}' }],
    });
    const all = await events(await open(server.url), request({ schema }));
    expect(JSON.parse(textOf(all))).toEqual({ figure: 12 });
  });

  it('tells thinking in the content apart, however it is cut', async () => {
    const server = await start({
      deltas: () => ['<th', 'ink>let me ', 'see</thi', 'nk>\n\nIt is 4.'].map((content) => ({ content })),
    });
    const all = await events(await open(server.url));
    expect(textOf(all)).toBe('It is 4.');
    expect(textOf(all, 'reasoning')).toBe('let me see');
  });

  it('ends a loop of blanks and closes the connection', async () => {
    const server = await start({
      write: (response) => {
        response.write('data: {"choices":[{"delta":{"content":"{\\"figure\\":3}"}}]}\n\n');
        const blanks = setInterval(
          () => response.write('data: {"choices":[{"delta":{"content":"\\n\\n\\n\\n\\n"}}]}\n\n'),
          5,
        );
        response.once('close', () => clearInterval(blanks));
      },
    });
    const all = await events(await open(server.url), request({ schema }));
    expect(JSON.parse(textOf(all))).toEqual({ figure: 3 });
    expect(all.at(-1)).toMatchObject({ type: 'end', reason: 'stop' });
    await server.peerClosed;
  });

  it('sends the schema as json_schema after one probe, and probes once', async () => {
    const server = await start({ deltas: () => [{ content: '{"figure":1}' }] });
    const opened = await open(server.url);
    await events(opened, request({ schema }));
    await events(opened, request({ schema }));
    expect(server.chats.map((asked) => [isProbe(asked), asked.response_format?.type])).toEqual([
      [true, 'json_schema'],
      [false, 'json_schema'],
      [false, 'json_schema'],
    ]);
    expect(opened.features.current.jsonMode).toBe('schema');
  });

  it('falls back to json_object, then to words, where a server refuses', async () => {
    for (const [refused, mode] of [
      [['json_schema'], 'object'],
      [['json_schema', 'json_object'], 'words'],
    ] as const) {
      const server = await start({
        deltas: () => [{ content: '{"figure":2}' }],
        refuse: ({ response_format }) =>
          response_format && (refused as readonly string[]).includes(response_format.type)
            ? { status: 400, message: `response_format ${response_format.type} is not supported` }
            : null,
      });
      const opened = await open(server.url);
      expect(JSON.parse(textOf(await events(opened, request({ schema }))))).toEqual({ figure: 2 });
      expect(opened.features.current.jsonMode).toBe(mode);
      expect(server.chats.at(-1)?.messages.at(-1)?.content).toContain('"figure"');
    }
  });

  it('notices a server that takes json_schema and ignores it', async () => {
    const server = await start({
      deltas: (asked) => [{ content: isProbe(asked) ? 'Hello' : '{"figure":5}' }],
      usage: { prompt_tokens: 1, completion_tokens: 1 },
    });
    // This server answers the probe in prose.
    const original = server.url;
    const ignoring = await startLocalServer(async (asked, response) => {
      const body =
        asked.method === 'POST'
          ? { ...(JSON.parse(asked.body) as object), response_format: undefined }
          : undefined;
      const answer = await fetch(
        original + asked.path,
        body ? { method: 'POST', body: JSON.stringify(body) } : {},
      );
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      response.end(await answer.text());
    });
    const opened = await open(ignoring.url);
    await events(opened, request({ schema }));
    expect(opened.features.current.jsonMode).toBe('words');
    expect(server.chats.at(-1)?.messages.at(-1)?.content).toContain('"figure"');
    await ignoring.close();
  });

  it('switches thinking off, and leaves the switch out where it is refused', async () => {
    const knows = await start();
    await events(await open(knows.url));
    expect(knows.chats[0]?.chat_template_kwargs).toEqual({ enable_thinking: false });
    const strict = await start({
      refuse: (asked) =>
        asked.chat_template_kwargs
          ? { status: 400, message: 'Unrecognized request argument: chat_template_kwargs' }
          : null,
    });
    const opened = await open(strict.url);
    expect(textOf(await events(opened))).toBe('ok');
    await events(opened);
    expect(strict.chats.map((asked) => asked.chat_template_kwargs !== undefined)).toEqual([
      true,
      false,
      false,
    ]);
    expect(strict.chats.every((asked) => asked.stream_options !== undefined)).toBe(true);
  });

  it('counts first: a prompt that does not fit is an error, never cut', async () => {
    const server = await start({ models: [{ id: 'tiny', max_model_len: 600 }] });
    const opened = await open(server.url);
    expect(opened.model.contextTokens).toBe(600);
    const long = request({ messages: [{ role: 'user', content: 'word '.repeat(700) }] });
    await expect(events(opened, long)).rejects.toMatchObject({ code: 'contextTooSmall' });
    expect(server.chats).toHaveLength(0);
    // What fits gets an answer that is capped to the room left.
    await events(
      opened,
      request({ messages: [{ role: 'user', content: 'word '.repeat(100) }], maxTokens: 2000 }),
    );
    expect(server.chats[0]?.max_tokens).toBeLessThan(600);
    expect(server.chats[0]?.max_tokens).toBeGreaterThan(128);
  });

  it('says so when the server silently left out most of the prompt', async () => {
    const server = await start({
      models: [{ id: 'tiny', max_model_len: 32_768 }],
      usage: { prompt_tokens: 512, completion_tokens: 4 },
    });
    const long = request({
      messages: [{ role: 'user', content: 'The revenue of the year rose. '.repeat(600) }],
    });
    await expect(events(await open(server.url), long)).rejects.toMatchObject({
      code: 'contextTooSmall',
      message: expect.stringContaining('512') as string,
    });
  });

  it('knows a refusal of a long prompt', async () => {
    const server = await start({
      refuse: () => ({ status: 400, message: "This model's maximum context length is 4096 tokens." }),
    });
    await expect(events(await open(server.url))).rejects.toMatchObject({ code: 'contextTooSmall' });
    expect(server.chats).toHaveLength(1);
  });
});

describe('trouble', () => {
  it('tries 429 and 5xx again, then gives up with what the server said', async () => {
    const busy = await start({
      refuse: (_asked, call) =>
        call === 1 ? { status: 429, message: 'slow down', headers: { 'retry-after': '0.05' } } : null,
    });
    expect(textOf(await events(await open(busy.url)))).toBe('ok');
    expect(busy.chats).toHaveLength(2);
    const broken = await start({
      refuse: () => ({ status: 503, message: 'loading model', headers: { 'retry-after': '0.01' } }),
    });
    await expect(events(await open(broken.url))).rejects.toMatchObject({
      code: 'serverRefused',
      retryable: true,
      message: expect.stringContaining('loading model') as string,
    });
    expect(broken.chats).toHaveLength(3);
  });

  it('counts tokens with the server where it can', async () => {
    const llama = await start({
      extra: {
        '/tokenize': (body) => ({ tokens: (JSON.parse(body) as { content: string }).content.split(' ') }),
      },
    });
    expect(await (await open(llama.url)).model.countTokens('one two three')).toBe(3);
    const vllm = await start({ extra: { '/tokenize': () => ({ count: 42, max_model_len: 100 }) } });
    expect(await (await open(vllm.url)).model.countTokens('one two three')).toBe(42);
    const plain = await start();
    expect(await (await open(plain.url)).model.countTokens('one two three')).toBeGreaterThanOrEqual(3);
  });

  it('learns the context of llama-server and of Ollama', async () => {
    const llama = await start({
      extra: { '/props': () => ({ default_generation_settings: { n_ctx: 2048 } }) },
    });
    expect((await open(llama.url)).model.contextTokens).toBe(2048);
    const ollama = await start({
      extra: { '/api/ps': () => ({ models: [{ name: 'tiny', context_length: 1024 }] }) },
    });
    expect((await open(ollama.url)).model.contextTokens).toBe(1024);
    const plain = await start();
    expect((await open(plain.url, { contextTokens: 3000 })).model.contextTokens).toBe(3000);
  });

  it('does not wait for a server that never answers', async () => {
    const server = await start({ write: () => undefined });
    const opened = await open(server.url);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    const started = performance.now();
    await expect(events(opened, request(), controller.signal)).rejects.toMatchObject({ code: 'cancelled' });
    expect(performance.now() - started).toBeLessThan(1_000);
    await server.peerClosed;
  });
});
