/**
 * In: a material that is too long for a small pool, and the question. Out: the part of it that bears
 * on the question, whole sentences or whole table rows, gaps marked by "…".
 */
import { sentencesOf } from './sentences.ts';
import type { TextRange } from './sentences.ts';
import { formsOf, sharedWeight, termsOf } from './words.ts';
import type { Term } from './words.ts';

const GAP = '…';
const TABLE_RULE = /^\s*\|?\s*:?-{2,}/u;

/** A body of at most `limit` characters (never less than one sentence or row, then cut). */
export function condense(body: string, question: string, limit: number): string {
  if (body.length <= limit) return body;
  const asked = termsOf(question);
  const lines = body.split('\n');
  const rule = lines.findIndex((line) => TABLE_RULE.test(line));
  const short = rule >= 0 ? bestRows(lines, rule, asked, limit) : bestSentences(body, asked, limit);
  return short.length <= limit ? short : `${short.slice(0, Math.max(0, limit - 1)).trimEnd()}${GAP}`;
}

/** Caption and column heads stay; of the rows the best, in their order. */
function bestRows(lines: readonly string[], rule: number, asked: readonly Term[], limit: number): string {
  const head = lines.slice(0, rule + 1).join('\n');
  const rows = lines
    .slice(rule + 1)
    .map((line, at) => ({ line, at, weight: sharedWeight(asked, formsOf(line)) }));
  const kept = new Set<number>();
  let room = limit - head.length;
  for (const row of [...rows].sort((a, b) => b.weight - a.weight || a.at - b.at)) {
    const cost = row.line.length + 1 + 2 * (GAP.length + 1);
    if (cost > room && kept.size > 0) continue;
    kept.add(row.at);
    room -= cost;
    if (room <= 0) break;
  }
  return [head, ...withGaps(rows.map((row) => (kept.has(row.at) ? row.line : null)))].join('\n');
}

function withGaps(lines: readonly (string | null)[]): string[] {
  const out: string[] = [];
  for (const line of lines) if (line !== null || out.at(-1) !== GAP) out.push(line ?? GAP);
  return out;
}

/**
 * The sentences that together share most with the question, in their order; the room that is left goes
 * to their neighbours, as an answer often stands beside the words of the question.
 */
function bestSentences(body: string, asked: readonly Term[], limit: number): string {
  const sentences = sentencesOf(body);
  const texts = sentences.map((range) => body.slice(range.start, range.end));
  const forms = texts.map(formsOf);
  const kept = new Set<number>();
  let room = limit;
  const keep = (at: number): boolean => {
    const cost = (texts[at]?.length ?? 0) + 1 + 2 * (GAP.length + 1);
    if (kept.has(at) || (cost > room && kept.size > 0)) return false;
    kept.add(at);
    room -= cost;
    return true;
  };
  const closed = new Set<number>();
  let open = asked;
  while (open.length > 0) {
    const gains = forms.map((own, at) => (closed.has(at) ? 0 : sharedWeight(open, own)));
    const best = gains.indexOf(Math.max(...gains));
    if (best < 0 || gains[best] === 0) break;
    closed.add(best);
    if (!keep(best)) continue;
    const covered = forms[best] ?? new Set<string>();
    open = open.filter((term) => !term.forms.some((form) => covered.has(form)));
  }
  if (kept.size === 0) keep(0);
  for (let distance = 1; distance < sentences.length; distance++)
    for (const at of [...kept])
      for (const beside of [at + distance, at - distance]) if (texts[beside]) keep(beside);
  return joinKept(body, sentences, kept);
}

/** What was kept with the white space between neighbours as it is, gaps marked. */
function joinKept(body: string, sentences: readonly TextRange[], kept: ReadonlySet<number>): string {
  let out = '';
  let last = -1;
  sentences.forEach((range, at) => {
    if (!kept.has(at)) return;
    if (at > last + 1) out += last < 0 ? `${GAP} ` : ` ${GAP} `;
    else if (last >= 0) out += body.slice(sentences[last]?.end ?? 0, range.start);
    out += body.slice(range.start, range.end);
    last = at;
  });
  return last < sentences.length - 1 ? `${out} ${GAP}` : out;
}
