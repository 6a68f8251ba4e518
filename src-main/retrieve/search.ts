/**
 * One retrieval round. In: a search request. Out: ranked hits with their content and media, then
 * expansions along relations, with milliseconds per stage.
 */
import { CarrelError } from '../domain/errors.ts';
import type { FragmentId } from '../domain/ids.ts';
import type { Embedder } from '../domain/ports/language-model.ts';
import type { Hit, SearchFilter, SearchRequest, SearchResult, SearchStages } from '../domain/search.ts';
import type { HitContent, Ranked, SearchQueries } from '../store/interfaces/search.ts';
import { ANCHORS, CANDIDATES, CANDIDATES_PER_HIT, EMBED_PATIENCE, PHRASE_MATCHES } from './constants.ts';
import type { Expansion } from './expand.ts';
import { chooseExpansions } from './expand.ts';
import type { Fused } from './fuse.ts';
import { fuse } from './fuse.ts';
import type { ParsedQuery } from './query.ts';
import { parseQuery } from './query.ts';
import { queryVector } from './query-vector.ts';

export interface SearchDependencies {
  readonly lookup: SearchQueries;
  readonly embedder: Embedder;
  /** Milliseconds a hybrid search waits for the query's vector; `EMBED_PATIENCE` when absent. */
  readonly patience?: number;
}

export type Search = (request: SearchRequest, signal: AbortSignal) => Promise<SearchResult>;

type Stages = { -readonly [Stage in keyof SearchStages]: number };

/** What one round knows while it runs. */
interface Round {
  readonly request: SearchRequest;
  readonly filter: SearchFilter;
  readonly parsed: ParsedQuery;
  readonly limit: number;
  readonly stages: Stages;
  readonly signal: AbortSignal;
}

interface Lists {
  readonly lexical: readonly Ranked[];
  readonly dense: readonly Ranked[];
  readonly vector: Float32Array | null;
}

/**
 * A search over the store's two ranked lists. It rejects with CarrelError `notFound` for an unknown
 * collection, `cancelled` when aborted, and with the embedder's error in mode `dense` only: a hybrid
 * search goes on with words alone.
 */
export function createSearch(dependencies: SearchDependencies): Search {
  return async (request, signal) => {
    try {
      return await searchOnce(dependencies, request, signal);
    } catch (thrown) {
      stopIfAborted(signal);
      throw thrown;
    }
  };
}

async function searchOnce(
  dependencies: SearchDependencies,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<SearchResult> {
  stopIfAborted(signal);
  const start = performance.now();
  const { collection, documents, kinds } = request;
  const round: Round = {
    request,
    filter: { collection, documents, kinds },
    parsed: parseQuery(request.query),
    limit: Math.max(CANDIDATES, CANDIDATES_PER_HIT * request.top),
    stages: { embed: 0, lexical: 0, dense: 0, graph: 0, context: 0 },
    signal,
  };
  const { lookup } = dependencies;
  const pending = lookup.pendingPages(round.filter);
  // Awaited at the end; an earlier failure of the search must not leave it unhandled.
  pending.catch(() => undefined);
  const lists = await rank(dependencies, round);
  stopIfAborted(signal);
  const fused = fuse(lists.lexical, lists.dense);
  const ranked = fused.slice(0, Math.max(0, request.top));
  const expansions = await timed(round.stages, 'graph', () => expand(lookup, round, ranked));
  stopIfAborted(signal);
  const hits = await timed(round.stages, 'context', () =>
    describe(dependencies, lists, fused, ranked, expansions),
  );
  stopIfAborted(signal);
  const pages = await pending;
  const milliseconds = performance.now() - start;
  return { query: request.query, milliseconds, stages: round.stages, hits, pending: { pages } };
}

function stopIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new CarrelError('cancelled', 'This was stopped before it finished.');
}

async function timed<Result>(
  stages: Stages,
  stage: keyof Stages,
  work: () => Promise<Result>,
): Promise<Result> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    stages[stage] += performance.now() - start;
  }
}

/** Both lists at the same time; where an exact phrase is asked for, dense hits must hold it as well. */
async function rank(dependencies: SearchDependencies, round: Round): Promise<Lists> {
  const lexical = lexicalList(dependencies.lookup, round);
  lexical.catch(() => undefined);
  const { dense, vector } = await denseList(dependencies, round);
  const { list, matching } = await lexical;
  return {
    lexical: round.request.mode === 'dense' ? [] : list,
    dense: matching === null ? dense : dense.filter(({ fragment }) => matching.has(fragment)),
    vector,
  };
}

