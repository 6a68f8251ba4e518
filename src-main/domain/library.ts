/** Files, documents and collections as the library keeps them. */
import type { DocumentId } from './ids.ts';
import type { PageState } from './page.ts';

/**
 * Where a document stands. `ready` once its first generation is published (pages may still be
 * `pending` OCR); `failed` and `passwordNeeded` carry a problem.
 */
export const DOCUMENT_STATES = ['waiting', 'reading', 'ready', 'failed', 'passwordNeeded'] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

/** Why a file could not be read: a stable code and one sentence a person understands. */
export interface Problem {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** A file as the walker found it. `path` is absolute and as read from the disk. */
export interface FoundFile {
  readonly path: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** A file the library knows, and the document it held when last looked at. */
export interface KnownFile extends FoundFile {
  readonly document: DocumentId;
  readonly collection: string;
}

export type PageCounts = Readonly<Record<PageState, number>>;

export interface DocumentRecord {
  readonly id: DocumentId;
  readonly title: string | null;
  readonly language: string | null;
  readonly bytes: number;
  readonly pageCount: number;
  readonly state: DocumentState;
  readonly problem: { readonly code: string; readonly message: string } | null;
  /** 0 before the first publication. */
  readonly generation: number;
  readonly paths: readonly string[];
  readonly collections: readonly string[];
  readonly pages: PageCounts;
  /** ISO 8601 time of the last publication. */
  readonly indexedAt: string | null;
}

export interface CollectionRecord {
  readonly name: string;
  readonly documents: number;
  readonly pages: number;
  readonly folders: readonly string[];
}

/** The collection used when none is named. */
export const DEFAULT_COLLECTION = 'Library';
