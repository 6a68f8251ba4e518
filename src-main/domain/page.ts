/**
 * What the page reader makes of one page. In: a PDF page. Out: lines and blocks in reading order,
 * tables with cells, figures, and the state that goes into the ledger.
 */
import type { Box, Rotation } from './geometry.ts';

/** Ledger states; `pending` means that OCR (or reading) is still to come. */
export const PAGE_STATES = ['text', 'ocr', 'unreliable', 'empty', 'failed', 'pending'] as const;
export type PageState = (typeof PAGE_STATES)[number];

export interface Word {
  readonly text: string;
  readonly box: Box;
}

/** One printed line: its words in reading order, and the box around them. */
export interface Line {
  readonly text: string;
  readonly box: Box;
  readonly words: readonly Word[];
}

export interface TableCell {
  readonly text: string;
  readonly rowSpan: number;
  readonly columnSpan: number;
  /** Null where no ink stands behind the cell. */
  readonly box: Box | null;
}

/** Rows of cells; the first `headerRows` rows are column headers. */
export interface TableGrid {
  readonly cells: readonly (readonly TableCell[])[];
  readonly headerRows: number;
}

export type BlockKind =
  'heading' | 'paragraph' | 'listItem' | 'code' | 'caption' | 'table' | 'figure' | 'furniture';

/** A classified region of the page. `furniture` is running heads and feet: kept, never indexed. */
export interface Block {
  readonly kind: BlockKind;
  readonly text: string;
  readonly lines: readonly Line[];
  /** Hull of the block, for drawing and for cropping figures; citations use the lines. */
  readonly box: Box;
  /** Heading level 1-6, or nesting depth of a list item. */
  readonly level: number | null;
  readonly table: TableGrid | null;
  /** Caption text of a table or figure, with its number ("Table 3. Cost of …"). */
  readonly caption: string | null;
}

export interface PageLayout {
  /** 1-based physical page. */
  readonly number: number;
  /** Printed label from /PageLabels, null where the document defines none. */
  readonly label: string | null;
  /** Size of the page as shown (after crop and rotation), in points. */
  readonly width: number;
  readonly height: number;
  readonly rotation: Rotation;
  readonly cropBox: Box;
  readonly state: PageState;
  /** One plain sentence; null for a page of state `text`. */
  readonly reason: string | null;
  /** BCP-47 primary tag guessed from the text, null when unknown. */
  readonly language: string | null;
  /** In reading order. */
  readonly blocks: readonly Block[];
  /** Milliseconds the reader spent on the page. */
  readonly milliseconds: number;
}
