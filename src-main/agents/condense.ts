/**
 * In: a material that is too long for a small pool, and the question. Out: the part of it that bears
 * on the question, whole sentences or whole table rows, gaps marked by "…".
 */
import { sentencesOf } from './sentences.ts';
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

/** The run of neighbouring sentences that shares most with the question; of equal runs the first. */
function bestSentences(body: string, asked: readonly Term[], limit: number): string {
  const sentences = sentencesOf(body);
  const forms = sentences.map((range) => formsOf(body.slice(range.start, range.end)));
  let best = { first: 0, last: 0, weight: -1 };
  for (let first = 0; first < sentences.length; first++) {
    const start = sentences[first]?.start ?? 0;
    const union = new Set<string>();
    for (let last = first; last < sentences.length; last++) {
      if (last > first && (sentences[last]?.end ?? 0) - start > limit - 2 * (GAP.length + 1)) break;
      for (const form of forms[last] ?? []) union.add(form);
      const weight = sharedWeight(asked, union);
      // A longer run of the same weight gives the sentence its surroundings.
      if (weight > best.weight || (weight === best.weight && first === best.first))
        best = { first, last, weight };
    }
  }
  const start = sentences[best.first]?.start ?? 0;
  const end = sentences[best.last]?.end ?? body.length;
  return `${start > 0 ? `${GAP} ` : ''}${body.slice(start, end)}${end < body.length ? ` ${GAP}` : ''}`;
}
