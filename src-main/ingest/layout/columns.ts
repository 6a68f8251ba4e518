/**
 * Puts two columns apart that LiteParse read across. In: blocks with their items. Out: blocks of one
 * column each, left column before right between whatever spans both (case 13).
 */
import type { LayoutBlock } from '@llamaindex/liteparse';
import type { ViewBox } from './frame.ts';
import { centreY, hullOf, type PlacedItem } from './words.ts';

export interface BlockItems {
  readonly block: LayoutBlock;
  readonly items: readonly PlacedItem[];
}

/** The gutter is looked for in this part of the page's width. */
const MIDDLE: readonly [number, number] = [0.3, 0.7];
/** Points; a narrower gap is the space between words. */
const NARROWEST_GUTTER = 6;
/** Share of the items that may span the gutter: titles, wide tables, running heads. */
const MOST_CROSSING = 0.15;
/** Each column holds at least this share of the characters, in runs as long as text has. */
const LEAST_SHARE = 0.25;
const LEAST_RUN = 12;
/** So many blocks must mix both sides before LiteParse's reading is set aside. */
const MIXED_BLOCKS = 2;

const crosses = (item: ViewBox, x: number): boolean => item.x < x - 1 && item.x + item.width > x + 1;
const characters = (items: readonly PlacedItem[]): number =>
  items.reduce((sum, item) => sum + item.bare.length, 0);

function runLength(items: readonly PlacedItem[]): number {
  return items.length === 0 ? 0 : characters(items) / items.length;
}

/** Middle of the widest strip that the fewest items cross; null where there are no two columns. */
function findGutter(items: readonly PlacedItem[], width: number): number | null {
  let least = Infinity;
  let strip: { from: number; to: number } | null = null;
  let current: { from: number; to: number } | null = null;
  for (let x = Math.ceil(width * MIDDLE[0]); x <= width * MIDDLE[1]; x++) {
    const count = items.filter((item) => crosses(item, x)).length;
    if (count < least) {
      least = count;
      strip = null;
      current = null;
    }
    if (count !== least) {
      current = null;
      continue;
    }
    current = current === null ? { from: x, to: x } : { from: current.from, to: x };
    if (strip === null || current.to - current.from > strip.to - strip.from) strip = current;
  }
  if (strip === null || strip.to - strip.from < NARROWEST_GUTTER || least > MOST_CROSSING * items.length)
    return null;
  const gutter = (strip.from + strip.to) / 2;
  const left = items.filter((item) => item.x + item.width <= gutter + 1);
  const right = items.filter((item) => item.x >= gutter - 1);
  const all = characters(items);
  for (const side of [left, right])
    if (characters(side) < LEAST_SHARE * all || runLength(side) < LEAST_RUN) return null;
  return gutter;
}

type Side = 'left' | 'right' | 'across' | 'mixed';

function sideOf({ block, items }: BlockItems, gutter: number): Side {
  const boxes: readonly ViewBox[] = items.length > 0 ? items : block.bbox === undefined ? [] : [block.bbox];
  if (boxes.some((box) => crosses(box, gutter))) return 'across';
  const left = boxes.some((box) => box.x < gutter);
  const right = boxes.some((box) => box.x >= gutter);
  if (!left || !right) return right ? 'right' : 'left';
  return block.kind === 'table' || block.kind === 'figure' || block.kind === 'grid_fallback'
    ? 'across'
    : 'mixed';
}

/** The part of a block on one side; only the large print of a heading stays one. */
function part({ block }: BlockItems, items: readonly PlacedItem[], largest: number): BlockItems[] {
  if (items.length === 0) return [];
  const heading = block.kind === 'heading' && items.every((item) => item.fontSize >= largest - 0.5);
  const kind = block.kind === 'heading' && !heading ? 'paragraph' : block.kind;
  return [{ block: { ...block, kind, bbox: hullOf(items) }, items }];
}

export function separateColumns(blocks: readonly BlockItems[], width: number): readonly BlockItems[] {
  const all = blocks.flatMap(({ items }) => items);
  const gutter = findGutter(all, width);
  if (gutter === null) return blocks;
  if (blocks.filter((one) => sideOf(one, gutter) === 'mixed').length < MIXED_BLOCKS) return blocks;
  const split = blocks.flatMap((one) => {
    if (sideOf(one, gutter) !== 'mixed') return [one];
    const largest = Math.max(...one.items.map((item) => item.fontSize));
    const left = one.items.filter((item) => item.x < gutter);
    const right = one.items.filter((item) => item.x >= gutter);
    return [...part(one, left, largest), ...part(one, right, largest)];
  });
  const placed = split.flatMap((one) => {
    const hull = one.items.length > 0 ? hullOf(one.items) : one.block.bbox;
    return hull === undefined ? [] : [{ one, side: sideOf(one, gutter), y: centreY(hull) }];
  });
  // What spans both columns divides the page: columns are read between one such block and the next.
  const across = placed.filter(({ side }) => side === 'across').map(({ y }) => y);
  const keyed = placed.map((entry) => {
    const above = across.filter((y) => y < entry.y).length;
    const band = entry.side === 'across' ? above + 0.5 : above;
    return { ...entry, band, column: entry.side === 'right' ? 1 : 0 };
  });
  keyed.sort((a, b) => a.band - b.band || a.column - b.column || a.y - b.y);
  return keyed.map(({ one }) => one);
}
