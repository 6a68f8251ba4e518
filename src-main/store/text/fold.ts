/**
 * Folding shared by index and query. In: text as printed or typed. Out: text whose tokens meet on
 * both sides: NFKC, lower case, no invisible characters, CJK runs as bigrams.
 */

/** Letters of scripts written without spaces; ideographic punctuation is left out. */
const CJK =
  /[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}]&&[\p{L}\p{Nl}\p{M}]]+/gv;

/**
 * Compatibility forms, ligatures and full-width letters become plain ones; soft hyphens and other
 * format characters vanish (so they join); control characters become spaces. Normalised once more
 * at the end, since the steps before can bring marks together that have a composed form.
 */
export function fold(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Cc}/gu, ' ')
    .toLowerCase()
    .normalize('NFKC');
}

/** `fold` without accents, for comparing names as a whole (FTS5 takes accents off by itself). */
export function foldName(text: string): string {
  return fold(text)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC');
}

/** A stretch of folded text in one kind of script. */
export interface ScriptRun {
  readonly kind: 'cjk' | 'other';
  readonly text: string;
}

/** Splits folded text where it changes between CJK and everything else (case 26). */
export function scriptRuns(folded: string): ScriptRun[] {
  const runs: ScriptRun[] = [];
  let end = 0;
  for (const match of folded.matchAll(CJK)) {
    if (match.index > end) runs.push({ kind: 'other', text: folded.slice(end, match.index) });
    runs.push({ kind: 'cjk', text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < folded.length) runs.push({ kind: 'other', text: folded.slice(end) });
  return runs;
}

/** Overlapping pairs of code points; a single code point stays alone. */
export function bigrams(run: string): string[] {
  const points = [...run];
  if (points.length < 2) return points;
  return points.slice(1).map((point, index) => `${points[index] ?? ''}${point}`);
}

/**
 * What FTS5 is given: folded text with each CJK run as its bigrams and its last code point alone,
 * so that every single code point is the start of some token and is found by a prefix (case 25).
 */
export function indexText(text: string): string {
  return scriptRuns(fold(text))
    .map((run) => (run.kind === 'cjk' ? ` ${cjkTokens(run.text).join(' ')} ` : run.text))
    .join('');
}

/** The tokens that stand for one CJK run in the index. */
export function cjkTokens(run: string): string[] {
  const points = [...run];
  const last = points.at(-1) ?? '';
  return points.length < 2 ? points : [...bigrams(run), last];
}
