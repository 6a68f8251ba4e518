/**
 * Fragments of running text. In: paragraphs, lists, code and headings of one section after another.
 * Out: pieces of about 250 tokens that never cross a section, with regions per printed line.
 */
import type { FragmentKind, Region } from '../../domain/content.ts';
import type { Line } from '../../domain/page.ts';
import { joinLines, type Vocabulary } from '../layout/join.ts';
import { countFixedTokens } from '../tokens.ts';

/** A line and the physical page it stands on. */
export interface PlacedLine {
  readonly page: number;
  readonly line: Line;
}

/** Lines that belong together: a paragraph, a list item, a code block, a heading. */
export interface TextPiece {
  readonly kind: 'heading' | 'paragraph' | 'listItem' | 'code';
  readonly lines: readonly PlacedLine[];
}

export interface FragmentDraft {
  readonly kind: FragmentKind;
  readonly text: string;
  readonly markdown: string;
  readonly regions: readonly Region[];
}

/** Tokens of a fragment by the fixed tokenizer: the size the papers retrieve by. */
const TARGET_TOKENS = 250;
/** A fragment smaller than this takes the next paragraph in, up to the limit. */
const SMALL_TOKENS = 80;
const LIMIT_TOKENS = 350;

/** Text and regions of pieces set one after the other. */
export function composeText(
  pieces: readonly TextPiece[],
  vocabulary: Vocabulary | null,
): { text: string; regions: Region[] } {
  let text = '';
  const regions: Region[] = [];
  let previous: TextPiece | null = null;
  for (const piece of pieces) {
    if (previous !== null) text += previous.kind === 'listItem' && piece.kind === 'listItem' ? '\n' : '\n\n';
    const lines = piece.lines.map((placed) => placed.line);
    const joined = joinLines(lines, vocabulary, piece.kind === 'code' ? '\n' : 'running');
    for (const [index, { line, start, end, words }] of joined.lines.entries()) {
      regions.push({
        page: piece.lines[index]?.page ?? 1,
        ...line.box,
        start: text.length + start,
        end: text.length + end,
        words: words.map((range, at) => ({
          ...(line.words[at]?.box ?? line.box),
          start: text.length + range.start,
          end: text.length + range.end,
        })),
      });
    }
    text += joined.text;
    previous = piece;
  }
  return { text, regions };
}

const lineTokens = (piece: TextPiece): number =>
  countFixedTokens(piece.lines.map((placed) => placed.line.text).join(' '));

/** Cuts a long piece at lines, where a sentence ends if one does before the limit. */
function split(piece: TextPiece): TextPiece[] {
  const parts: TextPiece[] = [];
  let lines: PlacedLine[] = [];
  let tokens = 0;
  for (const placed of piece.lines) {
    const more = countFixedTokens(placed.line.text);
    if (tokens + more > LIMIT_TOKENS && lines.length > 0) {
      parts.push({ kind: piece.kind, lines });
      [lines, tokens] = [[], 0];
    }
    lines.push(placed);
    tokens += more;
    if (tokens >= TARGET_TOKENS && /[.!?。！？]["”’)]?$/u.test(placed.line.text)) {
      parts.push({ kind: piece.kind, lines });
      [lines, tokens] = [[], 0];
    }
  }
  if (lines.length > 0) parts.push({ kind: piece.kind, lines });
  return parts;
}

/** A paragraph that goes on in the next column or on the next page. */
function runsOn(before: TextPiece | undefined, after: TextPiece): before is TextPiece {
  if (before?.kind !== after.kind || after.kind !== 'paragraph') return false;
  const end = before.lines.at(-1)?.line.text ?? '';
  const start = after.lines[0]?.line.text ?? '';
  return !/[.!?:;。！？：；]["”’)]?$/u.test(end) && /^[\p{Ll}(]/u.test(start);
}

function joinedPieces(pieces: readonly TextPiece[]): TextPiece[] {
  const joined: TextPiece[] = [];
  for (const piece of pieces) {
    const before = joined.at(-1);
    if (runsOn(before, piece))
      joined[joined.length - 1] = { kind: before.kind, lines: [...before.lines, ...piece.lines] };
    else joined.push(piece);
  }
  return joined;
}

/** All pieces of one section, headings first, as fragments in order. */
export function textFragments(pieces: readonly TextPiece[], vocabulary: Vocabulary): FragmentDraft[] {
  const drafts: FragmentDraft[] = [];
  let gathered: TextPiece[] = [];
  let tokens = 0;
  const close = (): void => {
    if (gathered.length === 0) return;
    const { text, regions } = composeText(gathered, vocabulary);
    drafts.push({ kind: 'text', text, markdown: text, regions });
    [gathered, tokens] = [[], 0];
  };
  for (const whole of joinedPieces(pieces)) {
    const parts = lineTokens(whole) > LIMIT_TOKENS ? split(whole) : [whole];
    for (const part of parts) {
      const more = lineTokens(part);
      if (tokens + more > (tokens < SMALL_TOKENS ? LIMIT_TOKENS : TARGET_TOKENS)) close();
      gathered.push(part);
      tokens += more;
    }
  }
  close();
  return drafts;
}
