/** The main job in Chromium with the real engine: add a folder, ask, open the page at the words. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserMissing, startBrowser } from './browser.ts';
import {
  addFolder,
  agreement,
  allRead,
  answered,
  ask,
  folded,
  passages,
  textUnderMarks,
} from './carrel-page.ts';
import { elsewhere, openPage, samples, startWebHost, type WatchedPage, type WebHost } from './web-host.ts';

const missing = browserMissing();
if (missing) console.log(`test/web is skipped: ${missing}`);

describe.skipIf(missing)('the main job', () => {
  let host: WebHost;
  let browser: Browser;
  let watched: WatchedPage;
  beforeAll(async () => {
    [host, browser] = await Promise.all([startWebHost(), startBrowser()]);
    watched = await openPage(browser, host);
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
  });

  test('the first window says what Carrel is and takes a folder through the folder browser', async () => {
    const { page } = watched;
    await page.getByRole('heading', { level: 1, name: /Ask questions/ }).waitFor();
    await page.getByRole('button', { name: 'Choose folder' }).click();
    await addFolder(page, samples, 'Heating');
    await page.getByRole('grid', { name: 'Documents' }).waitFor();
    await allRead(page);
    const names = await page.getByRole('rowheader').allTextContents();
    expect(names).toContain('network-report-2024.pdf');
    expect(names).toContain('chamber-inspection-scan.pdf');
  });

  test('case 6: every page of every document stands in the ledger, in words', async () => {
    const { page } = watched;
    const sentences = await page
      .locator('.ledger-strip')
      .evaluateAll((strips) => strips.map((strip) => strip.getAttribute('aria-label')));
    expect(sentences).toHaveLength(7);
    for (const sentence of sentences) expect(sentence).toMatch(/^\d+\u00a0pages?: \d+ (text|OCR)/);
    await page.getByText('chamber-inspection-scan.pdf').click();
    const inspector = page.getByRole('complementary', { name: 'The chosen document' });
    await inspector.getByText(/2 OCR/).waitFor();
  });

  test('case 19, 42: without a model the evidence is shown, and said to be evidence alone', async () => {
    const { page } = watched;
    await page.keyboard.press('Alt+n');
    await ask(page, "How many buildings were cold after the flange failed at Tanner's Row?");
    await page.getByRole('heading', { name: 'Evidence only: no model is set' }).waitFor();
    await answered(page);
    const first = await passages(page).first().textContent();
    expect(first).toContain('network-report-2024');
    expect(first).toMatch(/page\s\d/);
  });

  test('case 20, 21: the boxes lie over the quoted words, on a page in the crop of its file too', async () => {
    const { page } = watched;
    const seen = new Set<string>();
    for (const question of [
      "How many buildings were cold after the flange failed at Tanner's Row?",
      'What does pumping station 3 do when a pump fails?',
      'What is the price in cents per kWh on the Home Cool tariff?',
    ]) {
      await ask(page, question);
      await answered(page);
      const count = Math.min(3, await passages(page).count());
      for (let index = 0; index < count; index += 1) {
        const passage = passages(page).nth(index);
        const quote = folded((await passage.locator('.passage-quote').textContent()) ?? '');
        const name = (await passage.locator('.passage-head strong').textContent()) ?? '';
        if (name.includes('scan') || quote.length < 12) continue;
        await passage.getByRole('button').click();
        const under = folded(await textUnderMarks(page));
        expect(agreement(quote, under), `${name}: “${quote}” against “${under}”`).toBeGreaterThan(0.85);
        seen.add(name);
      }
    }
    expect([...seen]).toContain('network-report-2024');
    expect([...seen]).toContain('pumping-station-3');
  });

  test('the current box stands at a third of the height, and next goes on across documents', async () => {
    const { page } = watched;
    await ask(page, 'When is the second heat pump at Saltmarsh to enter service?');
    await answered(page);
    await passages(page).first().getByRole('button').click();
    await textUnderMarks(page);
    const pages = page.getByRole('group', { name: 'Pages' });
    const [box, pane] = await Promise.all([
      page.locator('.mark-box[data-current]').first().boundingBox(),
      pages.boundingBox(),
    ]);
    const [top, most] = await pages.evaluate((element) => [
      element.scrollTop,
      element.scrollHeight - element.clientHeight,
    ]);
    // At the ends of a document there is no more to scroll.
    expect(top).toBeGreaterThan(0);
    expect(top).toBeLessThan((most ?? 0) - 1);
    expect(((box?.y ?? 0) - (pane?.y ?? 0)) / (pane?.height ?? 1)).toBeCloseTo(1 / 3, 1);
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByText(/^2 of \d+$/).waitFor();
    await textUnderMarks(page);
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByText(/^1 of \d+$/).waitFor();
  });

  test('text on the page can be selected through the marks', async () => {
    const { page } = watched;
    const box = await page.locator('.mark-box[data-current]').first().boundingBox();
    if (!box) throw new Error('The current box is not on screen.');
    await page.mouse.move(box.x + 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, { steps: 8 });
    await page.mouse.up();
    const selected = await page.evaluate(() => window.getSelection()?.toString() ?? '');
    expect(folded(selected).length).toBeGreaterThan(8);
  });

  test('case 40: nothing but the own origin was asked for, and no policy was broken', () => {
    expect(elsewhere(watched.asked, host)).toEqual([]);
    expect(watched.asked.some((address) => address.startsWith('ws://127.0.0.1'))).toBe(true);
    expect(watched.errors).toEqual([]);
  });
});
