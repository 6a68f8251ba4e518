/** `carrel serve` as a process: its one line, the page in under 3 s, the contract and a document's bytes. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { ensureRenderer } from '../../src-main/cli/build.ts';
import { createClient, type Client } from '../../src-preload/contract/client.ts';
import { commandLine, samples, type CommandLine } from './cli-runner.ts';

let cli: CommandLine;
let server: ChildProcess;
let origin: string;
let cookie: string;
let usableAfter: number;
let client: Client;
const stdoutLines: string[] = [];

/** The contract over the web host, as a browser has it. */
async function connect(headers: Record<string, string>): Promise<Client> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/rpc`, { headers });
  await once(socket, 'open');
  return createClient({
    send: (frame) => socket.send(JSON.stringify(frame)),
    onFrame: (listener) => void socket.on('message', (data: Buffer) => listener(JSON.parse(data.toString()))),
    onClose: (listener) => void socket.on('close', listener),
    close: () => socket.close(),
  });
}

beforeAll(async () => {
  await ensureRenderer(() => undefined);
  cli = commandLine();
  const started = performance.now();
  server = cli.start('serve');
  const lines = createInterface({ input: server.stdout! });
  lines.on('line', (line) => stdoutLines.push(line));
  await once(lines, 'line');
  const { url } = JSON.parse(stdoutLines[0]!) as { url: string };
  origin = new URL(url).origin;
  const entered = await fetch(url, { redirect: 'manual' });
  cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  await (await fetch(`${origin}/`, { headers: { cookie } })).text();
  client = await connect({ cookie, origin });
  await client.call('library.collections', {});
  usableAfter = performance.now() - started;
});
afterAll(async () => {
  client?.close();
  if (server?.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await cli?.close();
});

describe('carrel serve', () => {
  test('prints one line with its address on the loopback interface', () => {
    expect(stdoutLines).toHaveLength(1);
    expect(stdoutLines[0]).toMatch(/^\{"url":"http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}"\}$/);
  });

  test('issue 3: from the start to a page that has its answer from the engine in under 3 s', () => {
    expect(usableAfter).toBeLessThan(3000);
  });

  test('case 40: every address that the page names is its own', async () => {
    const answer = await fetch(`${origin}/`, { headers: { cookie } });
    const html = await answer.text();
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
    expect(html).toContain(`nonce="${nonce}"`);
    expect(html).not.toContain('__CSP_NONCE__');
    const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      (match) => new URL(match[1]!, `${origin}/`),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect((await fetch(file, { headers: { cookie } })).status).toBe(200);
  });

  test('indexes over the socket and serves the bytes of a document, whole and in ranges', async () => {
    const path = join(samples, 'prices-2025.pdf');
    const summary = await client.call('library.index', { paths: [path] });
    expect(summary.documents.ready).toBe(1);
    const { documents } = await client.call('library.documents', {});
    const address = `${origin}/document/${documents[0]!.id}`;
    const bytes = readFileSync(path);
    const whole = await fetch(address, { headers: { cookie } });
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const part = await fetch(address, { headers: { cookie, range: 'bytes=10-109' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 110))).toBe(true);
    expect((await fetch(address)).status).toBe(401);
  });

  test('a command and the window share one engine', async () => {
    const own = await client.call('engine.info', {});
    const { collections } = (await cli.json('collections')) as { collections: { documents: number }[] };
    expect(collections[0]?.documents).toBe(1);
    expect((await client.call('engine.info', {})).processId).toBe(own.processId);
  });

  test('a second server has its own port and its cookie does not open the first', async () => {
    const second = cli.start('serve');
    const [line] = (await once(createInterface({ input: second.stdout! }), 'line')) as [string];
    const entered = await fetch((JSON.parse(line) as { url: string }).url, { redirect: 'manual' });
    const other = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    expect((await fetch(`${origin}/`, { headers: { cookie: other } })).status).toBe(401);
    second.kill('SIGTERM');
    expect(((await once(second, 'exit')) as [number])[0]).toBe(0);
  });

  test('a taken port is a sentence, not a trace', async () => {
    const { status, stdout } = await cli.run('--json', 'serve', '--port', new URL(origin).port);
    expect(status).toBe(1);
    expect((JSON.parse(stdout) as { error: { message: string } }).error.message).toContain('Choose another');
  });

  test('ends cleanly when asked to', async () => {
    server.kill('SIGINT');
    const [status] = (await once(server, 'exit')) as [number];
    expect(status).toBe(0);
    await expect(fetch(`${origin}/`, { headers: { cookie } })).rejects.toThrow();
  });
});
