/** The one budget of cores. Work takes a lease before it computes and gives it back after. */
export type WorkKind = 'question' | 'read' | 'ocr' | 'embed' | 'knowledge';

export interface CoreLease {
  readonly cores: number;
  release(): void;
}

export interface Scheduler {
  /** Cores that exist for the budget. */
  readonly cores: number;
  /**
   * Waits until `cores` are free for this kind. While a question holds or waits for a lease, no
   * background kind is given a new one, so that a question pre-empts indexing at the next batch.
   * Rejects with the signal's reason when aborted.
   */
  acquire(kind: WorkKind, cores: number, signal: AbortSignal): Promise<CoreLease>;
  /** True while a question waits or runs; background work looks at it between batches. */
  readonly questionActive: boolean;
}
