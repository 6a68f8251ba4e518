/**
 * Running text out of printed lines. In: lines with words. Out: text, and for every line and word
 * the character range it prints, so that a quote leads back to its boxes.
 */
import type { Line } from '../../domain/page.ts';

export interface JoinedLine {
  readonly line: Line;
  /** Half-open range of the joined text. */
  readonly start: number;
  readonly end: number;
  /** One range per word of the line. */
  readonly words: readonly { readonly start: number; readonly end: number }[];
}

export interface JoinedText {
  readonly text: string;
  readonly lines: readonly JoinedLine[];
}

/** Lower-case words of the document as they stand inside lines; decides about hyphens. */
export type Vocabulary = ReadonlySet<string>;

const CJK_EDGE = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]/u;
const HYPHEN_END = /\p{L}[-\u2010\u00ad]$/u;
const WORD_TAIL = /[\p{L}\p{M}'’]+(?:-[\p{L}\p{M}'’]+)*$/u;
const WORD_HEAD = /^[\p{L}\p{M}'’]+/u;

type LineBreak = 'space' | 'none' | 'dropHyphen';

/**
 * A hyphen at a line end is dropped when the joined word is known or neither reading is; it stays
 * when the document writes the compound with it, or when both halves are words of their own.
 */
export function lineBreak(before: string, after: string, vocabulary: Vocabulary | null): LineBreak {
  if (CJK_EDGE.test(before.slice(-1)) && CJK_EDGE.test(after.slice(0, 1))) return 'none';
  if (!HYPHEN_END.test(before)) return 'space';
  if (before.endsWith('\u00ad')) return 'dropHyphen';
  if (!/^\p{Ll}/u.test(after)) return 'none';
  const tail = WORD_TAIL.exec(before.slice(0, -1))?.[0].toLowerCase() ?? '';
  const head = WORD_HEAD.exec(after)?.[0].toLowerCase() ?? '';
  if (vocabulary === null || vocabulary.has(tail + head)) return 'dropHyphen';
  if (vocabulary.has(`${tail}-${head}`)) return 'none';
  return vocabulary.has(tail) && vocabulary.has(head) && tail.length > 2 && head.length > 2
    ? 'none'
    : 'dropHyphen';
}

/** `separator` stands between lines where text does not run on (tables, code, lists of lines). */
export function joinLines(
  lines: readonly Line[],
  vocabulary: Vocabulary | null,
  separator: 'running' | '\n' = 'running',
): JoinedText {
  let text = '';
  const joined: JoinedLine[] = [];
  for (const line of lines) {
    if (text !== '') {
      const how = separator === '\n' ? 'newline' : lineBreak(text, line.text, vocabulary);
      if (how === 'dropHyphen') {
        text = text.slice(0, -1);
        shorten(joined, text.length);
      } else if (how !== 'none') text += how === 'newline' ? '\n' : ' ';
    }
    const start = text.length;
    const words: { start: number; end: number }[] = [];
    for (const [index, word] of line.words.entries()) {
      if (index > 0) text += ' ';
      words.push({ start: text.length, end: text.length + word.text.length });
      text += word.text;
    }
    joined.push({ line, start, end: text.length, words });
  }
  return { text, lines: joined };
}

/** The line before lost its hyphen: its last word now ends at `length`. */
function shorten(lines: JoinedLine[], length: number): void {
  const last = lines.at(-1);
  if (last === undefined) return;
  const words = last.words.map((word) => ({ ...word, end: Math.min(word.end, length) }));
  lines[lines.length - 1] = { ...last, end: Math.min(last.end, length), words };
}

/** Words that stand whole inside lines: the last word of a line may be half of one. */
export function vocabularyOf(lines: Iterable<Line>): Vocabulary {
  const known = new Set<string>();
  for (const line of lines) {
    for (const word of line.words) {
      const plain = /[\p{L}\p{M}'’]+(?:-[\p{L}\p{M}'’]+)*(?![-\u00ad\u2010])/u.exec(word.text)?.[0];
      if (plain !== undefined && !HYPHEN_END.test(word.text)) known.add(plain.toLowerCase());
    }
  }
  return known;
}
