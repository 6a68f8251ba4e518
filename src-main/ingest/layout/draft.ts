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
  /** Its words were recognised from a picture: sizes of print are guesses. */
  readonly recognised: boolean;
  readonly table: TableGrid | null;
  caption: string | null;
}
