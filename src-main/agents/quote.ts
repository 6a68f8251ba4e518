/**
 * In: a fragment and ranges of its text. Out: the quote and exactly the boxes that print it: one box
 * per printed line and quoted run in it, clipped to the quote's words, in PDF user space.
 */
import type { Fragment, Region, RegionWord } from '../domain/content.ts';
import type { Box, PageBox } from '../domain/geometry.ts';
import type { TextRange } from './sentences.ts';

/** Marks a gap between two quoted places. */
const GAP = ' … ';

/** Characters printed twice as wide as Latin ones. */
const WIDE = /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/u;

/** What is needed of a fragment to quote it. */
export type QuotedFragment = Pick<Fragment, 'text' | 'regions'>;

export interface Quote {
  /** Verbatim text of the ranges; gaps as " … ", line breaks as spaces. */
  readonly text: string;
  readonly boxes: readonly PageBox[];
}

/**
 * The quote for ranges of the fragment's text. Ranges may overlap and come in any order; they are
 * widened to whole words where a word cannot be cut. Without ranges (a figure that holds no text) the
 * quote is empty and the boxes are those of the whole fragment.
 */
export function quoteOf(fragment: QuotedFragment, ranges: readonly TextRange[]): Quote {
  const merged = mergeRanges(ranges.map((range) => widen(fragment, range)));
  const boxes = fragment.regions.flatMap((region) =>
    merged.flatMap((range) => {
      const box = clippedBox(fragment.text, region, range);
      return box === null ? [] : [{ page: region.page, ...box }];
    }),
  );
  return {
    text: merged
      .map((range) => fragment.text.slice(range.start, range.end).replace(/\s+/gu, ' ').trim())
      .filter((part) => part !== '')
      .join(GAP),
    boxes: boxes.length > 0 ? boxes : fragment.regions.map(boxOf),
  };
}

function boxOf(region: Region): PageBox {
  return { page: region.page, x0: region.x0, y0: region.y0, x1: region.x1, y1: region.y1 };
}

/** Sorted, without overlaps; ranges that touch become one. */
export function mergeRanges(ranges: readonly TextRange[]): TextRange[] {
  const merged: TextRange[] = [];
  for (const range of [...ranges].filter((one) => one.end > one.start).sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && range.start <= last.end + 1)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    else merged.push(range);
  }
  return merged;
}

/** Moves both ends out of words that cannot be cut, so that the boxes hold exactly the quote. */
function widen(fragment: QuotedFragment, range: TextRange): TextRange {
  let { start, end } = range;
  for (const region of fragment.regions)
    for (const word of region.words) {
      if (divisible(fragment.text, word, region)) continue;
      if (word.start < range.start && word.end > range.start) start = Math.min(start, word.start);
      if (word.start < range.end && word.end > range.end) end = Math.max(end, word.end);
    }
  return { start, end };
}

/**
 * Whether a word's box can be cut between characters: a run of wide characters, which are equally
 * wide, printed from left to right along the page's own axis.
 */
function divisible(text: string, word: RegionWord, region: Region): boolean {
  const upright = region.x1 - region.x0 >= region.y1 - region.y0;
  return upright && WIDE.test(text.slice(word.start, word.end));
}

/** The part of a printed line that a range covers; null where it does not touch the line. */
function clippedBox(text: string, region: Region, range: TextRange): Box | null {
  if (range.start >= region.end || range.end <= region.start) return null;
  if (region.words.length === 0 || (range.start <= region.start && range.end >= region.end))
    return plain(region);
  const parts = region.words.flatMap((word) => {
    const start = Math.max(range.start, word.start);
    const end = Math.min(range.end, word.end);
    if (start >= end) return [];
    return [start === word.start && end === word.end ? plain(word) : sliced(text, word, start, end)];
  });
  return parts.length === 0 ? null : hull(parts);
}

function plain(box: Box): Box {
  return { x0: box.x0, y0: box.y0, x1: box.x1, y1: box.y1 };
}

/** The part of a word's box in proportion to its characters; a wide one takes the room of two. */
function sliced(text: string, word: RegionWord, start: number, end: number): Box {
  const room = (from: number, to: number): number =>
    [...text.slice(from, to)].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0);
  const perRoom = (word.x1 - word.x0) / room(word.start, word.end);
  return {
    x0: word.x0 + perRoom * room(word.start, start),
    y0: word.y0,
    x1: word.x0 + perRoom * room(word.start, end),
    y1: word.y1,
  };
}

function hull(boxes: readonly Box[]): Box {
  return {
    x0: Math.min(...boxes.map((box) => box.x0)),
    y0: Math.min(...boxes.map((box) => box.y0)),
    x1: Math.max(...boxes.map((box) => box.x1)),
    y1: Math.max(...boxes.map((box) => box.y1)),
  };
}
