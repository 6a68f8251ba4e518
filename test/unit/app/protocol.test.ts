/** The page's own scheme: a closed list of files under a strict policy, and documents in ranges. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ContractFailure, type Client } from '../../../src-preload/contract/client.ts';
import type { ErrorCode } from '../../../src-preload/contract/errors.ts';
import { NONCE_PLACEHOLDER } from '../../../src-preload/contract/policy.ts';
import { electronModule, fakeElectron } from './fake-electron.ts';

vi.mock('electron', () => electronModule);
const { createAnswer, registerScheme } = await import('../../../src-main/app/protocol.ts');

const folder = mkdtempSync(join(tmpdir(), 'carrel-app-'));
const renderer = join(folder, 'renderer');
const pdf = join(folder, 'a.pdf');
const BYTES = Buffer.from(Array.from({ length: 10_000 }, (_, index) => index % 251));
const ID = 'ab'.repeat(32);

mkdirSync(join(renderer, 'assets'), { recursive: true });
writeFileSync(
  join(renderer, 'index.html'),
  `<meta property="csp-nonce" nonce="${NONCE_PLACEHOLDER}"><style nonce="${NONCE_PLACEHOLDER}"></style>`,
);
writeFileSync(join(renderer, 'assets', 'index-1a.js'), 'export {};');
writeFileSync(join(renderer, 'assets', 'jpx.wasm'), Buffer.from([0, 97, 115, 109]));
writeFileSync(join(folder, 'secret.txt'), 'secret');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const asked: unknown[] = [];
let located: { path: string; bytes: number } | ErrorCode;
const client = (): Promise<Client> =>
  Promise.resolve({
    call: (name: string, input: unknown) => {
      asked.push([name, input]);
      if (typeof located !== 'string') return Promise.resolve(located);
      return Promise.reject(new ContractFailure({ code: located, message: 'a sentence', retryable: false }));
    },
  } as unknown as Client);

const answer = createAnswer(renderer, client);
const get = (path: string, init: RequestInit = {}): Promise<Response> =>
  answer(new Request(path.startsWith('/') ? `carrel-app://carrel${path}` : path, init));

beforeEach(() => {
  asked.length = 0;
  writeFileSync(pdf, BYTES);
  located = { path: pdf, bytes: BYTES.length };
});

describe('the page', () => {
  it('comes with a nonce of its own in the policy and in the text', async () => {
    const nonces = new Set<string>();
    for (const path of ['/', '/index.html', '/']) {
      const response = await get(path);
      const policy = response.headers.get('content-security-policy') ?? '';
      const nonce = /'nonce-([^']+)'/u.exec(policy)?.[1] ?? '';
      const html = await response.text();
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(html).not.toContain(NONCE_PLACEHOLDER);
      expect(html.split(`nonce="${nonce}"`)).toHaveLength(3);
      expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  it('is under a policy that allows no inline script, no eval and no other origin', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? '';
    const rules = new Map(
      policy.split('; ').map((rule) => [rule.split(' ')[0] ?? '', rule.split(' ').slice(1)]),
    );
    expect(rules.get('default-src')).toEqual(["'none'"]);
    expect(rules.get('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'"]);
    expect(rules.get('connect-src')).toEqual(["'self'"]);
    for (const name of ['base-uri', 'form-action', 'frame-ancestors', 'object-src'])
      expect(rules.get(name), name).toEqual(["'none'"]);
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/u);
  });

  it('serves scripts, styles and decoders with their types', async () => {
    const script = await get('/assets/index-1a.js');
    expect([script.status, script.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
    const decoder = await get('/assets/jpx.wasm');
    expect(decoder.headers.get('content-type')).toBe('application/wasm');
    expect(decoder.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(new Uint8Array(await decoder.arrayBuffer())).toEqual(new Uint8Array([0, 97, 115, 109]));
  });

  it.each([
    '/secret.txt',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets',
    '/assets/',
    '/document/short',
    `/document/${ID.toUpperCase()}`,
    'carrel-app://elsewhere/index.html',
  ])('has nothing at %s', async (path) => {
    expect((await get(path)).status).toBe(404);
    expect(asked).toEqual([]);
  });

  it('answers reading only', async () => {
    expect((await get('/', { method: 'POST', body: 'x' })).status).toBe(405);
  });

  it('is served as a standard and secure scheme', () => {
    fakeElectron.reset();
    registerScheme();
    expect(fakeElectron.schemes).toMatchObject([
      { scheme: 'carrel-app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
    ]);
    expect(JSON.stringify(fakeElectron.schemes)).not.toMatch(/bypassCSP|allowServiceWorkers|corsEnabled/u);
  });
});

describe('a document', () => {
  const range = (value: string): RequestInit => ({ headers: { Range: value } });

  it('comes whole, from where the engine says', async () => {
    const response = await get(`/document/${ID}`);
    expect([response.status, response.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
    expect(Buffer.from(await response.arrayBuffer()).equals(BYTES)).toBe(true);
    expect(asked).toEqual([['library.locate', { document: ID }]]);
  });

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=9990-', 9990, 9999],
    ['bytes=-10', 9990, 9999],
    ['bytes=5000-20000', 5000, 9999],
  ])('answers the range %s', async (value, first, final) => {
    const response = await get(`/document/${ID}`, range(value));
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${first}-${final}/10000`);
    const body = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-length')).toBe(String(body.length));
    expect(body.equals(BYTES.subarray(first, final + 1))).toBe(true);
  });

  it('refuses a range that lies behind the end', async () => {
    const response = await get(`/document/${ID}`, range('bytes=10000-'));
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */10000']);
  });

  it('case 31: refuses a file that changed or is gone', async () => {
    truncateSync(pdf, 9_000);
    expect((await get(`/document/${ID}`)).status).toBe(409);
    rmSync(pdf);
    expect((await get(`/document/${ID}`)).status).toBe(409);
  });

  it.each([
    ['notFound', 404],
    ['fileChanged', 409],
    ['engineUnavailable', 503],
    ['internal', 500],
  ] as const)('says %s as status %i', async (code, status) => {
    located = code;
    const response = await get(`/document/${ID}`);
    expect([response.status, await response.text()]).toEqual([status, 'a sentence']);
  });

  /** Descriptors of this process on the document: Linux alone can say. */
  const openOnDocument = (): number =>
    readdirSync('/proc/self/fd').filter((descriptor) => {
      try {
        return readlinkSync(`/proc/self/fd/${descriptor}`) === pdf;
      } catch {
        return false;
      }
    }).length;

  it.runIf(process.platform === 'linux')('closes the file: read whole, given up, refused', async () => {
    const whole = await get(`/document/${ID}`);
    expect(openOnDocument()).toBe(1);
    await whole.arrayBuffer();
    await (await get(`/document/${ID}`)).body?.cancel();
    await get(`/document/${ID}`, range('bytes=10000-'));
    located = { path: pdf, bytes: 7 };
    await get(`/document/${ID}`);
    await vi.waitFor(() => expect(openOnDocument()).toBe(0));
  });
});
