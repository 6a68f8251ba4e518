/** The engine dies under the window: it says so, comes back by itself, and nothing is lost. */
import type { Browser, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserMissing, startBrowser } from './browser.ts';
import { addFolder, allRead, answered, ask } from './carrel-page.ts';
import { openPage, startWebHost, type WebHost } from './web-host.ts';

const missing = browserMissing();

describe.skipIf(missing)('a lost connection', () => {
  let host: WebHost;
  let browser: Browser;
  beforeAll(async () => {
    [host, browser] = await Promise.all([startWebHost(), startBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
  });

  test('case 35: the engine is killed; the window reconnects by itself, and the library is there', async () => {
    const { page } = await openPage(browser, host, '#library');
    await page.getByRole('button', { name: 'Add folder' }).click();
    await addFolder(page, host.documents, 'Heating');
    await allRead(page);
    await page.goto(`${host.origin}/#settings/about`);
    const engine = page.getByText(/^Node .+, process \d+/);
    const before = await engine.textContent();
    const pid = Number(/process (\d+)/.exec(before ?? '')?.[1]);
    expect(pid).toBeGreaterThan(1);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => engine.textContent(), { timeout: 60_000, interval: 250 }).not.toBe(before);
    await page.goto(`${host.origin}/#library`);
    await page.getByText('network-report-2024.pdf').waitFor();
    await page.keyboard.press('Alt+n');
    await ask(page, 'When is the second heat pump at Saltmarsh to enter service?');
    await answered(page);
    await page.context().close();
  });

  test('while the connection is lost the window says so, and what is on screen stays', async () => {
    const { page } = await openPage(browser, host);
    let cut = false;
    const open: WebSocketRoute[] = [];
    await page.routeWebSocket(/\/rpc$/, (route) => {
      if (cut) return void route.close();
      route.connectToServer();
      open.push(route);
    });
    await page.goto(`${host.origin}/#library`);
    await page.reload();
    await page.getByText('network-report-2024.pdf').waitFor();
    cut = true;
    await Promise.all(open.map((route) => route.close()));
    const banner = page.getByText(/connection to the Carrel engine was lost/);
    await banner.waitFor();
    expect(await page.getByText('network-report-2024.pdf').isVisible()).toBe(true);
    cut = false;
    await banner.waitFor({ state: 'detached', timeout: 30_000 });
    await page.getByRole('searchbox', { name: 'Filter by name' }).fill('prices');
    await page.getByText('1\u00a0document', { exact: true }).waitFor();
    await page.context().close();
  });

  test('without the cookie of the session the window says what to do', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const response = await page.goto(`${host.origin}/`);
    expect(response?.status()).toBe(401);
    expect(await page.textContent('body')).toContain('Open the address that "carrel serve" printed.');
    await context.close();
  });
});
