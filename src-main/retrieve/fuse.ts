/** Fusion of ranked lists by reciprocal ranks. In: two lists. Out: one, by falling fused score. */
import type { FragmentId } from '../domain/ids.ts';
import type { Ranked } from '../store/interfaces/search.ts';
import { FUSION_K, UNRELIABLE_FACTOR } from './constants.ts';

export interface Fused {
  readonly fragment: FragmentId;
  readonly score: number;
  /** From 1; null where the list does not have it. */
  readonly lexicalRank: number | null;
  readonly denseRank: number | null;
  /** Cosine, null where the dense list does not have it. */
  readonly cosine: number | null;
}

function reciprocal(rank: number | null): number {
  return rank === null ? 0 : 1 / (FUSION_K + rank);
}

/** Ties are broken by the lexical rank, then by the dense one, so that the order is always the same. */
export function fuse(lexical: readonly Ranked[], dense: readonly Ranked[]): Fused[] {
  const lexicalRanks = new Map(lexical.map(({ fragment }, index) => [fragment, index + 1]));
  const denseRanks = new Map(dense.map((found, index) => [found.fragment, { rank: index + 1, found }]));
  const all = new Map([...lexical, ...dense].map((found) => [found.fragment, found]));
  const fused = [...all.values()].map(({ fragment, unreliable }) => {
    const lexicalRank = lexicalRanks.get(fragment) ?? null;
    const inDense = denseRanks.get(fragment);
    const denseRank = inDense?.rank ?? null;
    const trust = unreliable ? UNRELIABLE_FACTOR : 1;
    const score = trust * (reciprocal(lexicalRank) + reciprocal(denseRank));
    return { fragment, score, lexicalRank, denseRank, cosine: inDense?.found.score ?? null };
  });
  const place = (rank: number | null): number => rank ?? Number.MAX_SAFE_INTEGER;
  return fused.sort(
    (left, right) =>
      right.score - left.score ||
      place(left.lexicalRank) - place(right.lexicalRank) ||
      place(left.denseRank) - place(right.denseRank),
  );
}
