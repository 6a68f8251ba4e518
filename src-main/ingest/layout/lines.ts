/**
 * Printed lines out of text items. In: the items of one block. Out: lines in reading order, each
 * with its exact words and the box around them.
 */
import type { Box } from '../../domain/geometry.ts';
import type { Line, Word } from '../../domain/page.ts';
import { centreY, type PlacedItem, type PlacedWord } from './words.ts';

/** Items on one baseline, left to right (right to left for such scripts). */
export type ItemLine = readonly PlacedItem[];

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const CJK_EDGE = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]/u;
/** Points of gap, relative to the height of the line, that stand for a space. */
const SPACE_GAP = 0.12;
/** Chinese and Japanese are set without spaces; only a clear gap is one. */
const CJK_SPACE_GAP = 0.6;

/** Share of the smaller height that two boxes must have in common to stand on one line. */
const SAME_LINE = 0.5;

function sameLine(a: PlacedItem, b: PlacedItem): boolean {
  const common = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return common >= SAME_LINE * Math.min(a.height, b.height);
}

function readsLeftward(items: ItemLine): boolean {
  const letters = items.map((item) => item.bare).join('');
  const leftward = [...letters].filter((letter) => RIGHT_TO_LEFT.test(letter)).length;
  return leftward * 2 > letters.length;
}

/** Groups items into lines from top to bottom. */
export function itemLines(items: readonly PlacedItem[]): ItemLine[] {
  const lines: PlacedItem[][] = [];
  for (const item of [...items].sort((a, b) => centreY(a) - centreY(b) || a.x - b.x)) {
    const line = lines.findLast((candidate) => candidate.every((other) => sameLine(other, item)));
    if (line !== undefined) line.push(item);
    else lines.push([item]);
  }
  lines.sort((a, b) => Math.min(...a.map((item) => item.y)) - Math.min(...b.map((item) => item.y)));
  for (const line of lines) {
    const direction = readsLeftward(line) ? -1 : 1;
    line.sort((a, b) => direction * (a.x - b.x));
  }
  return lines;
}

/**
 * Lines in the order of the block's own text, for a block whose hull spans columns: each item is
 * placed where its characters stand in `text` (longest items first), then cut into lines again.
 */
export function itemLinesInTextOrder(items: readonly PlacedItem[], text: string): ItemLine[] {
  const taken = new Uint8Array(text.length);
  const position = new Map<PlacedItem, number>();
  for (const item of [...items].sort((a, b) => b.bare.length - a.bare.length)) {
    let at = text.indexOf(item.bare);
    while (at >= 0 && taken[at] === 1) at = text.indexOf(item.bare, at + 1);
    if (at < 0) continue;
    taken.fill(1, at, at + item.bare.length);
    position.set(item, at);
  }
  const ordered = [...items].sort(
    (a, b) => (position.get(a) ?? Infinity) - (position.get(b) ?? Infinity) || a.y - b.y || a.x - b.x,
  );
  const lines: PlacedItem[][] = [];
  for (const item of ordered) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    const follows = last !== undefined && sameLine(last, item) && item.x >= last.x + last.width - 1;
    if (line !== undefined && follows) line.push(item);
    else lines.push([item]);
  }
  return lines;
}

const joined = (lines: readonly ItemLine[]): string =>
  lines.map((line) => line.map((item) => item.bare).join('')).join('');

/** Top to bottom where that gives the block's text or nothing better is known; else the text's order. */
export function orderedLines(items: readonly PlacedItem[], text: string): ItemLine[] {
  const byPlace = itemLines(items);
  const wanted = text.replace(/-/gu, '');
  if (wanted === '' || joined(byPlace).replace(/-/gu, '') === wanted) return byPlace;
  const byText = itemLinesInTextOrder(items, text);
  return joined(byText).replace(/-/gu, '') === wanted ? byText : byPlace;
}

/** The box around boxes in user space; there must be one at least. */
export function hullOfBoxes(boxes: readonly Box[]): Box {
  return {
    x0: Math.min(...boxes.map((box) => box.x0)),
    y0: Math.min(...boxes.map((box) => box.y0)),
    x1: Math.max(...boxes.map((box) => box.x1)),
    y1: Math.max(...boxes.map((box) => box.y1)),
  };
}

function gapBetween(left: PlacedWord, right: PlacedWord): number {
  return Math.max(right.x - (left.x + left.width), left.x - (right.x + right.width));
}

function spaceBetween(left: PlacedWord, right: PlacedWord, sameItem: boolean): boolean {
  const cjk = CJK_EDGE.test(left.text.slice(-1)) && CJK_EDGE.test(right.text.slice(0, 1));
  const gap = gapBetween(left, right) / Math.max(1, Math.min(left.height, right.height));
  if (cjk) return gap > CJK_SPACE_GAP;
  return sameItem || gap > SPACE_GAP;
}

/** A printed line; words that touch across items become one word, so that text and boxes agree. */
export function toLine(items: ItemLine): Line {
  const words: Word[] = [];
  let previous: { word: PlacedWord; item: PlacedItem } | null = null;
  for (const item of items) {
    for (const word of item.words) {
      const last = words.at(-1);
      if (
        previous !== null &&
        last !== undefined &&
        !spaceBetween(previous.word, word, previous.item === item)
      )
        words[words.length - 1] = { text: last.text + word.text, box: hullOfBoxes([last.box, word.box]) };
      else words.push({ text: word.text, box: word.box });
      previous = { word, item };
    }
  }
  return {
    text: words.map((word) => word.text).join(' '),
    box: hullOfBoxes(words.map((word) => word.box)),
    words,
  };
}
