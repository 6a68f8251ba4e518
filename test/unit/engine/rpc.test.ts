import { mkdtempSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient, type Client } from '../../../src-preload/contract/client.ts';
import { calls, type CallName } from '../../../src-preload/contract/contract.ts';
import { socketAddress } from '../../../src-main/engine/client/paths.ts';
import { socketPort } from '../../../src-main/engine/client/socket-port.ts';
import {
  createDispatcher,
  type CallContext,
  type Handlers,
} from '../../../src-main/engine/rpc/dispatcher.ts';
import { listen } from '../../../src-main/engine/rpc/listen.ts';
import { CarrelError } from '../../../src-main/domain/errors.ts';

type Loose = Partial<Record<CallName, (input: never, context: CallContext) => Promise<unknown>>>;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(loose: Loose) {
  const all = Object.fromEntries(
    Object.keys(calls).map((name) => [
      name,
      loose[name as CallName] ?? (() => Promise.reject(new Error('unused'))),
    ]),
  ) as unknown as Handlers;
  const address = socketAddress(mkdtempSync(join(tmpdir(), 'carrel-rpc-')));
  const counts: number[] = [];
  const lines: string[] = [];
  const dispatcher = createDispatcher(all, {
    onHosts: (count) => counts.push(count),
    log: (line) => lines.push(line),
  });
  const server = await listen(address, (port) => dispatcher.serve(port));
  closing.push(() => {
    dispatcher.close();
    server.close();
  });
  async function host(): Promise<Client> {
    const socket = connect(address);
    await new Promise((resolve) => socket.once('connect', resolve));
    const client = createClient(socketPort(socket));
    closing.push(() => client.close());
    return client;
  }
  return { address, dispatcher, counts, lines, host };
}

describe('contract over a local socket', () => {
  it('is readable and writable for this person only', async () => {
    const { address } = await serve({});
    expect(statSync(address).mode & 0o777).toBe(0o600);
  });

  it('answers calls, fills in defaults, and carries large and odd text unchanged', async () => {
    const { host } = await serve({
      'library.browse': (input: { path?: string }) =>
        Promise.resolve({ path: input.path ?? null, parent: null, entries: [] }),
      'search.run': (input: { top: number; query: string }) =>
        Promise.resolve({ query: input.query, top: input.top }),
    });
    const client = await host();
    const odd = `line\nbreak \u2028 \u0000 情報 "quote" ${'x'.repeat(3_000_000)}`;
    expect(await client.call('library.browse', { path: odd })).toEqual({
      path: odd,
      parent: null,
      entries: [],
    });
    expect(await client.call('search.run', { query: 'q' })).toEqual({ query: 'q', top: 8 });
  });

  it('gives a typed failure for an unknown call, wrong input, and a handler that breaks', async () => {
    const { host, lines } = await serve({
      'ask.cancel': () => Promise.reject(new CarrelError('runNotFound', 'There is no answer with this id.')),
      'engine.info': () => Promise.reject(new TypeError('secret detail')),
    });
    const client = await host();
    await expect(client.call('nothing.here' as CallName, {} as never)).rejects.toMatchObject({
      error: { code: 'unknownCall' },
    });
    await expect(client.call('ask.start', { question: '  ' })).rejects.toMatchObject({
      error: { code: 'invalidInput' },
    });
    await expect(client.call('ask.cancel', { run: 'x' })).rejects.toMatchObject({
      error: { code: 'runNotFound' },
    });
    await expect(client.call('engine.info', {})).rejects.toMatchObject({ error: { code: 'internal' } });
    expect(lines.join()).toContain('secret detail');
  });

  it('cancels the call in the engine when the host aborts or goes away', async () => {
    const stopped: string[] = [];
    const { host, counts } = await serve({
      'library.index': (_input: unknown, { signal }: CallContext) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            stopped.push('index');
            reject(signal.reason as Error);
          });
        }),
    });
    const client = await host();
    const controller = new AbortController();
    const call = client.call('library.index', { paths: ['/a'] }, controller.signal);
    controller.abort();
    await expect(call).rejects.toMatchObject({ error: { code: 'cancelled' } });
    const second = client.call('library.index', { paths: ['/a'] });
    client.close();
    await expect(second).rejects.toMatchObject({ error: { code: 'engineUnavailable' } });
    await expect.poll(() => stopped).toEqual(['index', 'index']);
    await expect.poll(() => counts.at(-1)).toBe(0);
  });

  it('sends events to every host, and private ones to one', async () => {
    const { host, dispatcher } = await serve({
      'runs.subscribe': (_input: unknown, context: CallContext) => {
        context.emit('notice', { code: 'private', message: 'm' });
        return Promise.resolve({});
      },
    });
    const [a, b] = [await host(), await host()];
    const seen: string[] = [];
    a.on('notice', (notice) => seen.push(`a ${notice.code}`));
    b.on('notice', (notice) => seen.push(`b ${notice.code}`));
    await expect.poll(() => dispatcher.hosts).toBe(2);
    dispatcher.broadcast('notice', { code: 'all', message: 'm' });
    await a.call('runs.subscribe', { run: 'r' });
    await expect.poll(() => seen.sort()).toEqual(['a all', 'a private', 'b all']);
  });

  it('survives garbage on the socket', async () => {
    const { address, host } = await serve({ 'ask.cancel': () => Promise.resolve({}) });
    const socket = connect(address);
    socket.on('error', () => undefined);
    socket.write('{"id":1,"call":5}\nnot json\n');
    await new Promise((resolve) => socket.once('close', resolve));
    expect(await (await host()).call('ask.cancel', { run: 'r' })).toEqual({});
  });
});
