/**
 * What indexing needs of the store. The store implements it over its writer and reader threads;
 * the indexing coordinator calls it. Every method that writes is one transaction.
 */
import type { DocumentId, FragmentId } from '../ids.ts';
import type { KnowledgePoint, Relation } from '../content.ts';
import type { DocumentState, FoundFile, KnownFile } from '../library.ts';
import type { PackedPage } from '../packing.ts';

/** A folder or single file that a person added to a collection. */
export interface Root {
  readonly id: number;
  readonly collection: string;
  readonly path: string;
  readonly kind: 'folder' | 'file';
}

/** The outcome of looking at one root again. */
export interface ScanChanges {
  /** Files that exist, with the document their bytes make. Unchanged files need not be repeated. */
  readonly present: readonly (FoundFile & { readonly document: DocumentId })[];
  /** Known paths that are no longer there. */
  readonly gone: readonly string[];
  /**
   * Documents that lose their last file stay until `removeUnheld`, so that a file that moved from
   * one root to another keeps everything when the roots are scanned one after the other.
   */
  readonly keepUnheld?: boolean;
}

export interface ScanOutcome {
  /** Documents that were not known before; they are now `waiting`. */
  readonly added: readonly DocumentId[];
  /** Documents that no file holds any longer; all their rows are gone. */
  readonly removed: readonly DocumentId[];
}

export interface DocumentWork {
  readonly document: DocumentId;
  /** A path that holds the document now. */
  readonly path: string;
  readonly bytes: number;
  readonly state: DocumentState;
  /** Null until the first batch told it. */
  readonly pageCount: number | null;
  /** Physical pages staged or published so far (any state). */
  readonly pagesDone: readonly number[];
  /** Pages whose state is `pending` (waiting for OCR). */
  readonly pagesPending: readonly number[];
}

export interface FragmentText {
  readonly fragment: FragmentId;
  readonly heading: readonly string[];
  readonly text: string;
}

export interface IndexStore {
  addRoots(collection: string, roots: readonly Pick<Root, 'path' | 'kind'>[]): Promise<Root[]>;
  roots(collection?: string): Promise<Root[]>;
  /** Removes roots and every file under them; documents left without a file go too. */
  removeRoots(ids: readonly number[]): Promise<ScanOutcome>;
  knownFiles(root: number): Promise<KnownFile[]>;
  applyScan(root: number, changes: ScanChanges): Promise<ScanOutcome>;
  /** Removes documents that no file holds (after scans with `keepUnheld`). */
  removeUnheld(): Promise<ScanOutcome>;
  /** Documents in state `waiting` or `reading`, and ready ones with pages pending, oldest first. */
  work(limit: number): Promise<DocumentWork[]>;
  documentWork(document: DocumentId): Promise<DocumentWork | null>;
  /** Commits one batch of pages; the document is `reading` from the first on. Idempotent per page. */
  stagePages(document: DocumentId, pageCount: number, pages: readonly PackedPage[]): Promise<void>;
  /** All pages staged or published, in page order, packed. */
  packedPages(document: DocumentId): Promise<PackedPage[]>;
  /**
   * Publishes a generation from packed content: sections, fragments, regions, assets and FTS rows
   * replace those of the generation before; fragments whose id is unchanged keep their vectors.
   * `generation` must be one more than the stored one, else the call changes nothing.
   */
  publish(document: DocumentId, content: Uint8Array): Promise<{ readonly generation: number }>;
  /**
   * Marks the document `failed` or `passwordNeeded`, or `waiting` again (problem null); `waiting`
   * drops pages in state `failed`, so that they are read again.
   */
  setState(
    document: DocumentId,
    state: DocumentState,
    problem: { readonly code: string; readonly message: string } | null,
  ): Promise<void>;
  /** Drops all staged pages, so that `work` has the document read from the first page again. */
  forgetPages(document: DocumentId): Promise<void>;
  /** Fragments with no vector of this fingerprint. */
  withoutVectors(fingerprint: string, limit: number): Promise<FragmentText[]>;
  putVectors(
    fingerprint: string,
    dimensions: number,
    vectors: readonly { readonly fragment: FragmentId; readonly vector: Float32Array }[],
  ): Promise<void>;
  /**
   * Ready documents whose knowledge was not made yet for their generation by this maker, or was
   * made before all their fragments had vectors, which they have now.
   */
  withoutKnowledge(maker: string, limit: number): Promise<DocumentId[]>;
  /**
   * Replaces the maker's points of the document and the relations that go out from them; points
   * whose id is unchanged keep what comes in. `basis` is the state the knowledge was made from
   * (see the knowledge maker's result); without it the state of now is assumed.
   */
  putKnowledge(
    document: DocumentId,
    maker: string,
    points: readonly KnowledgePoint[],
    relations: readonly Relation[],
    basis?: string,
  ): Promise<void>;
}
