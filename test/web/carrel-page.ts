/** What a person does in the window, by role and name. In: a page. Out: steps that the tests are made of. */
import type { Locator, Page } from 'playwright-core';

/** Time that reading the samples may take on two busy cores, in milliseconds. */
const READING = 110_000;

/** Adds a folder through the engine's folder browser, from the first window or the library. */
export async function addFolder(page: Page, path: string, collection: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add a folder' });
  await dialog.getByLabel('Collection').fill(collection);
  const field = dialog.getByLabel('Path of the folder');
  await field.fill(path);
  await field.press('Enter');
  await dialog.getByText(/PDFs here/).waitFor();
  await dialog.getByRole('button', { name: 'Add this folder' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Waits until the status bar says that all is read. */
export async function allRead(page: Page): Promise<void> {
  await page.getByText(/documents?, all read$/).waitFor({ timeout: READING });
}

/** Asks in the ask box and waits for the question to be the screen's heading. */
export async function ask(page: Page, question: string): Promise<void> {
  const before = page.url();
  const box = page.getByRole('textbox', { name: 'Question' });
  await box.fill(question);
  await box.press('Enter');
  await page.waitForURL((url) => url.href !== before && url.hash.startsWith('#ask/'));
  await page.getByRole('heading', { level: 1, name: question }).waitFor();
}

/** Time that a page may take to be painted while other work goes on, in milliseconds. */
const PAINTING = 60_000;

/** Waits until the answer, or the evidence alone, is complete. */
export async function answered(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Right' }).waitFor({ timeout: 60_000 });
}

/** The passages of the evidence list, in their order. */
export function passages(page: Page): Locator {
  return page.getByRole('region', { name: /^Evidence/ }).getByRole('listitem');
}

/** Waits until the page of the current evidence is painted, with its text layer and its marks. */
export async function markedPage(page: Page): Promise<Locator> {
  const marked = page.locator('.page').filter({ has: page.locator('.mark-box[data-current]') });
  await marked.locator('.textLayer .endOfContent').waitFor({ state: 'attached', timeout: PAINTING });
  await marked.locator('.mark-box[data-current]').first().waitFor();
  return marked;
}

/**
 * The characters of the text layer whose middle lies under the current boxes, in reading order,
 * without white space.
 */
export async function textUnderMarks(page: Page): Promise<string> {
  const marked = await markedPage(page);
  return marked.evaluate((element) => {
    const boxes = [...element.querySelectorAll('.mark-box[data-current]')].map((box) =>
      box.getBoundingClientRect(),
    );
    const found: string[] = [];
    for (const box of boxes) {
      const walker = document.createTreeWalker(
        element.querySelector('.textLayer') ?? element,
        NodeFilter.SHOW_TEXT,
      );
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent ?? '';
        for (let index = 0; index < text.length; index += 1) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + 1);
          const { left, right, top, bottom } = range.getBoundingClientRect();
          const [x, y] = [(left + right) / 2, (top + bottom) / 2];
          if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)
            found.push(text.charAt(index));
        }
      }
    }
    return found.join('').replace(/\s/g, '');
  });
}

/** Letters and digits alone, with ligatures and widths folded. */
export function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Share of the characters of `wanted` that `found` has in the same order (longest common subsequence). */
export function agreement(wanted: string, found: string): number {
  if (wanted.length === 0) return 0;
  let row = new Uint16Array(found.length + 1);
  for (const character of wanted) {
    const next = new Uint16Array(found.length + 1);
    for (let index = 1; index <= found.length; index += 1)
      next[index] =
        found[index - 1] === character
          ? (row[index - 1] ?? 0) + 1
          : Math.max(row[index] ?? 0, next[index - 1] ?? 0);
    row = next;
  }
  return (row.at(-1) ?? 0) / Math.max(wanted.length, found.length);
}
