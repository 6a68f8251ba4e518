/**
 * The most telling sentence of a section. In: groups of fragments. Out: one sentence per group, by
 * closeness to the group's centroid of term weights.
 */
import type { FragmentId } from '../domain/ids.ts';
import type { SourceFragment } from '../store/interfaces/knowledge.ts';
import { foldName } from '../store/text/fold.ts';
import { paragraphsOf, sentencesOf, shorten, standsAlone, termsOf } from './sentences.ts';

/** What stands under one heading, or in one run of fragments where there are no headings. */
export interface ParagraphGroup {
  /** Path of titles, outermost first; empty without headings. */
  readonly heading: readonly string[];
  readonly paragraphs: readonly Paragraph[];
}

export interface Paragraph {
  readonly fragment: FragmentId;
  readonly text: string;
}

/** Paragraphs of the fragments without the headings that are printed over them; null where nothing is left. */
export function groupOf(fragments: readonly SourceFragment[]): ParagraphGroup | null {
  const heading = fragments[0]?.heading ?? [];
  const paragraphs = fragments.flatMap((fragment) => {
    const titles = new Set(fragment.heading.map(foldName));
    return paragraphsOf(fragment.text)
      .filter((text) => !titles.has(foldName(text)))
      .map((text) => ({ fragment: fragment.id, text }));
  });
  return paragraphs.length === 0 ? null : { heading, paragraphs };
}

export interface Salient {
  readonly fragment: FragmentId;
  readonly sentence: string;
}

/** Characters of a text that has no sentence of its own (a list, a row of numbers). */
const EXCERPT = 200;
/**
 * Weights of the parts of a sentence's score: closeness to the centroid is the measure (Radev et
 * al., 2004, "Centroid-based summarization"); words of the heading and an early place in the section
 * break near-ties, as they do there ("first-sentence overlap" and "positional value").
 */
const HEADING_WEIGHT = 0.3;
const POSITION_WEIGHT = 0.15;

interface Candidate {
  readonly fragment: FragmentId;
  readonly text: string;
  readonly terms: ReadonlySet<string>;
}

/** Term → log(1 + groups / groups with the term): what all sections share weighs little. */
export function termWeights(groups: readonly ParagraphGroup[]): Map<string, number> {
  const frequency = new Map<string, number>();
  for (const group of groups) {
    const terms = termsOf(group.paragraphs.map(({ text }) => text).join('\n'));
    for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  return new Map([...frequency].map(([term, count]) => [term, Math.log(1 + groups.length / count)]));
}

function candidatesOf({ paragraphs }: ParagraphGroup): Candidate[] {
  return paragraphs.flatMap(({ fragment, text }) =>
    sentencesOf(text).map((sentence) => ({ fragment, text: sentence, terms: termsOf(sentence) })),
  );
}

/** Sum of weights over the candidates, so that terms that come back in the section count more. */
function centroidOf(
  candidates: readonly Candidate[],
  weights: ReadonlyMap<string, number>,
): Map<string, number> {
  const centroid = new Map<string, number>();
  for (const { terms } of candidates)
    for (const term of terms) centroid.set(term, (centroid.get(term) ?? 0) + (weights.get(term) ?? 0));
  return centroid;
}

function length(values: Iterable<number>): number {
  let square = 0;
  for (const value of values) square += value * value;
  return Math.sqrt(square);
}

/** The longest paragraph says more than a first one that may be a label. */
function excerptOf({ paragraphs }: ParagraphGroup): Salient {
  const longest = paragraphs.reduce((left, right) => (right.text.length > left.text.length ? right : left));
  return { fragment: longest.fragment, sentence: shorten(longest.text, EXCERPT) };
}

/** The sentence nearest to what the group is about; a short excerpt where none stands alone. */
export function mostSalient(group: ParagraphGroup, weights: ReadonlyMap<string, number>): Salient {
  const all = candidatesOf(group);
  const good = all.filter(({ text, terms }) => standsAlone(text, terms));
  if (good.length === 0) return excerptOf(group);
  const centroid = centroidOf(all, weights);
  const norm = length(centroid.values());
  const heading = termsOf(group.heading.at(-1) ?? '');
  const scored = good.map((candidate, index) => {
    let product = 0;
    for (const term of candidate.terms) product += (weights.get(term) ?? 0) * (centroid.get(term) ?? 0);
    const own = length([...candidate.terms].map((term) => weights.get(term) ?? 0));
    const cosine = own === 0 || norm === 0 ? 0 : product / (own * norm);
    const shared = [...heading].filter((term) => candidate.terms.has(term)).length;
    const overlap = heading.size === 0 ? 0 : shared / heading.size;
    return {
      candidate,
      score: cosine + HEADING_WEIGHT * overlap + POSITION_WEIGHT * (1 - index / good.length),
    };
  });
  const best = scored.reduce((left, right) => (right.score > left.score ? right : left));
  return { fragment: best.candidate.fragment, sentence: best.candidate.text };
}
