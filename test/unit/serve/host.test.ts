/**
 * The web host over real HTTP and WebSockets, with the contract's own client and a port whose other
 * end answers like an engine. (test/protocol/serve.test.ts has the real engine.)
 */
import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createClient } from '../../../src-preload/contract/client.ts';
import type { Port } from '../../../src-preload/contract/contract.ts';
import { NONCE_PLACEHOLDER } from '../../../src-preload/contract/policy.ts';
import { CarrelError } from '../../../src-main/domain/errors.ts';
import { startWebHost, type WebHost } from '../../../src-main/serve/serve.ts';

const folder = mkdtempSync(join(tmpdir(), 'carrel-host-'));
const renderer = join(folder, 'renderer');
const pdf = join(folder, 'a b.pdf');
const bytes = Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 251));
const id = 'ab'.repeat(32);
const changed = 'cd'.repeat(32);

/** A port whose far end locates documents and echoes every other call. */
function answeringPort(): Port {
  const bus = new EventEmitter();
  return {
    send(frame) {
      const {
        id: call,
        call: name,
        input,
      } = frame as { id: number; call: string; input: { document?: string } };
      const located = name === 'library.locate' && (input.document === id || input.document === changed);
      const answer =
        name !== 'library.locate'
          ? { id: call, output: { name, input } }
          : located
            ? { id: call, output: { path: pdf, bytes: input.document === id ? bytes.length : 1 } }
            : {
                id: call,
                error: { code: 'notFound', message: 'There is no such document.', retryable: false },
              };
      setImmediate(() => bus.emit('frame', answer));
    },
    onFrame: (listener) => void bus.on('frame', listener),
    onClose: (listener) => void bus.on('close', listener),
    close: () => void bus.emit('close'),
  };
}

let host: WebHost;
let refuse: CarrelError | null = null;
const ports: Port[] = [];
let origin: string;
let cookie: string;

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

function get(path: string, headers: Record<string, string> = { cookie }, method = 'GET'): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path, method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

function socket(headers: Record<string, string>, path = '/rpc'): WebSocket {
  return new WebSocket(`${origin.replace('http', 'ws')}${path}`, { headers });
}

beforeAll(async () => {
  mkdirSync(join(renderer, 'assets'), { recursive: true });
  writeFileSync(
    join(renderer, 'index.html'),
    `<meta property="csp-nonce" nonce="${NONCE_PLACEHOLDER}"><style nonce="${NONCE_PLACEHOLDER}"></style>`,
  );
  writeFileSync(join(renderer, 'assets', 'index-1a2b.js'), 'export {};');
  writeFileSync(pdf, bytes);
  host = await startWebHost({
    port: 0,
    renderer,
    attachPort: () => {
      if (refuse) return Promise.reject(refuse);
      const port = answeringPort();
      ports.push(port);
      return Promise.resolve(port);
    },
    attachClient: () => Promise.resolve(createClient(answeringPort())),
  });
  origin = new URL(host.url).origin;
  const { pathname, search } = new URL(host.url);
  const entered = await get(pathname + search, {});
  cookie = (entered.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';
});
afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('entering', () => {
  test('the printed address gives a cookie and leads to the page without the token', async () => {
    const { pathname, search } = new URL(host.url);
    const answer = await get(pathname + search, {});
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe('/');
    expect(answer.headers['set-cookie']?.[0]).toMatch(/; HttpOnly; SameSite=Strict; Path=\/$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await get('/')).status).toBe(200);
  });

  test.each(['/', '/index.html', '/assets/index-1a2b.js', `/document/${id}`, '/?token=wrong', '/none'])(
    'without a cookie %s is refused and says nothing of what is there',
    async (path) => {
      for (const headers of [{}, { cookie: `${cookie}x` }]) {
        const answer = await get(path, headers as Record<string, string>);
        expect(answer.status).toBe(401);
        expect(answer.body.toString()).toContain('carrel serve');
      }
    },
  );

  test('a name that was rebound to 127.0.0.1, another origin and another port of this host are refused', async () => {
    expect((await get('/', { cookie, host: 'evil.example' })).status).toBe(403);
    expect((await get('/', { cookie, origin: 'http://evil.example' })).status).toBe(403);
    expect((await get(`/document/${id}`, { cookie, 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await get('/', { cookie, origin })).status).toBe(200);
  });

  test('nothing can be written', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await get('/', { cookie }, method)).status).toBe(405);
  });
});

describe('the page', () => {
  test('case 40: has a strict policy with a fresh nonce, which stands in the page', async () => {
    const [first, second] = [await get('/'), await get('/')];
    const nonceOf = (answer: Answer): string =>
      /'nonce-([^']+)'/.exec(answer.headers['content-security-policy'] as string)?.[1] ?? '';
    const policy = first.headers['content-security-policy'] as string;
    for (const directive of [
      "default-src 'none'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "form-action 'none'",
    ])
      expect(policy).toContain(directive);
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:/);
    expect(nonceOf(first)).not.toBe(nonceOf(second));
    expect(first.body.toString()).toBe(
      `<meta property="csp-nonce" nonce="${nonceOf(first)}"><style nonce="${nonceOf(first)}"></style>`,
    );
  });

  test.each(['/', '/assets/index-1a2b.js', `/document/${id}`, '/none'])(
    '%s carries the headers of isolation',
    async (path) => {
      const { headers } = await get(path);
      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    },
  );

  test.each([
    '/../../../etc/passwd',
    '/assets/../../a%20b.pdf',
    '/%2e%2e/a%20b.pdf',
    '/assets/..%2f..%2fa%20b.pdf',
    '/assets/%2e%2e%5c%2e%2e%5ca%20b.pdf',
    '//etc/passwd',
    '/assets',
    '/assets/',
    '/index.html%00.js',
    '/__proto__',
  ])('%s leads nowhere', async (path) => expect((await get(path)).status).toBe(404));

  test('an address that is none does no harm', async () => {
    expect([400, 404]).toContain((await get('//')).status);
    expect((await get('/')).status).toBe(200);
  });
});

