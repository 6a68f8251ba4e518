/**
 * What retrieval asks of the index: two ranked lists, the hits' content, and one hop of relations.
 * `lexical` and `dense` run on their own threads, so both may be asked for at the same time.
 */
import type { FragmentId } from '../../domain/ids.ts';
import type { RelationKind } from '../../domain/content.ts';
import type { Hit, SearchFilter } from '../../domain/search.ts';
import type { StoredFragment } from './library.ts';

/** One place in a ranked list. */
export interface Ranked {
  readonly fragment: FragmentId;
  /** Higher is better: BM25 (negated `bm25()`), or cosine. */
  readonly score: number;
  /** The fragment's page is `unreliable`: its text is not to be trusted as good. */
  readonly unreliable: boolean;
}

export interface LexicalQuery {
  /** An FTS5 expression; retrieve builds it with every user character quoted. */
  readonly match: string;
  readonly filter: SearchFilter;
  readonly limit: number;
}

export interface DenseQuery {
  /** Unit vector. */
  readonly vector: Float32Array;
  readonly fingerprint: string;
  readonly filter: SearchFilter;
  /** At most 4096 (sqlite-vec's limit). */
  readonly limit: number;
}

/** A hit without its ranks. */
export type HitContent = Omit<
  Hit,
  'rank' | 'score' | 'lexicalRank' | 'denseRank' | 'vectorScore' | 'expandedFrom'
>;

/** A fragment one hop away from an anchor. */
export interface Related {
  readonly from: FragmentId;
  readonly to: FragmentId;
  readonly kind: RelationKind;
  readonly weight: number;
}

export interface SearchQueries {
  /** Throws notFound for a collection that does not exist. */
  lexical(query: LexicalQuery): Promise<Ranked[]>;
  /** Exact nearest neighbours by cosine; empty where no vector of the fingerprint exists. */
  dense(query: DenseQuery): Promise<Ranked[]>;
  /** How many fragments have a vector of this fingerprint. */
  vectorCount(fingerprint: string): Promise<number>;
  /** Cosine with each fragment, null where it has no vector of the fingerprint; in order. */
  cosines(
    vector: Float32Array,
    fingerprint: string,
    fragments: readonly FragmentId[],
  ): Promise<(number | null)[]>;
  /** In order; fragments that are gone, or that no file holds any longer, are left out. */
  hydrate(fragments: readonly FragmentId[]): Promise<HitContent[]>;
  /**
   * One hop from each anchor through the knowledge points of the fragment, or of its section where
   * the fragment itself is no source. Typed relations first, then by weight; within the filter.
   */
  related(anchors: readonly FragmentId[], filter: SearchFilter, limit: number): Promise<Related[]>;
  /** The fragments before and after in the document's order, and the fragment itself. */
  neighbours(fragment: FragmentId, before: number, after: number): Promise<StoredFragment[]>;
  pendingPages(filter: Pick<SearchFilter, 'collection' | 'documents'>): Promise<number>;
}
