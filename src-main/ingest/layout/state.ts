/**
 * The ledger state of a page that was read. In: what is printed as text and as pictures. Out: the
 * state and, for every state but `text`, one plain sentence.
 */
import type { PageComplexityStats } from '@llamaindex/liteparse';
import type { PageState } from '../../domain/page.ts';

export interface LedgerEntry {
  readonly state: PageState;
  readonly reason: string | null;
}

/** A page with fewer letters and digits than this may be a scan with a stamp or a page number. */
const FEW_CHARACTERS = 50;
/** Share of the page that pictures cover before a page with little text counts as a scan. */
const PICTURE_SHARE = 0.1;
/** Share of the page in filled outlines that no text stands on: lettering drawn as shapes. */
const OUTLINE_SHARE = 0.005;
/** A searchable scan has about this many characters at least; a stamped one has fewer. */
const SCAN_CHARACTERS = 200;

export const REASONS = {
  scanned: 'This page is a picture without text; it waits for text recognition.',
  garbled: 'The text stored in this page is unreadable; it waits for text recognition.',
  empty: 'Nothing is printed on this page.',
  failed: 'This page could not be read.',
} as const;

/**
 * `characters` counts what is printed as text, white space aside; `blank` says whether the picture
 * of the page is one colour (asked only when there is no text).
 */
export async function pageLedger(
  characters: number,
  complexity: PageComplexityStats | undefined,
  blank: () => Promise<boolean>,
): Promise<LedgerEntry> {
  const scanned: LedgerEntry = { state: 'pending', reason: REASONS.scanned };
  if (characters === 0) return (await blank()) ? { state: 'empty', reason: REASONS.empty } : scanned;
  if (complexity === undefined) return { state: 'text', reason: null };
  if (complexity.isGarbled) return { state: 'pending', reason: REASONS.garbled };
  if (complexity.fullPageImage && characters < SCAN_CHARACTERS) return scanned;
  if (characters < FEW_CHARACTERS) {
    const pictures = Math.max(complexity.imageCoverage, complexity.layout?.figureCoverage ?? 0);
    const outlines = (complexity.uncoveredVectorArea ?? 0) / Math.max(1, complexity.pageArea);
    if (pictures >= PICTURE_SHARE || outlines >= OUTLINE_SHARE) return scanned;
  }
  return { state: 'text', reason: null };
}
