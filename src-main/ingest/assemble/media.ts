/**
 * Fragments and assets of tables and figures. In: their blocks with captions. Out: the asset, and
 * fragments whose text is what stands in the boxes and whose Markdown is what a model reads.
 */
import type { Asset, Region } from '../../domain/content.ts';
import type { Box } from '../../domain/geometry.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { Block, Line, TableCell, TableGrid } from '../../domain/page.ts';
import { captionLabel } from '../layout/captions.ts';
import { countFixedTokens } from '../tokens.ts';
import { composeText, type FragmentDraft, type PlacedLine } from './fragments.ts';
import { assetId } from './ids.ts';

/** A long table is cut between rows; header rows and caption are repeated. Tokens. */
const TABLE_TOKENS = 400;

export interface MediaDraft {
  readonly asset: Asset;
  readonly fragments: readonly FragmentDraft[];
}

function escaped(cell: TableCell | undefined): string {
  return (cell?.text ?? '').replace(/\s+/gu, ' ').replace(/\|/gu, '\\|');
}

/** GitHub Markdown has no table without a header: an empty one stands for none. */
export function tableMarkdown(grid: TableGrid, rows: readonly (readonly TableCell[])[]): string {
  const columns = Math.max(1, ...grid.cells.map((row) => row.length));
  const print = (row: readonly TableCell[]): string =>
    `| ${Array.from({ length: columns }, (_, at) => escaped(row[at])).join(' | ')} |`;
  const headers = grid.cells.slice(0, grid.headerRows);
  const [first = [], ...more] = headers;
  const rule = `|${' --- |'.repeat(columns)}`;
  return [print(first), rule, ...more.map(print), ...rows.map(print)].join('\n');
}

function asset(document: DocumentId, block: Block, page: number): Asset {
  const kind = block.kind === 'table' ? 'table' : 'figure';
  return {
    id: assetId(document, kind, { page, ...block.box }),
    kind,
    label: captionLabel(block.caption ?? ''),
    caption: block.caption,
    page,
    box: block.box,
    table: block.table,
  };
}

function within(box: Box, line: Line): boolean {
  return line.words.some((word) => {
    const x = (word.box.x0 + word.box.x1) / 2;
    const y = (word.box.y0 + word.box.y1) / 2;
    return x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1;
  });
}

/** Lines by the grid row they print; a line between rows goes with the row before it. */
function linesByRow(grid: TableGrid, lines: readonly Line[]): Line[][] {
  const rows: Line[][] = grid.cells.map(() => []);
  let row = 0;
  for (const line of lines) {
    const found = grid.cells.findIndex((cells) =>
      cells.some((cell) => cell.box !== null && within(cell.box, line)),
    );
    if (found >= 0) row = found;
    rows[row]?.push(line);
  }
  return rows;
}

/** Lines stand one below the other in a table's text; each is a piece of its own. */
function compose(lines: readonly PlacedLine[]): { text: string; regions: Region[] } {
  return composeText([{ kind: 'code', lines }], null);
}

export function tableMedia(
  document: DocumentId,
  block: Block,
  page: number,
  captionLines: readonly PlacedLine[],
): MediaDraft {
  const made = asset(document, block, page);
  const grid = block.table ?? { cells: [], headerRows: 0 };
  const rows = linesByRow(grid, block.lines);
  const headerLines = rows.slice(0, grid.headerRows).flat();
  const fragments: FragmentDraft[] = [];
  let gathered: { cells: readonly TableCell[]; lines: readonly Line[] }[] = [];
  let tokens = 0;
  const close = (): void => {
    const lines = [...headerLines, ...gathered.flatMap((row) => row.lines)].map((line) => ({ page, line }));
    const markdown = tableMarkdown(
      grid,
      gathered.map((row) => row.cells),
    );
    fragments.push({
      kind: 'table',
      ...compose([...captionLines, ...lines]),
      markdown: block.caption === null ? markdown : `${block.caption}\n\n${markdown}`,
    });
    [gathered, tokens] = [[], 0];
  };
  for (const [index, cells] of grid.cells.entries()) {
    if (index < grid.headerRows) continue;
    const lines = rows[index] ?? [];
    const more = countFixedTokens(lines.map((line) => line.text).join('\n'));
    if (gathered.length > 0 && tokens + more > TABLE_TOKENS) close();
    gathered.push({ cells, lines });
    tokens += more;
  }
  if (gathered.length > 0 || fragments.length === 0) close();
  return { asset: made, fragments };
}

export function figureMedia(
  document: DocumentId,
  block: Block,
  page: number,
  captionLines: readonly PlacedLine[],
): MediaDraft {
  const made = asset(document, block, page);
  const inner = block.lines.map((line) => ({ page, line }));
  const { text, regions } = compose([...captionLines, ...inner]);
  // A figure without text inside is cited by its own hull, beside its caption's lines.
  const hull: Region[] =
    inner.length > 0 ? [] : [{ page, ...block.box, start: text.length, end: text.length, words: [] }];
  const printed = inner.map(({ line }) => line.text).join('\n');
  const markdown = [block.caption, printed === '' ? null : `Text in the figure:\n${printed}`]
    .filter((part) => part !== null)
    .join('\n\n');
  return {
    asset: made,
    fragments: [{ kind: 'image', text, markdown, regions: [...regions, ...hull] }],
  };
}
