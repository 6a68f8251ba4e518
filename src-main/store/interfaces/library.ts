/**
 * What the library answers about itself: collections, documents, pages, fragments, health.
 * In: ids, paths, filters. Out: domain records; a thing that is not there is null, never an error.
 */
import type { DocumentId, FragmentId } from '../../domain/ids.ts';
import type { Fragment, FragmentKind, Section } from '../../domain/content.ts';
import type { CollectionRecord, DocumentRecord, PageCounts } from '../../domain/library.ts';
import type { PageLayout, PageState } from '../../domain/page.ts';
import type { SearchFilter } from '../../domain/search.ts';

/** A document as a list shows it. */
export interface DocumentListing extends DocumentRecord {
  /** Base name of the first path in alphabetical order. */
  readonly name: string;
  /** One letter per page: t text, o ocr, u unreliable, e empty, f failed, p pending or unread. */
  readonly ledger: string;
}

export interface DocumentQuery {
  readonly collection?: string | undefined;
  /** Part of a file name; case, width and accents do not matter. */
  readonly name?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** A run of pages in one state with one reason. */
export interface LedgerRun {
  readonly from: number;
  readonly to: number;
  readonly state: PageState;
  readonly reason: string | null;
}

/** A fragment with where it stands: `page` is the physical page of its first region. */
export interface StoredFragment extends Fragment {
  readonly document: DocumentId;
  readonly path: string;
  readonly page: number;
  readonly pageLabel: string | null;
}

export interface LibraryCounts {
  readonly documents: number;
  readonly pages: PageCounts;
  readonly fragments: Readonly<Record<FragmentKind, number>>;
  readonly fragmentsWithoutVectors: number;
  readonly knowledgePoints: number;
  readonly relations: number;
}

/** One line of `doctor`. `detail` is a sentence for a person. */
export interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

export interface LibraryQueries {
  collections(): Promise<CollectionRecord[]>;
  /** Ordered by name; `total` counts what matches without offset and limit. */
  documents(query: DocumentQuery): Promise<{ total: number; documents: DocumentListing[] }>;
  /** By id, by an unambiguous start of an id (8 digits or more), by absolute path, or by a file name that is unique. */
  document(idOrPath: string): Promise<DocumentListing | null>;
  ledgerReasons(document: DocumentId): Promise<LedgerRun[]>;
  sections(document: DocumentId): Promise<Section[]>;
  /** The layout as published, else as staged; null where the page was not read yet. */
  page(document: DocumentId, page: number): Promise<PageLayout | null>;
  fragment(id: FragmentId): Promise<StoredFragment | null>;
  /** In the order asked for; unknown ids are left out. */
  fragments(ids: readonly FragmentId[]): Promise<StoredFragment[]>;
  /** Fragments whose first region is on the page, in reading order. */
  fragmentsOfPage(document: DocumentId, page: number): Promise<StoredFragment[]>;
  pathsOf(document: DocumentId): Promise<string[]>;
  counts(collection?: string): Promise<LibraryCounts>;
  /** Pages in scope that are pending or unread; a document whose length is unknown counts as one page. */
  pendingPages(filter: Pick<SearchFilter, 'collection' | 'documents'>): Promise<number>;
  /** The checks of `doctor` on the three databases and on the files they know. */
  check(): Promise<HealthCheck[]>;
}
