/** Answers that stream, in Chromium with the real engine and a real HTTP server that plays the model. */
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFakeModelServer, type FakeModelServer } from '../unit/models/helpers/fake-model-server.ts';
import { browserMissing, startBrowser } from './browser.ts';
import { addFolder, allRead, answered, ask, markedPage } from './carrel-page.ts';
import { elsewhere, openPage, startWebHost, type WatchedPage, type WebHost } from './web-host.ts';

const missing = browserMissing();

const ANSWER =
  'In all **1,106 buildings** were cold [1]. About 77,777 of them waited [2][99]. ' +
  'See [the report](https://example.com/report) ![chart](https://example.com/chart.png) ' +
  '<img src="https://example.com/raw.png"> for more [1].';

/** How the server behaves on the next question. */
let habit: 'quick' | 'slow' | 'endless' | 'breaks' = 'quick';

/** Writes the stream in pieces, slowly, without its end, or breaks it off. */
async function write(response: ServerResponse, lines: string): Promise<void> {
  const events = lines.split('\n\n').filter(Boolean);
  for (const [index, event] of events.entries()) {
    if (response.destroyed) return;
    if (habit === 'endless' && index >= 12) return;
    if (habit === 'breaks' && index >= 12) return void response.destroy();
    response.write(`${event}\n\n`);
    await delay(habit === 'quick' ? 0 : 60);
  }
  response.end();
}

