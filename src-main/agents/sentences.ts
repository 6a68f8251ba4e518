/**
 * In: the text of a fragment. Out: half-open ranges of its sentences (or, in a table, of its rows),
 * each trimmed of white space. Ranges index into the text unchanged, so that boxes can be found.
 */

/** Half-open character range. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** A segment that ends so goes on in the next one: titles, "Fig.", "vs.", single initials. */
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{Lu}|Mr|Mrs|Ms|Dr|Prof|St|Inc|Ltd|Co|Corp|Fig|Figs|Tab|Eq|Sec|Vol|pp?|cf|vs|al|approx|e\.g|i\.e|U\.S|U\.K)\.\s*$/u;

function trimmed(text: string, start: number, end: number): TextRange | null {
  let from = start;
  let to = end;
  while (from < to && /\s/u.test(text.charAt(from))) from++;
  while (to > from && /\s/u.test(text.charAt(to - 1))) to--;
  return from < to ? { start: from, end: to } : null;
}

function cut(text: string, ends: readonly number[]): TextRange[] {
  const ranges: TextRange[] = [];
  let start = 0;
  for (const end of [...ends, text.length]) {
    const range = trimmed(text, start, end);
    if (range !== null) ranges.push(range);
    start = Math.max(start, end);
  }
  return ranges;
}

/**
 * Sentences of a text. A line break always ends one: fragments join the printed lines of a paragraph
 * by spaces, and only list items, code and paragraphs stand on lines of their own.
 */
export function sentencesOf(text: string): TextRange[] {
  const ends: number[] = [];
  let open = '';
  for (const { segment, index } of segmenter.segment(text)) {
    open += segment;
    if (ABBREVIATION.test(open) && !segment.endsWith('\n')) continue;
    ends.push(index + segment.length);
    open = '';
  }
  return cut(text, ends);
}

/** Rows of a table's text: its lines. */
export function rowsOf(text: string): TextRange[] {
  return cut(
    text,
    [...text.matchAll(/\n/gu)].map((match) => match.index + 1),
  );
}