interface LexicalList {
  readonly list: readonly Ranked[];
  /** Fragments with every exact phrase; null where none was asked for or none exists. */
  readonly matching: ReadonlySet<FragmentId> | null;
}

async function lexicalList(lookup: SearchQueries, round: Round): Promise<LexicalList> {
  const { match, relaxed } = round.parsed;
  const { filter, limit, stages } = round;
  if (match === null || (round.request.mode === 'dense' && relaxed === null))
    return { list: [], matching: null };
  const ask = (expression: string, most: number): Promise<Ranked[]> =>
    timed(stages, 'lexical', () => lookup.lexical({ match: expression, filter, limit: most }));
  if (relaxed === null) return { list: await ask(match, limit), matching: null };
  const exact = await ask(match, PHRASE_MATCHES);
  if (exact.length === 0) return { list: await ask(relaxed, limit), matching: null };
  return { list: exact.slice(0, limit), matching: new Set(exact.map(({ fragment }) => fragment)) };
}

async function denseList(
  { lookup, embedder, patience = EMBED_PATIENCE }: SearchDependencies,
  { request, filter, parsed, limit, stages, signal }: Round,
): Promise<{ dense: readonly Ranked[]; vector: Float32Array | null }> {
  const nothing = { dense: [], vector: null };
  if (request.mode === 'lexical' || request.query.trim() === '') return nothing;
  if (request.mode === 'hybrid' && !parsed.latin) return nothing;
  const { fingerprint } = embedder;
  if ((await lookup.vectorCount(fingerprint)) === 0) return nothing;
  const wait = request.mode === 'dense' ? null : patience;
  const vector = await timed(stages, 'embed', () => queryVector(embedder, request.query, wait, signal));
  if (vector === null) return nothing;
  const dense = await timed(stages, 'dense', () => lookup.dense({ vector, fingerprint, filter, limit }));
  return { dense, vector };
}

async function expand(lookup: SearchQueries, round: Round, ranked: readonly Fused[]): Promise<Expansion[]> {
  if (!round.request.graph || ranked.length === 0) return [];
  const anchors = ranked.slice(0, ANCHORS).map(({ fragment }) => fragment);
  // Some relations lead to fragments that are hits already, so more are asked for than are taken.
  const related = await lookup.related(anchors, round.filter, 2 * ANCHORS);
  return chooseExpansions(anchors, related, new Set(ranked.map(({ fragment }) => fragment)));
}

/** Content of hits and expansions; what left the library in this moment is left out. */
async function describe(
  { lookup, embedder }: SearchDependencies,
  { vector }: Lists,
  fused: readonly Fused[],
  ranked: readonly Fused[],
  expansions: readonly Expansion[],
): Promise<Hit[]> {
  const ids = [...ranked, ...expansions].map(({ fragment }) => fragment);
  const [contents, cosines] = await Promise.all([
    lookup.hydrate(ids),
    vector === null ? ids.map(() => null) : lookup.cosines(vector, embedder.fingerprint, ids),
  ]);
  const known = new Map(fused.map((each) => [each.fragment, each]));
  const anchors = new Map(expansions.map(({ fragment, from }) => [fragment, from]));
  const vectorScores = new Map(ids.map((id, index) => [id, cosines[index] ?? null]));
  return contents.map((content, index) => hit(content, index + 1, known, anchors, vectorScores));
}

function hit(
  content: HitContent,
  rankOfHit: number,
  known: ReadonlyMap<FragmentId, Fused>,
  anchors: ReadonlyMap<FragmentId, FragmentId>,
  vectorScores: ReadonlyMap<FragmentId, number | null>,
): Hit {
  const own = known.get(content.fragment);
  const expandedFrom = anchors.get(content.fragment) ?? null;
  const score = expandedFrom === null ? own?.score : known.get(expandedFrom)?.score;
  return {
    ...content,
    rank: rankOfHit,
    score: score ?? 0,
    lexicalRank: own?.lexicalRank ?? null,
    denseRank: own?.denseRank ?? null,
    vectorScore: vectorScores.get(content.fragment) ?? null,
    expandedFrom,
  };
}