describe('documents', () => {
  test('come whole, as PDF, and are not stored', async () => {
    const answer = await get(`/document/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.body.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'accept-ranges': 'bytes',
      'content-length': '5000',
      'cache-control': 'no-store',
    });
  });

  test('come in ranges', async () => {
    const answer = await get(`/document/${id}`, { cookie, range: 'bytes=100-299' });
    expect(answer.status).toBe(206);
    expect(answer.headers['content-range']).toBe('bytes 100-299/5000');
    expect(answer.body.equals(bytes.subarray(100, 300))).toBe(true);
    const tail = await get(`/document/${id}`, { cookie, range: 'bytes=-10' });
    expect(tail.body.equals(bytes.subarray(4990))).toBe(true);
  });

  test('a range past the end is 416, one for an older file is the whole', async () => {
    const past = await get(`/document/${id}`, { cookie, range: 'bytes=5000-' });
    expect(past.status).toBe(416);
    expect(past.headers['content-range']).toBe('bytes */5000');
    expect((await get(`/document/${id}`, { cookie, range: 'bytes=0-9', 'if-range': '"old"' })).status).toBe(
      200,
    );
    expect((await get(`/document/${id}`, { cookie, range: 'bytes=0-9', 'if-range': `"${id}"` })).status).toBe(
      206,
    );
  });

  test('HEAD says the size and sends nothing', async () => {
    const answer = await get(`/document/${id}`, { cookie }, 'HEAD');
    expect(answer.headers['content-length']).toBe('5000');
    expect(answer.body).toHaveLength(0);
  });

  test('an unknown id is 404, a changed file 409, anything that is no id 404', async () => {
    const unknown = await get(`/document/${'0'.repeat(64)}`);
    expect(unknown.status).toBe(404);
    expect(JSON.parse(unknown.body.toString())).toMatchObject({ error: { code: 'notFound' } });
    expect((await get(`/document/${changed}`)).status).toBe(409);
    expect((await get('/document/..%2f..%2fetc%2fpasswd')).status).toBe(404);
  });
});

describe('the contract over a WebSocket', () => {
  test('is relayed both ways', async () => {
    const page = socket({ cookie, origin });
    page.on('open', () => page.send(JSON.stringify({ id: 7, call: 'search.run', input: { query: 'x' } })));
    const [data] = (await once(page, 'message')) as [Buffer];
    expect(JSON.parse(data.toString())).toEqual({
      id: 7,
      output: { name: 'search.run', input: { query: 'x' } },
    });
    page.close();
  });

  test('needs the cookie: without it the page is told by a close code and nothing is relayed', async () => {
    const before = ports.length;
    const page = socket({ origin });
    page.on('open', () => page.send(JSON.stringify({ id: 1, call: 'search.run', input: {} })));
    const [code] = (await once(page, 'close')) as [number];
    expect(code).toBe(4401);
    expect(ports).toHaveLength(before);
  });

  test.each([
    ['no origin', {} as Record<string, string>, '/rpc'],
    ['another origin', { origin: 'http://evil.example' }, '/rpc'],
    ['another host', { host: 'evil.example' }, '/rpc'],
    ['another address', {}, '/rpc2'],
  ])('%s is refused before the handshake', async (title, headers, path) => {
    const own = title === 'no origin' ? {} : { origin };
    const page = socket({ cookie, ...own, ...headers }, path);
    const [error] = (await once(page, 'error')) as [Error];
    expect(error.message).toContain('403');
  });

  test.each([
    ['text that is no JSON', 'hello', 1007],
    ['JSON that is no frame', '{"a":1}', 1007],
    [
      'a frame over the limit',
      JSON.stringify({ id: 1, call: 'x', input: 'x'.repeat(5 * 1024 * 1024) }),
      1009,
    ],
  ])('%s closes the socket', async (_title, text, wanted) => {
    const page = socket({ cookie, origin });
    page.on('open', () => page.send(text));
    const [code] = (await once(page, 'close')) as [number];
    expect(code).toBe(wanted);
  });

  test('an engine that goes away closes the socket so that the page tries again', async () => {
    const page = socket({ cookie, origin });
    await once(page, 'open');
    await expect.poll(() => ports.length).toBeGreaterThan(0);
    page.send(JSON.stringify({ id: 1, call: 'x', input: {} }));
    await once(page, 'message');
    ports.at(-1)?.close();
    const [code] = (await once(page, 'close')) as [number];
    expect(code).toBe(1012);
  });

  test('an engine that cannot start closes it with the reason', async () => {
    refuse = new CarrelError('libraryNewer', 'This library was made by a newer Carrel.');
    const page = socket({ cookie, origin });
    const [code, reason] = (await once(page, 'close')) as [number, Buffer];
    refuse = null;
    expect({ code, reason: reason.toString() }).toEqual({ code: 4000, reason: 'libraryNewer' });
  });
});
