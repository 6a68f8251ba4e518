/**
 * From what a person typed to an FTS5 expression. In: any text at all. Out: an expression in which
 * every user character is quoted, so that it never fails to parse, and which script the query is in.
 */
import { bigrams, cjkTokens, fold, scriptRuns } from '../store/text/fold.ts';
import { MOST_TERMS } from './constants.ts';
import { STOP_WORDS } from '../store/text/stop-words.ts';

export interface ParsedQuery {
  /** Null where nothing can be searched for: no letter and no digit. */
  readonly match: string | null;
  /** The same without the demand that the exact phrases occur; null where there are none. */
  readonly relaxed: string | null;
  /** At least half of the letters are Latin: the bundled embedding model reads English. */
  readonly latin: boolean;
}

/** Letters and digits, joined inside by hyphens, points, apostrophes, or a comma between digits. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:(?:[-.'’_@&]|(?<=\p{N}),(?=\p{N}))[\p{L}\p{N}\p{M}]+)*/gu;
const PHRASE = /"([^"]*)"|“([^“”]*)”/gu;
const TOKEN = /[\p{L}\p{N}]/u;

/** Parses a query; never throws. */
export function parseQuery(text: string): ParsedQuery {
  const folded = fold(text);
  const phrases = [...folded.matchAll(PHRASE)]
    .map(([, straight, curly]) => phrase(straight ?? curly ?? ''))
    .filter((found) => found !== null);
  const loose = folded.replace(PHRASE, ' ');
  const ranked = [...new Set([...phrases, ...terms(loose)])].slice(0, MOST_TERMS);
  const any = ranked.length === 0 ? null : ranked.join(' OR ');
  const latin = isLatin(folded);
  if (any === null || phrases.length === 0) return { match: any, relaxed: null, latin };
  const required = [...new Set(phrases)].slice(0, MOST_TERMS).join(' AND ');
  return { match: `${required} AND (${any})`, relaxed: any, latin };
}

/** A string of FTS5: what stands inside is only split into tokens, never read as syntax. */
function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Words without stop words (all of them where nothing else is left), CJK runs as bigrams. */
function terms(folded: string): string[] {
  const words: string[] = [];
  const cjk: string[] = [];
  for (const run of scriptRuns(folded)) {
    if (run.kind === 'cjk') cjk.push(...cjkTerms(run.text));
    else for (const [word] of run.text.matchAll(WORD)) words.push(word.replace(/['’]s$/u, ''));
  }
  const searchable = words.filter((word) => TOKEN.test(word));
  const telling = searchable.filter((word) => !STOP_WORDS.has(word));
  const kept = telling.length === 0 && cjk.length === 0 ? searchable : telling;
  return [...kept.map(quote), ...cjk];
}

/** A single character is found as the start of any token (case 25). */
function cjkTerms(run: string): string[] {
  const pairs = bigrams(run);
  const [only] = pairs;
  return pairs.length === 1 && only !== undefined && [...only].length === 1
    ? [`${quote(only)}*`]
    : pairs.map(quote);
}

/**
 * Tokens in a row, exactly as the index has them: a CJK run that the phrase goes on after is
 * followed by its last character alone.
 */
function phrase(folded: string): string | null {
  const runs = scriptRuns(folded).filter(({ text }) => TOKEN.test(text));
  const last = runs.at(-1);
  if (last === undefined) return null;
  const tokens = runs.map((run) => {
    if (run.kind === 'other') return run.text;
    return (run === last ? bigrams(run.text) : cjkTokens(run.text)).join(' ');
  });
  const open = last.kind === 'cjk' && [...last.text].length === 1;
  return `${quote(tokens.join(' '))}${open ? '*' : ''}`;
}

function isLatin(folded: string): boolean {
  const letters = folded.match(/\p{L}/gu)?.length ?? 0;
  const latin = folded.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return letters === 0 ? /\p{N}/u.test(folded) : latin * 2 >= letters;
}
