/**
 * What knowledge making asks of the store: a document's sections and fragments, and the points of
 * the library that are near (by vector) or share a topic.
 */
import type { DocumentId, FragmentId, PointId } from '../../domain/ids.ts';
import type { FragmentKind, Section } from '../../domain/content.ts';

export interface SourceFragment {
  readonly id: FragmentId;
  readonly kind: FragmentKind;
  readonly ordinal: number;
  readonly section: number | null;
  readonly heading: readonly string[];
  readonly text: string;
}

export interface KnowledgeSource {
  readonly document: DocumentId;
  readonly title: string | null;
  readonly sections: readonly Section[];
  readonly fragments: readonly SourceFragment[];
  /** Fingerprint under which every fragment has a vector; null while some are missing. */
  readonly vectors: string | null;
  /** State of the document that knowledge is made from; hand it back to `putKnowledge`. */
  readonly basis: string;
}

/** A knowledge point near a fragment. */
export interface NearPoint {
  readonly fragment: FragmentId;
  readonly point: PointId;
  readonly document: DocumentId;
  readonly cosine: number;
}

/** A knowledge point that carries a topic; `frequency` counts the documents that carry it. */
export interface TopicPoint {
  readonly topic: string;
  readonly point: PointId;
  readonly document: DocumentId;
  readonly frequency: number;
}

export interface KnowledgeQueries {
  source(document: DocumentId): Promise<KnowledgeSource | null>;
  /** Points nearest to each fragment among points of other documents, at least `minimum` cosine. */
  near(
    document: DocumentId,
    fragments: readonly FragmentId[],
    fingerprint: string,
    options: { readonly perFragment: number; readonly minimum: number },
  ): Promise<NearPoint[]>;
  /** Vectors of fragments, null where missing; in order. */
  vectors(fingerprint: string, fragments: readonly FragmentId[]): Promise<(Float32Array | null)[]>;
  /** Points of other documents with one of the topics, at most `perTopic` each; topics carried by more than `maximum` documents are left out. */
  byTopics(
    document: DocumentId,
    topics: readonly string[],
    options: { readonly perTopic: number; readonly maximum: number },
  ): Promise<TopicPoint[]>;
}
