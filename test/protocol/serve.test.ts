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
let host: RunningHost;
let client: Client;

/** A web host that was entered: its process, its lines on stdout, and the session's cookie. */
interface RunningHost {
  readonly process: ChildProcess;
  readonly lines: string[];
  readonly origin: string;
  readonly cookie: string;
}

async function startHost(line: CommandLine): Promise<RunningHost> {
  const process = line.start('serve');
  const lines: string[] = [];
  const reader = createInterface({ input: process.stdout! });
  reader.on('line', (text) => lines.push(text));
  await once(reader, 'line');
  const { url } = JSON.parse(lines[0]!) as { url: string };
  const entered = await fetch(url, { redirect: 'manual' });
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return { process, lines, origin: new URL(url).origin, cookie };
}

/** The contract over the web host, as a browser has it. */
async function connect({ origin, cookie }: RunningHost): Promise<Client> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/rpc`, { headers: { cookie, origin } });
  await once(socket, 'open');
  return createClient({
    send: (frame) => socket.send(JSON.stringify(frame)),
    onFrame: (listener) => void socket.on('message', (data: Buffer) => listener(JSON.parse(data.toString()))),
    onClose: (listener) => void socket.on('close', listener),
    close: () => socket.close(),
  });
}

async function endHost({ process }: RunningHost, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  if (process.exitCode !== null) return process.exitCode;
  process.kill(signal);
  const [status] = (await once(process, 'exit')) as [number | null];
  return status;
}

/** Milliseconds from the command to a page whose first call was answered, on a home that is new. */
async function timeToUsableWindow(): Promise<number> {
  const line = commandLine();
  const started = performance.now();
  const fresh = await startHost(line);
  await (await fetch(`${fresh.origin}/`, { headers: { cookie: fresh.cookie } })).text();
  const window = await connect(fresh);
  await window.call('library.collections', {});
  const milliseconds = performance.now() - started;
  window.close();
  await endHost(fresh);
  await line.close();
  return milliseconds;
}

beforeAll(async () => {
  await ensureRenderer(() => undefined);
  cli = commandLine();
  host = await startHost(cli);
  client = await connect(host);
});
afterAll(async () => {
  client?.close();
  if (host) await endHost(host);
  await cli?.close();
});

describe('carrel serve', () => {
  test('prints one line with its address on the loopback interface', () => {
    expect(host.lines).toHaveLength(1);
    expect(host.lines[0]).toMatch(/^\{"url":"http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}"\}$/);
  });

  // Best of three: the machine that runs the tests may be busy with something else.
  test(
    'issue 3: under 3 s from the command to a page whose first call is answered',
    { retry: 2 },
    async () => {
      expect(await timeToUsableWindow()).toBeLessThan(3000);
    },
  );

  test('case 40: every address that the page names is its own', async () => {
    const answer = await fetch(`${host.origin}/`, { headers: { cookie: host.cookie } });
    const html = await answer.text();
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
    expect(html).toContain(`nonce="${nonce}"`);
    expect(html).not.toContain('__CSP_NONCE__');
    const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      (match) => new URL(match[1]!, `${host.origin}/`),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const file of files)
      expect((await fetch(file, { headers: { cookie: host.cookie } })).status).toBe(200);
  });

  test('indexes over the socket and serves the bytes of a document, whole and in ranges', async () => {
    const path = join(samples, 'prices-2025.pdf');
    const summary = await client.call('library.index', { paths: [path] });
    expect(summary.documents.ready).toBe(1);
    const { documents } = await client.call('library.documents', {});
    const address = `${host.origin}/document/${documents[0]!.id}`;
    const bytes = readFileSync(path);
    const whole = await fetch(address, { headers: { cookie: host.cookie } });
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const part = await fetch(address, { headers: { cookie: host.cookie, range: 'bytes=10-109' } });
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
    const second = await startHost(cli);
    const answer = await fetch(`${host.origin}/`, { headers: { cookie: second.cookie } });
    expect(answer.status).toBe(401);
    expect(await endHost(second)).toBe(0);
  });

  test('a taken port is a sentence, not a trace', async () => {
    const { status, stdout } = await cli.run('--json', 'serve', '--port', new URL(host.origin).port);
    expect(status).toBe(1);
    expect((JSON.parse(stdout) as { error: { message: string } }).error.message).toContain('Choose another');
  });

  test('ends cleanly when asked to', async () => {
    expect(await endHost(host, 'SIGINT')).toBe(0);
    await expect(fetch(`${host.origin}/`)).rejects.toThrow();
  });
});
