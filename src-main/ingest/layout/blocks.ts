/**
 * The blocks of one page. In: LiteParse's classified regions and the placed text items. Out: blocks
 * in reading order whose texts are made of the words printed in their boxes, and nothing is lost.
 */
import type { LayoutBlock } from '@llamaindex/liteparse';
import type { Rotation } from '../../domain/geometry.ts';
import type { Block, BlockKind, TableGrid } from '../../domain/page.ts';
import { assignItems, blockText } from './assign.ts';
import { attachCaptions } from './captions.ts';
import { separateColumns } from './columns.ts';
import type { DraftBlock } from './draft.ts';
import { toUserSpace, type PageFrame, type ViewBox } from './frame.ts';
import { settleHeadings } from './headings.ts';
import { joinLines } from './join.ts';
import { itemLines, orderedLines, toLine, type ItemLine } from './lines.ts';
import { gridByGaps, tableGrid } from './tables.ts';
import { hullOf, type PlacedItem } from './words.ts';

export interface PageItems {
  /** Items that are upright at the turn the page was read at. */
  readonly upright: readonly PlacedItem[];
  /** Items written at another right angle: one list for each pass that read them upright. */
  readonly sideways: readonly (readonly PlacedItem[])[];
  /** Slanted items: stamps and watermarks. */
  readonly slanted: readonly PlacedItem[];
}

const KINDS: Readonly<Record<Exclude<LayoutBlock['kind'], 'rule'>, BlockKind>> = {
  heading: 'heading',
  paragraph: 'paragraph',
  list_item: 'listItem',
  code: 'code',
  table: 'table',
  grid_fallback: 'table',
  figure: 'figure',
};

/** Pictures smaller than this share of the page are bullets, rules and icons. */
const SMALLEST_FIGURE = 0.003;
/** A picture that covers this much of a page with text on it is the scanned page itself. */
const WHOLE_PAGE = 0.85;
/** Lines of one stray paragraph stand at most this many line heights apart. */
const STRAY_GAP = 1.5;

interface PageArea {
  readonly width: number;
  readonly height: number;
  readonly hasText: boolean;
}

function draft(
  kind: BlockKind,
  itemsInLines: readonly ItemLine[],
  view: ViewBox,
  options: { level?: number | null; table?: TableGrid | null } = {},
): DraftBlock {
  const lines = itemsInLines.map(toLine);
  const rows = kind === 'table' || kind === 'code' || kind === 'figure';
  const sizes = itemsInLines.flat().map((item) => item.fontSize);
  return {
    kind,
    level: options.level ?? null,
    text: joinLines(lines, null, rows ? '\n' : 'running').text,
    lines,
    view,
    fontSize: Math.max(0, ...sizes),
    recognised: itemsInLines.some((line) => line.some((item) => item.confidence !== null)),
    table: options.table ?? null,
    caption: null,
  };
}

function isFigure(hull: ViewBox | undefined, page: PageArea): hull is ViewBox {
  if (hull === undefined) return false;
  const share = (hull.width * hull.height) / (page.width * page.height);
  return share >= SMALLEST_FIGURE && !(page.hasText && share >= WHOLE_PAGE);
}

/** The part of a hull that lies on the page: pictures may be placed beyond its edges. */
function onPage(hull: ViewBox, page: PageArea): ViewBox {
  const x = Math.max(0, hull.x);
  const y = Math.max(0, hull.y);
  return {
    x,
    y,
    width: Math.max(1, Math.min(page.width, hull.x + hull.width) - x),
    height: Math.max(1, Math.min(page.height, hull.y + hull.height) - y),
  };
}

function fromLayout(block: LayoutBlock, items: readonly PlacedItem[], page: PageArea): DraftBlock | null {
  if (block.kind === 'rule')
    return items.length === 0 ? null : draft('paragraph', itemLines(items), hullOf(items));
  const kind = KINDS[block.kind];
  if (kind === 'figure') {
    const hull = block.bbox;
    if (!isFigure(hull, page))
      return items.length === 0 ? null : draft('paragraph', itemLines(items), hullOf(items));
    return draft('figure', itemLines(items), onPage(hull, page));
  }
  if (items.length === 0) return null;
  const view = hullOf(items);
  if (kind === 'table') {
    const table = block.kind === 'table' ? tableGrid(block, items) : gridByGaps(items);
    return draft('table', itemLines(items), view, { table });
  }
  return draft(kind, orderedLines(items, blockText(block)), view, {
    level: kind === 'heading' || kind === 'listItem' ? (block.level ?? null) : null,
  });
}

/** Items that no block claimed, gathered into paragraphs. */
function strayBlocks(items: readonly PlacedItem[], kind: BlockKind): DraftBlock[] {
  const groups: ItemLine[][] = [];
  for (const line of itemLines(items)) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group !== undefined && last !== undefined && continues(hullOf(last), hullOf(line))) group.push(line);
    else groups.push([line]);
  }
  return groups.map((lines) => draft(kind, lines, hullOf(lines.flat())));
}

function continues(above: ViewBox, below: ViewBox): boolean {
  const across = Math.min(above.x + above.width, below.x + below.width) - Math.max(above.x, below.x);
  return across > 0 && below.y - (above.y + above.height) < STRAY_GAP * Math.min(above.height, below.height);
}

/** Puts a stray block after the last block that ends above it in its own column. */
function insertByPlace(blocks: DraftBlock[], stray: DraftBlock): void {
  const middle = stray.view.y + stray.view.height / 2;
  const after = blocks.findLastIndex((block) => {
    const across =
      Math.min(block.view.x + block.view.width, stray.view.x + stray.view.width) -
      Math.max(block.view.x, stray.view.x);
    return across > 0 && block.view.y + block.view.height / 2 < middle;
  });
  blocks.splice(after + 1, 0, stray);
}

/** `shown` is the turn at which the page was read upright. */
export function pageBlocks(
  layout: readonly LayoutBlock[],
  items: PageItems,
  frame: PageFrame,
  shown: Rotation,
  size: { readonly width: number; readonly height: number },
): Block[] {
  const page = { ...size, hasText: items.upright.length > 0 };
  const { perBlock, left } = assignItems(items.upright, layout);
  const drafts: DraftBlock[] = [];
  const assigned = layout.map((block, index) => ({ block, items: perBlock[index] ?? [] }));
  for (const { block, items: own } of separateColumns(assigned, size.width)) {
    const made = fromLayout(block, own, page);
    if (made !== null) drafts.push(made);
  }
  for (const stray of strayBlocks(left, 'paragraph')) insertByPlace(drafts, stray);
  const settled = settleHeadings(drafts);
  settled.push(...strayBlocks(items.slanted, 'furniture'));
  attachCaptions(settled);
  const blocks = settled.map((block) => finished(block, toUserSpace(block.view, frame, shown)));
  return [...blocks, ...items.sideways.flatMap(sidewaysBlocks)];
}

/** Sideways text lives in the coordinates of its own pass: only its words' user-space boxes count. */
function sidewaysBlocks(items: readonly PlacedItem[]): Block[] {
  return strayBlocks(items, 'paragraph').map((block) => {
    const boxes = block.lines.map((line) => line.box);
    return finished(block, {
      x0: Math.min(...boxes.map((box) => box.x0)),
      y0: Math.min(...boxes.map((box) => box.y0)),
      x1: Math.max(...boxes.map((box) => box.x1)),
      y1: Math.max(...boxes.map((box) => box.y1)),
    });
  });
}

function finished(block: DraftBlock, box: Block['box']): Block {
  const { kind, text, lines, level, table, caption } = block;
  return { kind, text, lines, box, level, table, caption };
}
