/** What `show page` and the screens see of a page. In: the stored layout. Out: the contract's shape. */
import type { PageDetail } from '../../../src-preload/contract/library.ts';
import type { Box, Rotation } from '../../domain/geometry.ts';
import type { Block, PageLayout } from '../../domain/page.ts';

/**
 * A user-space box as fractions of the visible page from its top left: [x0, y0, x1, y1].
 * ISO 32000-2, 7.7.3.3: /Rotate turns the page clockwise, within its crop box.
 */
export function visibleBox(box: Box, cropBox: Box, rotation: Rotation): number[] {
  const across = (x: number): number => (x - cropBox.x0) / (cropBox.x1 - cropBox.x0);
  const up = (y: number): number => (y - cropBox.y0) / (cropBox.y1 - cropBox.y0);
  const turn = (x: number, y: number): [number, number] => {
    const [u, v] = [across(x), up(y)];
    if (rotation === 90) return [v, u];
    if (rotation === 180) return [1 - u, v];
    if (rotation === 270) return [1 - v, 1 - u];
    return [u, 1 - v];
  };
  const [ax, ay] = turn(box.x0, box.y0);
  const [bx, by] = turn(box.x1, box.y1);
  return [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)];
}

/** "Figure 3" out of "Figure 3. Heat loss by quarter". */
function labelOf(caption: string | null): string | null {
  return /^\p{L}+\.?\s*\d+(\.\d+)*/u.exec(caption ?? '')?.[0] ?? null;
}

function lineBoxes(block: Block): Box[] {
  return block.lines.length > 0 ? block.lines.map((line) => line.box) : [block.box];
}

export function pageDetail(layout: PageLayout): PageDetail {
  const { number, label, width, height, rotation, cropBox, state, reason, blocks } = layout;
  return {
    page: { number, label, width, height, rotation, cropBox, state, reason },
    text: blocks.map((block) => block.text).join('\n\n'),
    blocks: blocks.map((block) => ({ kind: block.kind, text: block.text, boxes: lineBoxes(block) })),
    tables: blocks.flatMap((block) =>
      block.table === null
        ? []
        : [
            {
              caption: block.caption,
              boxes: [block.box],
              cells: block.table.cells.map((row) => row.map((cell) => ({ ...cell }))),
            },
          ],
    ),
    figures: blocks
      .filter((block) => block.kind === 'figure')
      .map((block) => ({
        label: labelOf(block.caption),
        caption: block.caption,
        kind: 'figure',
        box: block.box,
        visibleBox: visibleBox(block.box, cropBox, rotation),
      })),
  };
}
