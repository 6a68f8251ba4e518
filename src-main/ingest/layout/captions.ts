/** Finds the captions of tables and figures. In: draft blocks of a page. Out: captions attached. */
import type { DraftBlock } from './draft.ts';

/** "Figure 3", "Fig. 2a", "Table IV", "Exhibit 1.2", "图 3", "表2": a label at the start of a line. */
const LABEL =
  /^(?<kind>figure|fig\.?|chart|graph|exhibit|scheme|plate|table|tab\.|abbildung|abb\.|tabelle|tableau|图|圖|表)\s*(?<number>\d+(?:[.-]\d+)*[a-z]?|[ivxlc]+\b)/iu;
const TABLE_KIND = /^(table|tab\.|tabelle|tableau|表)/iu;

/** A sentence that begins "Table 3 shows …" is text, however short. */
const RUNS_ON =
  /^\s+(shows?|presents?|summari[sz]es|lists?|gives?|illustrates?|depicts?|reports?|is|are|and|provides?|contains?)\b/iu;

/** Captions are short; longer blocks are text that mentions a figure. Characters. */
const LONGEST_CAPTION = 600;
/** How far a caption may stand from its figure, points of the page as shown. */
const REACH = 72;

/** The printed label ("Figure 3") where the text begins like a caption, else null. */
export function captionLabel(text: string): string | null {
  const found = LABEL.exec(text);
  if (found === null || text.length > LONGEST_CAPTION) return null;
  return RUNS_ON.test(text.slice(found[0].length)) ? null : found[0];
}

function gap(a: DraftBlock, b: DraftBlock): number {
  const across = Math.min(a.view.x + a.view.width, b.view.x + b.view.width) - Math.max(a.view.x, b.view.x);
  if (across <= 0) return Infinity;
  return Math.max(0, b.view.y - (a.view.y + a.view.height), a.view.y - (b.view.y + b.view.height));
}

/**
 * Marks blocks as captions and gives the nearest table or figure of the fitting kind its caption.
 * A caption without such a neighbour stays a caption: its text is kept and searched.
 */
export function attachCaptions(blocks: readonly DraftBlock[]): void {
  for (const block of blocks) {
    if (block.kind !== 'paragraph' && block.kind !== 'heading') continue;
    const label = captionLabel(block.text);
    if (label === null) continue;
    const wanted = TABLE_KIND.test(label) ? 'table' : 'figure';
    const free = blocks.filter((other) => other.kind === wanted && other.caption === null);
    const nearest = free.sort((a, b) => gap(a, block) - gap(b, block))[0];
    block.kind = 'caption';
    block.level = null;
    if (nearest !== undefined && gap(nearest, block) <= REACH) nearest.caption = block.text;
  }
}
