/** A block while its page is being put together. */
import type { BlockKind, Line, TableGrid } from '../../domain/page.ts';
import type { ViewBox } from './frame.ts';

export interface DraftBlock {
  kind: BlockKind;
  level: number | null;
  text: string;
  readonly lines: readonly Line[];
  readonly view: ViewBox;
  readonly fontSize: number;
  readonly table: TableGrid | null;
  caption: string | null;
}
