/**
 * One-hop expansion. In: the ranked hits and the relations of the first of them. Out: fragments to
 * append, each with the anchor whose score it inherits.
 */
import type { FragmentId } from '../domain/ids.ts';
import type { Related } from '../store/interfaces/search.ts';
import { EXPANSIONS_PER_ANCHOR, MOST_EXPANSIONS } from './constants.ts';

export interface Expansion {
  readonly fragment: FragmentId;
  readonly from: FragmentId;
}

/**
 * Anchors take turns in their order: first the best expansion of each, then the second. `similar`
 * counts only for an anchor that has no typed relation.
 */
export function chooseExpansions(
  anchors: readonly FragmentId[],
  related: readonly Related[],
  ranked: ReadonlySet<FragmentId>,
): Expansion[] {
  const offers = anchors.map((anchor) => {
    const all = related.filter(({ from }) => from === anchor);
    const typed = all.filter(({ kind }) => kind !== 'similar');
    return (typed.length > 0 ? typed : all).filter(({ to }) => !ranked.has(to));
  });
  const chosen = new Map<FragmentId, Expansion>();
  const counts = anchors.map(() => 0);
  const longest = Math.max(0, ...offers.map((offer) => offer.length));
  for (let turn = 0; turn < longest; turn += 1)
    offers.forEach((offer, index) => {
      const relation = offer[turn];
      if (relation === undefined || chosen.has(relation.to)) return;
      if (chosen.size >= MOST_EXPANSIONS || (counts[index] ?? 0) >= EXPANSIONS_PER_ANCHOR) return;
      counts[index] = (counts[index] ?? 0) + 1;
      chosen.set(relation.to, { fragment: relation.to, from: relation.from });
    });
  return [...chosen.values()];
}