describe.skipIf(missing)('answers', () => {
  let host: WebHost;
  let browser: Browser;
  let model: FakeModelServer;
  let watched: WatchedPage;
  const question = "How many buildings were cold after the flange failed at Tanner's Row?";

  beforeAll(async () => {
    model = await startFakeModelServer({
      models: [{ id: 'writer' }, { id: 'other' }],
      deltas: () => (ANSWER.match(/.{1,6}/gsu) ?? []).map((content) => ({ content })),
      write: (response, lines) => void write(response, lines),
    });
    [host, browser] = await Promise.all([startWebHost(), startBrowser()]);
    watched = await openPage(browser, host, '#library');
    await watched.page.getByRole('button', { name: 'Add folder' }).click();
    await addFolder(watched.page, host.documents, 'Heating');
    await allRead(watched.page);
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
    await model?.close();
  });

  test('case 38: a server is named, tested with a real question, and one of its models writes the answers', async () => {
    const { page } = watched;
    await page.keyboard.press('Control+,');
    await page.getByRole('button', { name: 'Servers' }).first().click();
    await page.getByRole('textbox', { name: 'Address' }).fill(model.url);
    await page.getByRole('button', { name: 'Add server' }).click();
    const named = new URL(model.url).host;
    await page.getByText(named, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Test' }).first().click();
    await page.getByText('Answered', { exact: true }).waitFor();
    await page.getByText(/answers by schema/).waitFor();
    await page.getByText('Models there: writer, other').waitFor();
    await page.getByRole('button', { name: /for the answers/ }).click();
    await page.getByRole('option', { name: 'writer' }).click();
    await page.getByText('writes the answers').waitFor();
    await page.getByText(/connections? since start, to 127\.0\.0\.1/).waitFor();
  });

  test('case 24, 40: numbers that exist become chips; links, images and raw HTML are inert', async () => {
    const { page } = watched;
    habit = 'quick';
    await page.keyboard.press('Alt+n');
    await ask(page, question);
    await answered(page);
    const answer = page.locator('.answer');
    expect(await answer.getByRole('button').allTextContents()).toEqual(['1', '2', '1']);
    expect(await answer.locator('a, img, script, iframe').count()).toBe(0);
    expect(await answer.textContent()).toContain('the report');
    await page.getByText(/unknown, dropped/).waitFor();
    expect(elsewhere(watched.asked, host)).toEqual([]);
  });

  test('a number that stands in no material is marked, and said below', async () => {
    const { page } = watched;
    expect(await page.locator('.flag').textContent()).toBe('77,777');
    await page.getByText('77,777 stands in no material.').waitFor();
  });

  test('a chip shows its quote when it takes focus, and Enter opens the page at the box', async () => {
    const { page } = watched;
    const chip = page
      .locator('.answer')
      .getByRole('button', { name: /^Citation 1, .+, page \d+$/ })
      .first();
    await page
      .getByRole('button', { name: /search/ })
      .first()
      .focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => chip.evaluate((element) => element === document.activeElement)).toBe(true);
    await page
      .locator('.preview')
      .getByText(/page\s\d/)
      .waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.preview').waitFor({ state: 'detached' });
    expect(await chip.evaluate((element) => element === document.activeElement)).toBe(true);
    const marked = await markedPage(page);
    await marked.getByRole('button', { name: /^Evidence 1 of \d+$/ }).waitFor();
    await page.keyboard.press('Alt+3');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-pane')))
      .toBe('document');
  });

  test('a reload in the middle of an answer comes back to it, and it goes on to its end', async () => {
    const { page } = watched;
    habit = 'slow';
    await page.keyboard.press('Alt+n');
    await ask(page, 'What was cold, and where?');
    await page.locator('.answer[data-streaming]').getByText(/1,106/).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'What was cold, and where?' }).waitFor();
    await page.locator('.answer[data-streaming]').waitFor();
    await answered(page);
    expect(await page.locator('.answer').textContent()).toContain('for more');
    expect(await page.locator('.answer').textContent()).toContain('In all 1,106 buildings');
  });

  test('case 38: Escape stops the answer, what was written is kept, and it can be asked again', async () => {
    const { page } = watched;
    habit = 'endless';
    await page.keyboard.press('Alt+n');
    await ask(page, 'Which buildings were cold?');
    await page.locator('.answer[data-streaming]').getByText(/1,106/).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Stopped' }).waitFor();
    await page.getByText('What was written is kept.').waitFor();
    expect(await page.locator('.answer').textContent()).toContain('1,106');
    habit = 'quick';
    await page.getByRole('button', { name: 'Ask again' }).click();
    await answered(page);
  });

  test('a server that breaks off leaves what was written, and says so', async () => {
    const { page } = watched;
    habit = 'breaks';
    await page.keyboard.press('Alt+n');
    await ask(page, 'What did the flange do?');
    await page
      .getByRole('heading', { name: /stopped answering|was not answered/ })
      .waitFor({ timeout: 60_000 });
    await page.getByText(/The evidence is complete\./).waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });

  test('offline closes the server, says so, and goes online on a press', async () => {
    const { page } = watched;
    habit = 'quick';
    await page.getByRole('button', { name: 'Private: 1 server named' }).click();
    await page.getByText('Closes every connection, those in the local network too.').click();
    await page.getByRole('button', { name: 'Private: offline' }).waitFor();
    await page.keyboard.press('Alt+n');
    await ask(page, 'Is anyone there?');
    await page.getByRole('heading', { name: 'Offline is on: the server is not used' }).waitFor();
    await page.getByRole('button', { name: 'Go online' }).click();
    await answered(page);
  });

  test('answers are marked, exported with their evidence, and removed', async () => {
    const { page } = watched;
    await page.getByRole('row', { name: new RegExp(question.slice(0, 30)) }).click();
    await page.getByRole('heading', { level: 1, name: question }).waitFor();
    await page.getByRole('button', { name: 'Right' }).click();
    await expect
      .poll(() => page.getByRole('button', { name: 'Right' }).getAttribute('aria-pressed'))
      .toBe('true');
    await page.getByRole('button', { name: 'Export this answer' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Markdown' }).click(),
    ]);
    const text = readFileSync(await file.path(), 'utf8');
    expect(text).toContain('1,106 buildings');
    expect(text).toContain('network-report-2024.pdf');
    const row = page.getByRole('row', { name: /What did the flange do/ });
    await row.hover();
    await row.getByRole('button', { name: 'Remove this question' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
  });

  test('no policy was broken on the way', () => {
    expect(elsewhere(watched.asked, host)).toEqual([]);
    expect(watched.errors).toEqual([]);
  });
});
