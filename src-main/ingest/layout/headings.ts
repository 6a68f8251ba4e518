/**
 * Corrects what LiteParse takes for headings by size alone. In: draft blocks in reading order.
 * Out: headings over two lines merged, sentences and bare figures turned back into paragraphs.
 */
import { joinLines } from './join.ts';
import type { DraftBlock } from './draft.ts';

/** Longer than any heading of the reports and papers looked at; characters. */
const LONGEST_HEADING = 160;
/** A heading of this many words that ends in a full stop is a sentence. */
const SENTENCE_WORDS = 8;

/** A second line of a heading begins in lower case, or follows at the same size without a gap. */
function continuesHeading(first: DraftBlock, second: DraftBlock): boolean {
  if (first.kind !== 'heading' || second.kind !== 'heading' || first.level !== second.level) return false;
  if (Math.abs(first.fontSize - second.fontSize) > 0.5) return false;
  const gap = second.view.y - (first.view.y + first.view.height);
  const across =
    Math.min(first.view.x + first.view.width, second.view.x + second.view.width) -
    Math.max(first.view.x, second.view.x);
  if (across <= 0 || gap < -1 || gap > first.fontSize * 1.2) return false;
  return /^\p{Ll}/u.test(second.text) || /[,:;–-]$|\b(and|of|the|for|to|in|on|or|with)$/iu.test(first.text);
}

function merged(first: DraftBlock, second: DraftBlock): DraftBlock {
  const lines = [...first.lines, ...second.lines];
  const x = Math.min(first.view.x, second.view.x);
  const y = Math.min(first.view.y, second.view.y);
  const right = Math.max(first.view.x + first.view.width, second.view.x + second.view.width);
  const bottom = Math.max(first.view.y + first.view.height, second.view.y + second.view.height);
  return {
    ...first,
    lines,
    text: joinLines(lines, null).text,
    view: { x, y, width: right - x, height: bottom - y },
  };
}

/** In recognised text only large, short lines are trusted to be headings. */
const RECOGNISED_WORDS = 8;
const RECOGNISED_LEVEL = 2;

function trusted(block: DraftBlock): boolean {
  if (!readsLikeHeading(block.text)) return false;
  if (!block.recognised) return true;
  return (block.level ?? 1) <= RECOGNISED_LEVEL && block.text.split(/\s+/u).length <= RECOGNISED_WORDS;
}

/** False for sentences, bare figures and single letters. */
export function readsLikeHeading(text: string): boolean {
  if (text.length > LONGEST_HEADING) return false;
  if (!/\p{L}{2}|[\u2e80-\u9fff]/u.test(text)) return false;
  if (/^\p{Ll}/u.test(text) && !/^\p{Ll}[.)]\s/u.test(text)) return false;
  return !(/[.!?。]["”]?$/u.test(text) && text.split(/\s+/u).length >= SENTENCE_WORDS);
}

export function settleHeadings(blocks: readonly DraftBlock[]): DraftBlock[] {
  const settled: DraftBlock[] = [];
  for (const block of blocks) {
    const last = settled.at(-1);
    if (last !== undefined && continuesHeading(last, block))
      settled[settled.length - 1] = merged(last, block);
    else settled.push(block);
  }
  for (const block of settled) {
    if (block.kind !== 'heading' || trusted(block)) continue;
    block.kind = 'paragraph';
    block.level = null;
  }
  return settled;
}
