/**
 * In: what an answer claims, and the fragments it may rest on. Out: which sentences (or rows of a
 * table) carry the claim, and which material a mark should name. Code decides this, not the model:
 * small models quote words that stand nowhere and mix up material numbers.
 */
import type { FragmentKind } from '../domain/content.ts';
import { numbersIn } from './marks.ts';
import { rowsOf, sentencesOf } from './sentences.ts';
import type { TextRange } from './sentences.ts';
import { formsOf, NUMBER_WEIGHT, sharedWeight, termsOf, totalWeight } from './words.ts';
import type { Term } from './words.ts';

/** Sentences quoted for one claim at most. */
const MOST_SENTENCES = 2;
/** A further sentence must bring this share of the claim's weight that is not yet covered. */
const WORTHWHILE_GAIN = 0.2;
/** The question counts this much beside the claim: it tells equal sentences apart, no more. */
const QUESTION_SHARE = 0.25;
/** A line that says little by itself (a heading, column heads) counts this much of what it shares. */
const HEADING_SHARE = 0.5;
const SENTENCE_END = /[.!?。！？:：;；…]["'”’)）]*$/u;
/** Characters; a longer line without a full stop is text all the same. */
const LONGEST_HEADING = 80;

/** A mark moves only to a material that covers this much of the claim … */
const CARRYING = 0.6;
/** … and this much more of it than the material that was named. */
const CLEARLY_BETTER = 0.3;

export interface SupportText {
  readonly kind: FragmentKind;
  readonly text: string;
}

const MARKS = /(?:\s*\[\d+\])+/gu;

/**
 * The claim that a mark at the end of `before` stands for: the sentence before it, or, at the start of
 * a sentence, what comes before that. Other marks are left out of it.
 */
export function claimBefore(before: string): string {
  const text = before.replace(MARKS, '').trimEnd();
  const last = sentencesOf(text).at(-1);
  return last === undefined ? '' : text.slice(last.start, last.end);
}

/** For each material number in the answer, the sentences that cite it, without their marks. */
export function claimsByNumber(answer: string): Map<number, string[]> {
  const claims = new Map<number, string[]>();
  for (const match of answer.matchAll(MARKS)) {
    const claim = claimBefore(answer.slice(0, match.index));
    for (const number of numbersIn(match[0])) {
      const known = claims.get(number) ?? [];
      if (!known.includes(claim)) claims.set(number, [...known, claim]);
    }
  }
  return claims;
}

/** The answer without its marks. */
export function withoutMarks(answer: string): string {
  return answer.replace(MARKS, '').trim();
}

/**
 * Ranges of the sentences (rows of a table) that carry a claim, best first, at most two; at least one
 * where the text has any. Numbers weigh most; the question tells equal ones apart.
 */
export function supportingRanges(source: SupportText, claim: string, question: string): TextRange[] {
  const units = source.kind === 'table' ? rowsOf(source.text) : sentencesOf(source.text);
  const forms = units.map((unit) => formsOf(source.text.slice(unit.start, unit.end)));
  const asked = termsOf(question);
  const chosen: number[] = [];
  let open: readonly Term[] = termsOf(claim);
  const all = totalWeight(open);
  while (chosen.length < MOST_SENTENCES) {
    let best = -1;
    let bestScore = 0;
    let bestGain = 0;
    units.forEach((unit, at) => {
      if (chosen.includes(at)) return;
      // Column heads and headings say nothing more once a sentence is found.
      if (chosen.length > 0 && isHeading(source, unit)) return;
      const own = forms[at] ?? new Set<string>();
      const gain = sharedWeight(open, own);
      // Long sentences share words by chance: the same gain in fewer words is the better support.
      const shared = gain + QUESTION_SHARE * sharedWeight(asked, own);
      const score = (shared * (isHeading(source, unit) ? HEADING_SHARE : 1)) / Math.log2(16 + own.size);
      if (score > bestScore) [best, bestScore, bestGain] = [at, score, gain];
    });
    if (best < 0 || (chosen.length > 0 && (bestGain === 0 || bestGain < WORTHWHILE_GAIN * all))) break;
    chosen.push(best);
    const covered = forms[best] ?? new Set<string>();
    open = open.filter((term) => !term.forms.some((form) => covered.has(form)));
  }
  if (chosen.length === 0 && units.length > 0) chosen.push(0);
  return chosen.flatMap((at) => units[at] ?? []);
}

/** In a table a row without a figure, elsewhere a short line without a full stop. */
function isHeading(source: SupportText, unit: TextRange): boolean {
  const line = source.text.slice(unit.start, unit.end);
  if (source.kind === 'table') return !/\d/u.test(line);
  return line.length <= LONGEST_HEADING && !SENTENCE_END.test(line);
}

/** Share of a claim's weight that a material's text covers, from 0 to 1; 1 for a claim without terms. */
export function coverage(claim: readonly Term[], forms: ReadonlySet<string>): number {
  const all = totalWeight(claim);
  return all === 0 ? 1 : sharedWeight(claim, forms) / all;
}

function holds(forms: ReadonlySet<string>, term: Term): boolean {
  return term.forms.some((form) => forms.has(form));
}

/** Says which material a written number should name, from the texts of all materials. */
export interface Attribution {
  /** The number itself, a clearly better one, or null where no material has that number. */
  resolve(number: number, before: string): number | null;
  /** The material that carries a claim written without a mark; null where none clearly does. */
  attribute(claim: string): number | null;
  /** Marks that were moved to another material so far. */
  readonly moved: number;
}

/** `materials` are the texts (header and body) of materials 1 to N, in order. */
export function createAttribution(materials: readonly string[]): Attribution {
  const forms = materials.map(formsOf);
  let moved = 0;

  function best(claim: readonly Term[]): { readonly number: number; readonly share: number } {
    let number = 0;
    let share = 0;
    forms.forEach((own, at) => {
      const covered = coverage(claim, own);
      if (covered > share) [number, share] = [at + 1, covered];
    });
    return { number, share };
  }

  return {
    resolve(number, before) {
      const named = forms[number - 1];
      if (named === undefined) return null;
      const claim = termsOf(claimBefore(before));
      const own = coverage(claim, named);
      const better = best(claim);
      if (better.share < CARRYING || better.share < own + CLEARLY_BETTER) return number;
      // A figure that only the named material holds came from there, whatever else the sentence says.
      const figures = claim.filter((term) => term.weight === NUMBER_WEIGHT);
      const target = forms[better.number - 1] ?? new Set<string>();
      if (figures.some((figure) => holds(named, figure) && !holds(target, figure))) return number;
      moved++;
      return better.number;
    },
    attribute(claim) {
      const terms = termsOf(claim);
      if (terms.length === 0) return null;
      const { number, share } = best(terms);
      return share >= CARRYING ? number : null;
    },
    get moved() {
      return moved;
    },
  };
}
