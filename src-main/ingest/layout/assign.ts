/**
 * Which text item belongs to which layout block. LiteParse's blocks carry text and a hull, not
 * their items, and a hull may miss the block's last line. Every item ends up in exactly one list.
 */
import type { LayoutBlock } from '@llamaindex/liteparse';
import type { ViewBox } from './frame.ts';
import { bare, holds, printed, type PlacedItem } from './words.ts';

export interface AssignedItems {
  /** Items per block, by the block's index. */
  readonly perBlock: readonly (readonly PlacedItem[])[];
  /** Items no block claims: they become paragraphs of their own. */
  readonly left: readonly PlacedItem[];
}

/** A block's own last line may stand this many line heights below its hull. */
const LINES_BELOW = 1.6;

/** The block's whole text without white space; empty for figures. */
export function blockText(block: LayoutBlock): string {
  const cells = [...(block.header ?? []), ...(block.rows ?? []).flat()].map((cell) => cell.text);
  return bare(printed([block.marker ?? '', block.text ?? '', ...(block.lines ?? []), ...cells].join('')));
}

/** LiteParse joins words over line ends, so an item's own hyphen may be gone from the block. */
function contains(text: string, item: PlacedItem): boolean {
  return text.includes(item.bare) || (/.-$/u.test(item.bare) && text.includes(item.bare.slice(0, -1)));
}

const area = (box: ViewBox | undefined): number => (box === undefined ? Infinity : box.width * box.height);

function nearBelow(outer: ViewBox, item: PlacedItem): boolean {
  const reach = Math.max(item.height, 1) * LINES_BELOW;
  return holds({ ...outer, y: outer.y - reach, height: outer.height + 2 * reach }, item);
}

/**
 * Best claim first: inside the hull and in the text; beside the hull and in the text; inside the
 * hull only. Among equals the smaller block wins, so that a table beats the figure around it.
 */
export function assignItems(items: readonly PlacedItem[], blocks: readonly LayoutBlock[]): AssignedItems {
  const texts = blocks.map(blockText);
  const perBlock: PlacedItem[][] = blocks.map(() => []);
  const claimed = new Set<PlacedItem>();
  const bySize = blocks
    .map((_, index) => index)
    .sort((a, b) => area(blocks[a]?.bbox) - area(blocks[b]?.bbox));

  function pass(claims: (block: LayoutBlock, item: PlacedItem, text: string) => boolean): void {
    for (const item of items) {
      if (claimed.has(item)) continue;
      const index = bySize.find((at) => {
        const block = blocks[at];
        return block?.bbox !== undefined && block.kind !== 'rule' && claims(block, item, texts[at] ?? '');
      });
      if (index === undefined) continue;
      claimed.add(item);
      perBlock[index]?.push(item);
    }
  }

  pass((block, item, text) => holds(block.bbox as ViewBox, item) && contains(text, item));
  pass(
    (block, item, text) =>
      block.kind !== 'table' && nearBelow(block.bbox as ViewBox, item) && contains(text, item),
  );
  pass((block, item) => block.kind !== 'figure' && holds(block.bbox as ViewBox, item));
  pass((block, item) => holds(block.bbox as ViewBox, item));
  const order = new Map(items.map((item, index) => [item, index]));
  for (const list of perBlock) list.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  return { perBlock, left: items.filter((item) => !claimed.has(item)) };
}
