/**
 * In: any text. Out: the words in it that carry meaning, in a comparable form, with their weights.
 * It serves to see which sentence of a material supports a claim; search has its own analysis.
 */
import { findNumbers } from './numbers.ts';

/** Function words of English; a claim and its support share them by chance. */
const FUNCTION_WORDS = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have how in into is it its ' +
    'may more most no not of on or our over shall should so such than that the their them then there these ' +
    'they this those to under was we were what when where which while who whom whose why will with would you your'
  ).split(' '),
);

/** A number says more than a word about where a claim comes from. */
export const NUMBER_WEIGHT = 3;
const WORD_WEIGHT = 1;
/** A CJK pair is about half a word. */
const PAIR_WEIGHT = 0.5;

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const RUNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;

/** One sign of meaning: its key, the keys that count as the same, and its weight. */
export interface Term {
  /** Every comparable form; two terms are the same when they share one. */
  readonly forms: readonly string[];
  readonly weight: number;
}

/** English endings off, so that "revenues" meets "revenue" and "renewed" meets "renewal" half-way. */
function stem(word: string): string {
  if (word.length <= 4) return word.replace(/(?<=..)s$/u, '');
  return word.replace(/['’]s$/u, '').replace(/(?:ies|ing|ed|es|s|ly|al)$/u, '');
}

/** The terms of a text, each once. */
export function termsOf(text: string): Term[] {
  const terms = new Map<string, Term>();
  for (const number of findNumbers(text)) {
    const forms = [...number.values].map((value) => `#${value}`);
    terms.set(forms.join('|'), { forms, weight: NUMBER_WEIGHT });
  }
  const add = (form: string, weight: number): void => void terms.set(form, { forms: [form], weight });
  for (const match of text.normalize('NFKC').toLowerCase().matchAll(RUNS)) {
    const run = match[0];
    if (!CJK.test(run)) {
      if (run.length > 1 && !FUNCTION_WORDS.has(run)) add(stem(run), WORD_WEIGHT);
    } else if (run.length === 1) add(run, PAIR_WEIGHT);
    else for (let at = 0; at + 1 < run.length; at++) add(run.slice(at, at + 2), PAIR_WEIGHT);
  }
  return [...terms.values()];
}

/** All comparable forms in a text. */
export function formsOf(text: string): Set<string> {
  return new Set(termsOf(text).flatMap((term) => term.forms));
}

/** Sum of the weights of those terms that the forms hold. */
export function sharedWeight(terms: readonly Term[], forms: ReadonlySet<string>): number {
  let weight = 0;
  for (const term of terms) if (term.forms.some((form) => forms.has(form))) weight += term.weight;
  return weight;
}

/** Sum of all weights. */
export function totalWeight(terms: readonly Term[]): number {
  return terms.reduce((sum, term) => sum + term.weight, 0);
}
