/** Every screen against axe, light and dark, with the real engine; and the panes at small sizes. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserMissing, startBrowser } from './browser.ts';
import { addFolder, allRead, answered, ask, markedPage, passages } from './carrel-page.ts';
import { openPage, startWebHost, type WebHost } from './web-host.ts';

const missing = browserMissing();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Serious and critical findings, each as "rule: first element". */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const results = await page.evaluate(async () => {
    const runner = (window as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe;
    return runner.run({ resultTypes: ['violations'] });
  });
  return results.violations
    .filter((one) => one.impact === 'serious' || one.impact === 'critical')
    .map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
}

/** Interactive elements without a name (case 45). */
async function nameless(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, [role="button"], input, textarea, a[href]')]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const labelled = element.getAttribute('aria-labelledby');
        const words =
          element.getAttribute('aria-label') ??
          (labelled
            ? labelled.split(' ').map((id) => document.getElementById(id)?.textContent)
            : []
          ).toString();
        const label = element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? '') : '';
        return !(words || label || element.textContent || '').trim();
      })
      .map((element) => element.outerHTML.slice(0, 160)),
  );
}

const question = "How many buildings were cold after the flange failed at Tanner's Row?";

/** What is shown, and how to get there from any screen. */
const screens: readonly [string, (page: Page) => Promise<unknown>][] = [
  [
    'library',
    async (page) => {
      await page.goto(`${new URL(page.url()).origin}/#library`);
      await page.getByRole('rowheader').first().waitFor();
    },
  ],
  [
    'inspector',
    async (page) => {
      await page.getByText('network-report-2024.pdf').click();
      await page.getByRole('complementary').getByRole('heading').waitFor();
    },
  ],
  [
    'folder browser',
    async (page) => {
      await page.getByRole('button', { name: 'Add folder' }).click();
      await page.getByRole('dialog').getByRole('row').first().waitFor();
    },
  ],
  [
    'answer with its document',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Alt+n');
      await ask(page, question);
      await answered(page);
      await passages(page).first().getByRole('button').click();
      await markedPage(page);
    },
  ],
  [
    'palette',
    async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
    },
  ],
  ...(['models', 'servers', 'privacy', 'appearance', 'about'] as const).map(
    (part): [string, (page: Page) => Promise<unknown>] => [
      `settings, ${part}`,
      async (page) => {
        await page.keyboard.press('Escape');
        await page.goto(`${new URL(page.url()).origin}/#settings/${part}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
      },
    ],
  ),
];

describe.skipIf(missing)('accessibility', () => {
  let host: WebHost;
  let browser: Browser;
  beforeAll(async () => {
    [host, browser] = await Promise.all([startWebHost(), startBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
  });

  test('case 45: the first window has names, landmarks and contrast', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await openPage(browser, host, '', { colorScheme });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('radio', { name: /None for now/ }).waitFor();
      expect(await findings(page), colorScheme).toEqual([]);
      expect(await nameless(page)).toEqual([]);
      await page.context().close();
    }
  });

  test.each(['light', 'dark'] as const)('case 45: every screen in %s', async (colorScheme) => {
    const { page, errors } = await openPage(browser, host, '#library', { colorScheme });
    if (colorScheme === 'light') {
      await page.getByRole('button', { name: 'Add folder' }).click();
      await addFolder(page, host.documents, 'Heating');
      await allRead(page);
    }
    for (const [name, show] of screens) {
      await show(page);
      expect(await findings(page), name).toEqual([]);
      expect(await nameless(page), name).toEqual([]);
      expect(await page.locator('h1').count(), `${name}: one h1`).toBe(1);
    }
    expect(errors).toEqual([]);
    await page.context().close();
  });

  test('panes yield in their order: left pane, then document; the answer stays', async () => {
    const { page } = await openPage(browser, host, '#library');
    await page.getByRole('rowheader').first().waitFor();
    await page.keyboard.press('Alt+n');
    await ask(page, question);
    await answered(page);
    await passages(page).first().getByRole('button').click();
    await markedPage(page);
    const answer = page.getByRole('main');
    const documentPane = page.getByRole('region', { name: /^Document/ });
    await page.setViewportSize({ width: 900, height: 600 });
    await page.getByRole('navigation', { name: 'Screens', exact: true }).waitFor();
    expect((await answer.boundingBox())?.width).toBeGreaterThanOrEqual(320);
    expect((await documentPane.boundingBox())?.width).toBeGreaterThanOrEqual(320);
    await page.setViewportSize({ width: 640, height: 400 });
    await answer.waitFor({ state: 'hidden' });
    await documentPane.getByRole('button', { name: 'Close the document' }).click();
    await answer.waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.context().close();
  });

  test('the window is one tab stop after the other: bar, left, middle, status', async () => {
    const { page } = await openPage(browser, host, '#library');
    await page.getByRole('rowheader').first().waitFor();
    await page.keyboard.press('F6');
    const regions: (string | null)[] = [];
    for (let step = 0; step < 3; step += 1) {
      regions.push(await page.evaluate(() => document.activeElement?.getAttribute('data-pane') ?? null));
      await page.keyboard.press('F6');
    }
    expect(regions).toEqual(['side', 'middle', 'status']);
    await page.context().close();
  });

  test('the one style element of the parts library carries the nonce of the policy', async () => {
    const { page, errors } = await openPage(browser, host, '#library');
    await page.getByRole('button', { name: 'Add folder' }).click();
    const styles = await page.evaluate(() =>
      [...document.querySelectorAll('style')].map((style) => ({
        nonce: style.nonce !== '',
        applied: (style.sheet?.cssRules.length ?? 0) > 0,
      })),
    );
    expect(styles.length).toBeGreaterThan(0);
    expect(styles.every((style) => style.nonce && style.applied)).toBe(true);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
