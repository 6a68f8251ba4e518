/** One retrieval round: what is asked of the index, and the ranked hits that come back. */
import type { DocumentId, FragmentId } from './ids.ts';
import type { FragmentKind } from './content.ts';
import type { PageBox } from './geometry.ts';

export type SearchMode = 'hybrid' | 'lexical' | 'dense';

export interface SearchFilter {
  readonly collection?: string | undefined;
  readonly documents?: readonly DocumentId[] | undefined;
  readonly kinds?: readonly FragmentKind[] | undefined;
}

export interface SearchRequest extends SearchFilter {
  readonly query: string;
  /** How many ranked hits; expansions come after them. */
  readonly top: number;
  readonly mode: SearchMode;
  /** Whether one-hop expansion along relations is appended. */
  readonly graph: boolean;
}

/** A figure or table standing beside a hit. */
export interface MediaReference {
  readonly fragment: FragmentId;
  readonly label: string | null;
  readonly kind: 'table' | 'image';
  readonly page: number;
}

export interface Hit {
  /** From 1. */
  readonly rank: number;
  readonly fragment: FragmentId;
  readonly kind: FragmentKind;
  readonly document: DocumentId;
  /** One path of the document, for a person; the id is what counts. */
  readonly path: string;
  readonly page: number;
  readonly pageLabel: string | null;
  readonly boxes: readonly PageBox[];
  readonly heading: readonly string[];
  readonly text: string;
  /** Text with tables as Markdown: what a model reads. */
  readonly markdown: string;
  /** Fused score; comparable within one search only. */
  readonly score: number;
  readonly lexicalRank: number | null;
  readonly denseRank: number | null;
  /** Cosine of query and fragment, null while the vector is pending or dense search is off. */
  readonly vectorScore: number | null;
  readonly expandedFrom: FragmentId | null;
  readonly media: readonly MediaReference[];
}

/** Milliseconds per stage, as the paper times them. */
export interface SearchStages {
  readonly embed: number;
  readonly lexical: number;
  readonly dense: number;
  readonly graph: number;
  readonly context: number;
}

export interface SearchResult {
  readonly query: string;
  readonly milliseconds: number;
  readonly stages: SearchStages;
  readonly hits: readonly Hit[];
  readonly pending: { readonly pages: number };
}
