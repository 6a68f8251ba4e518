/** What indexing is given by the engine. */
import type { IndexProgress } from '../../../src-preload/contract/library.ts';
import type { KnowledgePoint, Relation } from '../../domain/content.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { IndexStore } from '../../domain/ports/index-store.ts';
import type { Embedder } from '../../domain/ports/language-model.ts';
import type { PageReader } from '../../domain/ports/reader.ts';
import type { Scheduler } from '../../domain/ports/scheduler.ts';
import type { LibraryQueries } from '../../store/interfaces/library.ts';

/** Makes the knowledge points and relations of one document. */
export interface KnowledgeMaker {
  readonly maker: string;
  make(
    document: DocumentId,
    signal: AbortSignal,
  ): Promise<{
    readonly points: readonly KnowledgePoint[];
    readonly relations: readonly Relation[];
    /** State of the document they were made from (`putKnowledge`). */
    readonly basis?: string | undefined;
  }>;
}

export interface IndexerDeps {
  readonly store: IndexStore;
  readonly library: LibraryQueries;
  readonly reader: PageReader;
  readonly embedder: Embedder;
  readonly knowledge: KnowledgeMaker;
  readonly scheduler: Scheduler;
  onProgress(progress: IndexProgress): void;
  /** Names of collections whose documents changed. */
  onChange(collections: string[]): void;
  onNotice(notice: { readonly code: string; readonly message: string }): void;
}
