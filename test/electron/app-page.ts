/**
 * The app's page in Chromium, where Electron's binary is missing. The built preload and renderer, the
 * app's own answers (policy, documents in ranges), its relay and the real engine are what runs; only
 * Electron between them is replaced: ipc by bindings of the browser, the scheme by an intercepted
 * https origin. In: a home. Out: a page, and what it asked for and complained of.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { attachEngine, attachEnginePort } from '../../src-main/engine/client/attach.ts';
import { createEngineLine } from '../../src-main/engine/client/engine-line.ts';
import { createRelay } from '../../src-main/app/relay.ts';
import { createAnswer } from '../../src-main/app/protocol.ts';
import { APP_ORIGIN, HOST_CHANNELS } from '../../src-preload/contract/host-channels.ts';

const root = join(import.meta.dirname, '..', '..');
/** Stands for `carrel-app://carrel`, which a browser does not know; nothing is resolved. */
const ORIGIN = 'https://carrel.test';

/** What the sandbox gives a preload, over two bindings of the page. */
const SANDBOX = `
  const listeners = {};
  globalThis.fromMain = (channel, values) => {
    for (const listener of listeners[channel] ?? []) listener({}, ...values);
  };
  const electron = {
    contextBridge: { exposeInMainWorld: (name, value) => (globalThis[name] = value) },
    ipcRenderer: {
      on: (channel, listener) => (listeners[channel] ??= []).push(listener),
      send: (channel, ...values) => void globalThis.toMain(channel, values),
      invoke: (channel, ...values) => globalThis.askMain(channel, values),
    },
    webUtils: { getPathForFile: (file) => file.name },
  };
`;

export interface AppPage {
  readonly page: Page;
  /** Addresses that were asked for outside the page's origin. */
  readonly elsewhere: string[];
  /** Errors of scripts and of the console; a refusal of the policy is one. */
  readonly errors: string[];
  /** Status and Content-Range of every answer for a document. */
  readonly documents: string[];
  command(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens the page for this home; `folders` is what the system's folder dialog would give. */
export async function openAppPage(browser: Browser, home: string, folders: string[]): Promise<AppPage> {
  const line = createEngineLine(() => attachEngine({ home }));
  const answer = createAnswer(join(root, 'out', 'renderer'), line.client);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const [elsewhere, errors, documents]: [string[], string[], string[]] = [[], [], []];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });

  await context.route('**/*', async (route) => {
    const request = route.request();
    const url = request.url();
    if (!url.startsWith(`${ORIGIN}/`)) {
      elsewhere.push(url);
      return route.abort();
    }
    const own = new Request(url.replace(ORIGIN, APP_ORIGIN), { headers: await request.allHeaders() });
    const response = await answer(own);
    if (url.includes('/document/'))
      documents.push(`${response.status} ${response.headers.get('content-range') ?? ''}`.trim());
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  });

  let gone = false;
  // Messages of main to a page keep their order, as Electron's do.
  let queue: Promise<unknown> = Promise.resolve();
  const send = (channel: string, ...values: unknown[]): void => {
    const deliver = (): Promise<unknown> =>
      page.evaluate(
        ([name, list]) =>
          (globalThis as unknown as { fromMain(name: string, list: unknown[]): void }).fromMain(name, list),
        [channel, values] as const,
      );
    queue = queue.then(() => (gone ? undefined : deliver())).catch(() => undefined);
  };
  const relay = createRelay({ isDestroyed: () => gone, send }, () => attachEnginePort({ home }));
  await page.exposeFunction('toMain', (channel: string, [first, second]: unknown[]) => {
    if (channel === HOST_CHANNELS.connect) relay.connect();
    else if (channel === HOST_CHANNELS.frame) relay.fromPage(first, second);
    else if (channel === HOST_CHANNELS.taken) relay.taken(first, second);
  });
  await page.exposeFunction('askMain', (channel: string) =>
    channel === HOST_CHANNELS.chooseFolders ? folders : null,
  );
  const preload = readFileSync(join(root, 'out', 'preload', 'preload.cjs'), 'utf8');
  const body = preload.replaceAll(APP_ORIGIN, ORIGIN);
  await page.addInitScript(
    `{${SANDBOX} ((require, process) => {\n${body}\n})(() => electron, { platform: 'linux' }); }`,
  );
  await page.goto(`${ORIGIN}/index.html`);

  return {
    page,
    elsewhere,
    errors,
    documents,
    command: async (name) => {
      send(HOST_CHANNELS.command, name);
      await queue;
    },
    close: async () => {
      gone = true;
      relay.close();
      line.close();
      await context.close();
    },
  };
}
