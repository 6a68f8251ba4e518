/**
 * Sentences and their terms. In: text of fragments. Out: sentences that can stand alone, and the
 * terms by which they are weighed.
 */
import { bigrams, fold, scriptRuns } from '../store/text/fold.ts';
import { STOP_WORDS } from '../store/text/stop-words.ts';

const SEGMENTER = new Intl.Segmenter('und', { granularity: 'sentence' });
const WORD = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu;

/** Shorter ones are labels, longer ones are lists; both read badly as a summary. */
const FEWEST_TERMS = 4;
const LONGEST_SENTENCE = 420;
/** Less than this share of letters among the characters is a row of a table. */
const LETTER_SHARE = 0.6;

/** A full stop after one of these, or after an initial, ends no sentence ("by S. Brandvold", "Fig. 3"). */
const ABBREVIATED =
  /(?:^|[\s(])(?:\p{Lu}|No|Nos|Figs?|Tab|Eqs?|Dr|Mrs?|Ms|Prof|St|vs|cf|approx|ca|e\.g|i\.e|al|Inc|Ltd|Co|Corp)\.$/u;

/** Paragraphs with their printed lines joined. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/u)
    .map((paragraph) => paragraph.replace(/\s+/gu, ' ').trim())
    .filter((paragraph) => paragraph !== '');
}

/** Sentences of one paragraph. */
export function sentencesOf(paragraph: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of SEGMENTER.segment(paragraph)) {
    const last = sentences.at(-1);
    if (last !== undefined && ABBREVIATED.test(last.trimEnd()))
      sentences[sentences.length - 1] = last + segment;
    else sentences.push(segment);
  }
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
}

/** Distinct content words of at least three letters, and bigrams of CJK runs. */
export function termsOf(text: string): Set<string> {
  const terms = new Set<string>();
  for (const run of scriptRuns(fold(text))) {
    if (run.kind === 'cjk') for (const pair of bigrams(run.text)) terms.add(pair);
    else
      for (const [word] of run.text.matchAll(WORD))
        if (word.length >= 3 && !STOP_WORDS.has(word)) terms.add(word);
  }
  return terms;
}

/** True for a sentence that reads as one: long enough, mostly letters, not a heading in capitals. */
export function standsAlone(sentence: string, terms: ReadonlySet<string>): boolean {
  if (terms.size < FEWEST_TERMS || sentence.length > LONGEST_SENTENCE) return false;
  const letters = sentence.match(/\p{L}/gu)?.length ?? 0;
  const solid = sentence.replace(/\s/gu, '').length;
  return letters >= LETTER_SHARE * solid && (/\p{Ll}/u.test(sentence) || !/\p{Lu}/u.test(sentence));
}

/** Cuts at a word's end, with an ellipsis where something was cut. */
export function shorten(text: string, longest: number): string {
  const plain = text.replace(/\s+/gu, ' ').trim();
  if (plain.length <= longest) return plain;
  const cut = plain.slice(0, longest).toWellFormed();
  const space = cut.lastIndexOf(' ');
  return `${(space > longest / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:\ufffd]+$/u, '')}…`;
}
