/** The real web host over a home of its own. In: nothing. Out: its address and pages in Chromium that record what they ask for. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { ensureRenderer } from '../../src-main/cli/build.ts';

const root = join(import.meta.dirname, '..', '..');
export const samples = join(root, 'resources', 'samples');

/** Samples that need no OCR: read in a moment. */
const QUICK = ['network-report-2024.pdf', 'prices-2025.pdf'];

export interface WebHost {
  readonly home: string;
  /** A folder with two of the samples, for tests that are not about reading. */
  readonly documents: string;
  /** Address with the token, as `carrel serve` prints it. */
  readonly url: string;
  readonly origin: string;
  close(): Promise<void>;
}

/** Starts `carrel serve`; models of this computer are not seen. */
export async function startWebHost(): Promise<WebHost> {
  await ensureRenderer(() => undefined);
  const folder = mkdtempSync(join(tmpdir(), 'carrel-web-'));
  const home = join(folder, 'home');
  const documents = join(folder, 'documents');
  mkdirSync(documents);
  for (const name of QUICK) copyFileSync(join(samples, name), join(documents, name));
  const entry = join(root, 'src-main', 'cli', 'main.ts');
  const child: ChildProcess = spawn(process.execPath, [entry, '--home', home, 'serve', '--json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, CARREL_MODELS: join(folder, 'models') },
  });
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
  const { url } = JSON.parse(line) as { url?: string };
  if (url === undefined) throw new Error(`carrel serve did not start: ${line}`);
  return {
    home,
    documents,
    url,
    origin: new URL(url).origin,
    async close() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      const socket = join(home, 'engine.sock');
      for (let waited = 0; existsSync(socket) && waited < 15_000; waited += 100) await delay(100);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

export interface WatchedPage {
  readonly page: Page;
  /** Every address that was asked for, WebSockets too. */
  readonly asked: string[];
  /** Errors of scripts, and everything the console calls an error (a refusal of the policy is one). */
  readonly errors: string[];
}

/** A page of a context of its own, on `hash` of the host. */
export async function openPage(
  browser: Browser,
  host: WebHost,
  hash = '',
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const asked: string[] = [];
  const errors: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  page.on('websocket', (socket) => asked.push(socket.url()));
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(host.url);
  if (hash) await page.goto(`${host.origin}/${hash}`);
  return { page, asked, errors };
}

/** Addresses that are not of the host itself (data and blob addresses never leave the page). */
export function elsewhere(asked: readonly string[], host: WebHost): string[] {
  const own = new URL(host.origin).host;
  return asked.filter((address) => {
    const url = new URL(address);
    return url.protocol !== 'data:' && url.protocol !== 'blob:' && url.host !== own;
  });
}
