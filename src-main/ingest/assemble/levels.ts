/**
 * Heading levels of a whole document. In: headings with their print size, and the outline. Out: a
 * level from 1 for each, since the page reader knows only the sizes within one batch.
 */
import type { Block, PageLayout } from '../../domain/page.ts';

export interface OutlineTitle {
  readonly title: string;
  readonly level: number;
}

/** Sizes this near count as one, points. */
const SAME_SIZE = 0.8;
const DEEPEST = 6;

const NUMBERED = /^(?:(?:section|chapter|part)\s+)?(\d+(?:\.\d+)*)\.?\s+\p{L}/iu;

/** Titles are compared without numbering, case and punctuation. */
function plain(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[\d.\s]+/u, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The printed height of a line is its font's, whatever way the page is turned. */
export function printSize(block: Block): number {
  const heights = block.lines.map(({ box }) => Math.min(box.y1 - box.y0, box.x1 - box.x0));
  return Math.max(0, ...heights);
}

/** Level per size: the largest print is 1; sizes within a point of each other are one level. */
function sizeLevels(headings: readonly Block[]): (size: number) => number {
  const steps: number[] = [];
  for (const size of headings.map(printSize).sort((a, b) => b - a)) {
    const last = steps.at(-1);
    if (last === undefined || last - size > SAME_SIZE) steps.push(size);
  }
  return (size) => {
    const at = steps.findIndex((step) => step - size <= SAME_SIZE);
    return Math.min(DEEPEST, (at < 0 ? steps.length : at) + 1);
  };
}

/** A numbered heading stands below the one whose number its own begins with. */
function numberedLevel(number: string, known: ReadonlyMap<string, number>): number | null {
  const parts = number.split('.');
  for (let length = parts.length - 1; length > 0; length--) {
    const above = known.get(parts.slice(0, length).join('.'));
    if (above !== undefined) return above + parts.length - length;
  }
  return null;
}

/** The outline's level wins, then the heading's own numbering, then its size. */
export function headingLevels(
  pages: readonly PageLayout[],
  outline: readonly OutlineTitle[],
): Map<Block, number> {
  const headings = pages.flatMap((page) => page.blocks.filter((block) => block.kind === 'heading'));
  const bySize = sizeLevels(headings);
  const byTitle = new Map<string, number>();
  for (const entry of outline) if (plain(entry.title) !== '') byTitle.set(plain(entry.title), entry.level);
  const levels = new Map<Block, number>();
  const numbers = new Map<string, number>();
  let enclosing = 0;
  for (const heading of headings) {
    const listed = byTitle.get(plain(heading.text));
    const number = NUMBERED.exec(heading.text)?.[1] ?? null;
    if (listed !== undefined) enclosing = listed;
    const below = number === null ? null : numberedLevel(number, numbers);
    const own = below ?? Math.max(bySize(printSize(heading)), enclosing === 0 ? 1 : enclosing + 1);
    const level = Math.min(DEEPEST, listed ?? own);
    if (number !== null) numbers.set(number, level);
    levels.set(heading, level);
  }
  return levels;
}
