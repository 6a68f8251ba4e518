/** What a document is called and which language it is in. In: pages and metadata. Out: title, tag. */
import type { Block, PageLayout } from '../../domain/page.ts';
import { printSize } from './levels.ts';

/** What programs write as a title when nobody gave one. */
const NO_TITLE =
  /^(untitled|document\d*|microsoft (word|powerpoint|excel)|powerpoint presentation|slide \d+|none|null)\b|\.(docx?|pdf|indd|tex|dvi|xlsx?|pptx?|qxd|fm|ps|rtf|html?)$|^[\d\s_.-]+$|^.{0,2}$/iu;

/** The title is looked for on the first pages only. */
const TITLE_PAGES = 2;
const LONGEST_TITLE = 200;

/** Metadata where it names the document, else the largest heading of the first pages. */
export function documentTitle(
  stored: string | null,
  pages: readonly PageLayout[],
  levels: ReadonlyMap<Block, number>,
): string | null {
  const given = stored?.replace(/\s+/gu, ' ').trim() ?? '';
  if (given !== '' && !NO_TITLE.test(given)) return given.slice(0, LONGEST_TITLE);
  const headings = pages
    .slice(0, TITLE_PAGES)
    .flatMap((page) => page.blocks.filter((block) => levels.has(block)));
  const largest = Math.max(0, ...headings.map(printSize));
  const first = headings.find((block) => printSize(block) >= largest - 0.5);
  return first === undefined ? null : first.text.slice(0, LONGEST_TITLE);
}

/** The language most text is in; null when no page tells. */
export function documentLanguage(pages: readonly PageLayout[]): string | null {
  const weights = new Map<string, number>();
  for (const page of pages) {
    if (page.language === null) continue;
    const characters = page.blocks.reduce((sum, block) => sum + block.text.length, 0);
    weights.set(page.language, (weights.get(page.language) ?? 0) + characters);
  }
  return [...weights].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}
