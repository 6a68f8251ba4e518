/**
 * Running heads, feet and page numbers, told by repetition. In: all pages of a document. Out: the
 * same pages with those blocks marked as furniture: kept, never indexed.
 */
import type { Block, PageLayout } from '../../domain/page.ts';
import { toView } from '../layout/frame.ts';
import { printSize } from './levels.ts';

/** Share of the page's height, from either edge, in which running heads and feet stand. */
const EDGE_ZONE = 0.13;
/** Running heads are short; characters. */
const LONGEST = 220;
/** On so many pages at the same height a text is furniture (a chapter may be no longer). */
const PAGES_NEEDED = 3;
/** Page numbers need fewer: they are nothing else. */
const NUMBER_PAGES_NEEDED = 2;
/** How far the same running head may move from page to page, points. */
const SAME_HEIGHT = 5;

/** Larger print than this share of the running text is a title that returns, as on slides. */
const TITLE_PRINT = 1.3;

interface Candidate {
  readonly page: number;
  readonly block: Block;
  /** Distance of the block's middle from the nearer edge, points; negative for the foot. */
  readonly height: number;
}

const NUMBER_ONLY = /^(page|seite|p\.)?\s*[-–—]?\s*(#|[ivxlc]+)(\s*(of|von|\/)\s*#)?\s*[-–—]?$/iu;

/** Figures become `#`, so that "12 | Annual report" and "13 | Annual report" are one text. */
function shape(block: Block): string {
  if (block.kind === 'figure' && block.lines.length === 0) return 'picture';
  return block.text.replace(/\d+/gu, '#').replace(/\s+/gu, ' ').trim().toLowerCase();
}

/** Print size of the middle line of the document. */
function textSize(pages: readonly PageLayout[]): number {
  const sizes = pages.flatMap((page) =>
    page.blocks
      .filter((block) => block.kind === 'paragraph')
      .flatMap((block) => block.lines.map(() => printSize(block))),
  );
  return sizes.sort((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? Infinity;
}

function candidates(page: PageLayout, largest: number): Candidate[] {
  const frame = { crop: page.cropBox, rotation: page.rotation, userUnit: 1 };
  const found: Candidate[] = [];
  for (const block of page.blocks) {
    if (block.text.length > LONGEST || block.kind === 'table') continue;
    if (block.kind === 'heading' && printSize(block) > largest) continue;
    const view = toView(block.box, frame);
    const fromTop = view.y + view.height / 2;
    const fromFoot = page.height - fromTop;
    const edge = page.height * EDGE_ZONE;
    if (fromTop <= edge) found.push({ page: page.number, block, height: fromTop });
    else if (fromFoot <= edge) found.push({ page: page.number, block, height: -fromFoot });
  }
  return found;
}

/** The candidates that stand at one height on enough pages. */
function repeated(group: readonly Candidate[], needed: number): Candidate[] {
  return group.filter((candidate) => {
    const pages = new Set<number>();
    for (const other of group)
      if (Math.abs(other.height - candidate.height) <= SAME_HEIGHT) pages.add(other.page);
    return pages.size >= needed;
  });
}

export function markFurniture(pages: readonly PageLayout[]): PageLayout[] {
  const groups = new Map<string, Candidate[]>();
  const largest = textSize(pages) * TITLE_PRINT;
  for (const candidate of pages.flatMap((page) => candidates(page, largest))) {
    const key = shape(candidate.block);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [candidate]);
    else group.push(candidate);
  }
  const furniture = new Set<Block>();
  for (const [key, group] of groups) {
    const needed = NUMBER_ONLY.test(key) ? NUMBER_PAGES_NEEDED : PAGES_NEEDED;
    for (const { block } of repeated(group, needed)) furniture.add(block);
  }
  if (furniture.size === 0) return [...pages];
  return pages.map((page) => ({
    ...page,
    blocks: page.blocks.map((block) =>
      furniture.has(block) ? { ...block, kind: 'furniture' as const, level: null } : block,
    ),
  }));
}
