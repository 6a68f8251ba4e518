/**
 * What the ingest room makes of a whole document: sections, fragments with regions, and assets.
 * It is published to the library in one transaction, as one generation.
 */
import type { AssetId, DocumentId, FragmentId, PointId } from './ids.ts';
import type { Box, PageBox } from './geometry.ts';
import type { PageLayout, TableGrid } from './page.ts';

export const FRAGMENT_KINDS = ['text', 'table', 'image', 'example'] as const;
export type FragmentKind = (typeof FRAGMENT_KINDS)[number];

/** A heading and what stands under it; `parent` is the ordinal of the enclosing section. */
export interface Section {
  readonly ordinal: number;
  readonly parent: number | null;
  readonly level: number;
  readonly title: string;
  readonly page: number;
}

/** One word of a region: half-open character range in the fragment's `text`, and its box. */
export interface RegionWord extends Box {
  readonly start: number;
  readonly end: number;
}

/**
 * One printed line of a fragment: never a block's hull. `start`/`end` are the half-open character
 * range of `Fragment.text` that the line prints. A table or image fragment has one region per line
 * of text inside it, or its hull with an empty range where there is no text.
 */
export interface Region extends PageBox {
  readonly start: number;
  readonly end: number;
  readonly words: readonly RegionWord[];
}

export interface Fragment {
  readonly id: FragmentId;
  readonly kind: FragmentKind;
  /** Order within the document, from 0. */
  readonly ordinal: number;
  /** `Section.ordinal`, null before the first heading. */
  readonly section: number | null;
  /** Titles from the outermost heading to the section's own. */
  readonly heading: readonly string[];
  /** What is searched and quoted; regions index into it. */
  readonly text: string;
  /** What a model reads: the text, or a table as Markdown with its caption. */
  readonly markdown: string;
  /** Counted by the one fixed tokenizer. */
  readonly tokens: number;
  readonly regions: readonly Region[];
  /** The table or figure behind a fragment of kind `table` or `image`. */
  readonly asset: AssetId | null;
}

export type AssetKind = 'table' | 'figure';

export interface Asset {
  readonly id: AssetId;
  readonly kind: AssetKind;
  /** "Table 3", "Figure 2"; null where none is printed. */
  readonly label: string | null;
  readonly caption: string | null;
  readonly page: number;
  readonly box: Box;
  readonly table: TableGrid | null;
}

/** Everything one generation of a document publishes. */
export interface DocumentContent {
  readonly document: DocumentId;
  readonly title: string | null;
  readonly language: string | null;
  readonly pages: readonly PageLayout[];
  readonly sections: readonly Section[];
  readonly fragments: readonly Fragment[];
  readonly assets: readonly Asset[];
}

export const RELATION_KINDS = [
  'same-topic',
  'extends',
  'contrasts',
  'supports',
  'prerequisite',
  'similar',
] as const;
export type RelationKind = (typeof RELATION_KINDS)[number];

/** `maker` says what made the row: `extractive`, `vectors`, or a model's fingerprint. */
export interface KnowledgePoint {
  readonly id: PointId;
  readonly document: DocumentId;
  readonly fragment: FragmentId;
  readonly title: string;
  readonly summary: string;
  readonly maker: string;
  /** Normalised headings and names by which points of different documents meet. */
  readonly topics?: readonly string[];
}

export interface Relation {
  readonly from: PointId;
  readonly to: PointId;
  readonly kind: RelationKind;
  /** 0 to 1; cosine for `similar`. */
  readonly weight: number;
  readonly maker: string;
}
