/** The app without Electron: its page, preload, relay, policy and engine do the main job together. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ensureBuilt } from '../../src-main/cli/build.ts';
import { browserMissing, startBrowser } from '../web/browser.ts';
import { answered, ask, passages, textUnderMarks } from '../web/carrel-page.ts';
import type { AppPage } from './app-page.ts';

// `protocol.ts` registers its scheme with Electron; its answers need none.
vi.mock('electron', () => ({ protocol: {} }));
const { openAppPage } = await import('./app-page.ts');

const samples = join(import.meta.dirname, '..', '..', 'resources', 'samples');
const missing = browserMissing();
if (missing) process.stderr.write(`The test of the app's page is skipped: ${missing}.\n`);

describe.skipIf(missing !== null)('the page of the app', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-page-'));
  const home = join(folder, 'home');
  let browser: Browser;
  let app: AppPage;

  beforeAll(async () => {
    vi.stubEnv('CARREL_MODELS', join(folder, 'models'));
    await ensureBuilt('all', () => undefined);
    browser = await startBrowser();
    const documents = join(folder, 'documents');
    mkdirSync(documents);
    for (const name of ['pumping-station-3.pdf', 'prices-2025.pdf'])
      copyFileSync(join(samples, name), join(documents, name));
    app = await openAppPage(browser, home, [documents]);
  }, 240_000);
  afterAll(async () => {
    await app?.close();
    await browser?.close();
    // The engine ends a moment after its last host.
    for (let waited = 0; existsSync(join(home, 'engine.sock')) && waited < 15_000; waited += 100)
      await delay(100);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    vi.unstubAllEnvs();
  });

  it('knows its host, and opens under the policy without a complaint', async () => {
    await app.page.getByRole('heading', { level: 1, name: /Ask questions/ }).waitFor();
    expect(await app.page.evaluate(() => document.documentElement.dataset['host'])).toBe('linux');
    expect(app.errors).toEqual([]);
  });

  it('adds the folder that the system’s dialog gave, and reads it', async () => {
    await app.page.getByRole('button', { name: 'Choose folder' }).first().click();
    await app.page.getByText(/documents?, all read$/).waitFor({ timeout: 180_000 });
  }, 200_000);

  it('takes commands of the menu', async () => {
    await app.command('newQuestion');
    await app.page.getByRole('textbox', { name: 'Question' }).waitFor();
  });

  it('case 21: opens the document at the words of a cropped page, in byte ranges', async () => {
    await ask(app.page, 'How many decibels were measured at the nearest window at night?');
    await answered(app.page);
    await passages(app.page).first().getByRole('button').first().click();
    expect(await textUnderMarks(app.page)).toContain('34decibelsweremeasuredatnight');
    expect(app.documents.length).toBeGreaterThan(0);
    for (const line of app.documents) expect(line).toMatch(/^20[06]/u);
  }, 120_000);

  it('case 40: asked for nothing outside its own origin, and broke no rule of the policy', () => {
    expect(app.elsewhere).toEqual([]);
    expect(app.errors).toEqual([]);
  });
});
