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

/** A line that opens a new item or paragraph, whatever the line before ended with. */
const NEW_ITEM = /\n(?=\s*(?:\n|[•‣▪◦·–—*-]\s|\(?\d{1,3}[.)]\s))/gu;

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
 * Sentences of running text. A line break alone does not end a sentence; an empty line or the start
 * of a list item does.
 */
export function sentencesOf(text: string): TextRange[] {
  const hard = new Set([...text.matchAll(NEW_ITEM)].map((match) => match.index));
  // Same length as the text: the segmenter would end a sentence at every printed line.
  const flowing = flow(text, hard);
  const ends: number[] = [];
  let open = '';
  for (const { segment, index } of segmenter.segment(flowing)) {
    open += segment;
    if (ABBREVIATION.test(open)) continue;
    ends.push(index + segment.length);
    open = '';
  }
  return cut(text, ends);
}

function flow(text: string, hard: ReadonlySet<number>): string {
  return text.replace(/\r|\n/gu, (_, index: number) => (hard.has(index) ? '\n' : ' '));
}

/** Rows of a table's text: its lines. */
export function rowsOf(text: string): TextRange[] {
  return cut(
    text,
    [...text.matchAll(/\n/gu)].map((match) => match.index + 1),
  );
}
