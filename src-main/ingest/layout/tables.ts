/**
 * Cells of a table with exactly the words printed in them. In: LiteParse's grid (texts and cell
 * hulls) and the items inside the table. Out: a grid whose texts are made of those words.
 */
import type { LayoutBlock, LayoutCell } from '@llamaindex/liteparse';
import type { TableCell, TableGrid } from '../../domain/page.ts';
import type { ViewBox } from './frame.ts';
import { hullOfBoxes, itemLines } from './lines.ts';
import { bare, centreX, centreY, holds, printed, type PlacedItem, type PlacedWord } from './words.ts';

interface DraftCell {
  readonly text: string;
  readonly hull: ViewBox | null;
  words: PlacedWord[];
}

/** A gap of this many line heights between words of one line separates columns. */
const COLUMN_GAP = 1.2;

function distance(box: ViewBox, word: PlacedWord): number {
  const dx = Math.max(box.x - centreX(word), 0, centreX(word) - (box.x + box.width));
  const dy = Math.max(box.y - centreY(word), 0, centreY(word) - (box.y + box.height));
  return dx * dx + dy * dy;
}

function cellFor(word: PlacedWord, cells: readonly DraftCell[]): DraftCell | undefined {
  const holding = cells.filter((cell) => cell.hull !== null && holds(cell.hull, word, 0));
  const area = (cell: DraftCell): number => (cell.hull === null ? 0 : cell.hull.width * cell.hull.height);
  if (holding.length > 0) return holding.sort((a, b) => area(a) - area(b))[0];
  let best: DraftCell | undefined;
  let least = Infinity;
  for (const cell of cells) {
    if (cell.hull === null) continue;
    const away = distance(cell.hull, word);
    if (away < least) [least, best] = [away, cell];
  }
  return best;
}

/** LiteParse splits a merged run over cells without a hull: such a cell takes its words back. */
function takeBack(row: readonly DraftCell[]): void {
  for (const [at, cell] of row.entries()) {
    if (cell.hull !== null || cell.text === '') continue;
    const left = row.slice(0, at).findLast((other) => other.words.length > 0);
    const right = row.slice(at + 1).find((other) => other.words.length > 0);
    for (const count of [1, 2, 3, 4, 5, 6]) {
      if (left !== undefined && wordsText(left.words.slice(-count)) === cell.text) {
        cell.words = left.words.splice(-count);
        break;
      }
      if (right !== undefined && wordsText(right.words.slice(0, count)) === cell.text) {
        cell.words = right.words.splice(0, count);
        break;
      }
    }
  }
}

const wordsText = (words: readonly PlacedWord[]): string => words.map((word) => word.text).join('');

function finished(words: readonly PlacedWord[]): TableCell {
  return {
    text: words.map((word) => word.text).join(' '),
    rowSpan: 1,
    columnSpan: 1,
    box: words.length === 0 ? null : hullOfBoxes(words.map((word) => word.box)),
  };
}

/** Words of the items, line by line. */
function readingOrder(items: readonly PlacedItem[]): PlacedWord[] {
  return itemLines(items).flatMap((line) => line.flatMap((item) => item.words));
}

/** Rows without any word are left out; a row is a header only where LiteParse says so. */
export function tableGrid(block: LayoutBlock, items: readonly PlacedItem[]): TableGrid {
  const draft = (cell: LayoutCell): DraftCell => ({
    text: bare(printed(cell.text)),
    hull: cell.bbox ?? null,
    words: [],
  });
  const header = (block.header ?? []).map(draft);
  const rows = [...(header.length > 0 ? [header] : []), ...(block.rows ?? []).map((row) => row.map(draft))];
  const cells = rows.flat();
  for (const word of readingOrder(items)) cellFor(word, cells)?.words.push(word);
  for (const row of rows) takeBack(row);
  const inked = rows.filter((row) => row.some((cell) => cell.words.length > 0));
  const headed = header.length > 0 && inked[0] === header;
  return squared(
    inked.map((row) => row.map((cell) => finished(cell.words))),
    headed ? 1 : 0,
  );
}

/** A grid for lines of figures that LiteParse could not resolve: cells are cut at wide gaps. */
export function gridByGaps(items: readonly PlacedItem[]): TableGrid {
  const rows = itemLines(items).map((line) => {
    const cells: PlacedWord[][] = [];
    for (const word of line.flatMap((item) => item.words)) {
      const last = cells.at(-1)?.at(-1);
      const gap = last === undefined ? Infinity : word.x - (last.x + last.width);
      if (gap > COLUMN_GAP * word.height) cells.push([word]);
      else cells.at(-1)?.push(word);
    }
    return cells.map(finished);
  });
  return squared(rows, 0);
}

function squared(rows: readonly (readonly TableCell[])[], headerRows: number): TableGrid {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  return {
    headerRows,
    cells: rows.map((row) => [...row, ...Array.from({ length: columns - row.length }, () => finished([]))]),
  };
}
