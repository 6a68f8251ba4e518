/**
 * In: the blocks that searches and readings brought, in order of arrival, and the caps in characters.
 * Out: the blocks that stay, in the same order. The rules are KnowForge's (section 3, "multi-list
 * ranked merge", and their released runner): typed sub-pools with caps; of each search the top three
 * hits of each type are protected; the lowest vector score goes first, of equal ones the later;
 * expansions and attached media travel with their anchor; examples rank at the median; and if
 * everything fits, nothing is dropped.
 */
import type { WirePreset } from '../../src-preload/contract/asking.ts';
import type { FragmentKind } from '../domain/content.ts';
import type { FragmentId } from '../domain/ids.ts';

/** Hits of each type per search that are not evicted by the preset's caps. */
const PROTECTED_PER_TYPE = 3;
/** Characters that text keeps whatever the other caps are (the runner's floor). */
const TEXT_FLOOR = 4_000;
/** In a pool smaller than the preset's: the most one media type takes, and the least text keeps. */
const SMALL_POOL_MEDIA_SHARE = 0.3;
const SMALL_POOL_TEXT_SHARE = 0.5;

export interface Block {
  readonly fragment: FragmentId;
  readonly kind: FragmentKind;
  /** Characters it takes in the pool. */
  readonly size: number;
  /** Ordinal of the search that brought it, from 0. */
  readonly search: number;
  /** Place among that search's ranked hits, from 1; null for an expansion or attached media. */
  readonly rank: number | null;
  /** Cosine with that search's query; null while the vector is pending. */
  readonly vectorScore: number | null;
  /** The hit it came with; its score counts for this block, and they leave together. */
  readonly anchor: FragmentId | null;
}

export type PoolCaps = WirePreset['pool'];

export interface PoolLimit {
  /** Characters in all. */
  readonly total: number;
  /**
   * What sets the total. A preset's cap spares protected blocks, as measured in the paper; a cap by
   * context or speed is hard, and the weakest protected blocks go last.
   */
  readonly cappedBy: 'preset' | 'context' | 'speed';
}

export interface TrimmedPool<Kind extends Block> {
  readonly kept: readonly Kind[];
  readonly evicted: readonly Kind[];
}

type TypeCaps = Readonly<Record<FragmentKind, number>>;

interface Ranked<Kind extends Block> {
  readonly block: Kind;
  readonly arrival: number;
  readonly score: number;
  readonly protected: boolean;
}

/** Blocks of all searches as one list without repeats: the first arrival stays, as a hit if any was one. */
export function mergeBlocks<Kind extends Block>(blocks: readonly Kind[]): Kind[] {
  const merged = new Map<FragmentId, Kind>();
  for (const block of blocks) {
    const known = merged.get(block.fragment);
    // Setting a key again keeps its place: a companion that is also a hit arrives where it first did.
    if (known === undefined || (known.rank === null && block.rank !== null))
      merged.set(block.fragment, block);
  }
  return [...merged.values()];
}

/** Trims a pool to its caps. `blocks` are in order of arrival, without repeats. */
export function trimPool<Kind extends Block>(
  blocks: readonly Kind[],
  caps: PoolCaps,
  limit: PoolLimit,
): TrimmedPool<Kind> {
  if (sizeOf(blocks) <= limit.total) return { kept: blocks, evicted: [] };
  const ranked = rank(blocks);
  const gone = new Set<FragmentId>();
  const left = (): Kind[] => blocks.filter((block) => !gone.has(block.fragment));
  const drop = (choose: (entry: Ranked<Kind>) => boolean, over: () => boolean): void =>
    evict(ranked.filter(choose), over, ranked, gone);
  const over = (): boolean => left().length > 1 && sizeOf(left()) > limit.total;
  const hard = limit.cappedBy !== 'preset';
  // In a pool too small for all hits, what only stands beside a hit goes before the hits do.
  if (hard) drop((entry) => entry.block.rank === null, over);
  if (!hard || over()) {
    const typeCaps = capsFor(left(), caps, limit);
    for (const kind of ['image', 'table', 'example', 'text'] as const)
      drop(
        (entry) => entry.block.kind === kind && !entry.protected,
        () => sizeOf(left().filter((block) => block.kind === kind)) > typeCaps[kind],
      );
  }
  if (hard) {
    drop((entry) => !entry.protected, over);
    drop(() => true, over);
  }
  return {
    kept: blocks.filter((block) => !gone.has(block.fragment)),
    evicted: blocks.filter((block) => gone.has(block.fragment)),
  };
}

/** Characters of all blocks together. */
export function sizeOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + block.size, 0);
}

/** The preset's caps as they are; in a smaller pool text takes what the media leave. */
function capsFor(blocks: readonly Block[], caps: PoolCaps, limit: PoolLimit): TypeCaps {
  const { image, table, example } = caps;
  if (limit.total >= caps.total)
    return { image, table, example, text: Math.max(TEXT_FLOOR, caps.total - image - table - example) };
  const share = Math.floor(limit.total * SMALL_POOL_MEDIA_SHARE);
  const small = {
    image: Math.min(image, share),
    table: Math.min(table, share),
    example: Math.min(example, share),
  };
  const taken = (['image', 'table', 'example'] as const).reduce(
    (sum, kind) => sum + Math.min(small[kind], sizeOf(blocks.filter((block) => block.kind === kind))),
    0,
  );
  return { ...small, text: Math.max(Math.floor(limit.total * SMALL_POOL_TEXT_SHARE), limit.total - taken) };
}

function rank<Kind extends Block>(blocks: readonly Kind[]): Ranked<Kind>[] {
  const scores = blocks.flatMap((block) => (block.vectorScore === null ? [] : [block.vectorScore]));
  const middle = median(scores);
  const byFragment = new Map(blocks.map((block) => [block.fragment, block]));
  const own = (block: Block): number =>
    block.kind === 'example' || block.vectorScore === null ? middle : block.vectorScore;
  const shielded = protectedBlocks(blocks);
  return blocks.map((block, arrival) => {
    const anchor = block.anchor === null ? undefined : byFragment.get(block.anchor);
    return {
      block,
      arrival,
      score: own(anchor ?? block),
      protected: shielded.has(block.fragment),
    };
  });
}

function protectedBlocks(blocks: readonly Block[]): Set<FragmentId> {
  const shielded = new Set<FragmentId>();
  const groups = new Map<string, Block[]>();
  for (const block of blocks) {
    if (block.rank === null) continue;
    const key = `${block.search} ${block.kind}`;
    groups.set(key, [...(groups.get(key) ?? []), block]);
  }
  for (const group of groups.values())
    for (const block of group.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0)).slice(0, PROTECTED_PER_TYPE))
      shielded.add(block.fragment);
  return shielded;
}

/** Evicts the lowest candidates, later ones first among equals, while the pool is over. */
function evict(
  candidates: readonly Ranked<Block>[],
  over: () => boolean,
  all: readonly Ranked<Block>[],
  gone: Set<FragmentId>,
): void {
  const order = [...candidates].sort((a, b) => a.score - b.score || b.arrival - a.arrival);
  for (const entry of order) {
    if (!over()) return;
    if (gone.has(entry.block.fragment)) continue;
    gone.add(entry.block.fragment);
    for (const { block, protected: shielded } of all)
      if (block.anchor === entry.block.fragment && !shielded) gone.add(block.fragment);
  }
}

function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  return (upper + lower) / 2;
}
