/** Command `show`. In: a document, a page or a fragment. Out: what is stored of it, or its picture. */
import type { Command } from 'commander';
import type { CallOutput } from '../../../src-preload/contract/contract.ts';
import type { PageDetail } from '../../../src-preload/contract/library.ts';
import type { WirePageBox } from '../../../src-preload/contract/shapes.ts';
import type { Client } from '../../../src-preload/contract/client.ts';
import { bytes, count, pageCounts, wrap } from '../format.ts';
import { resolveDocument } from '../paths.ts';
import { wholeNumber } from '../options.ts';
import { writeWhole } from '../files.ts';
import type { Output } from '../output.ts';
import { clean } from '../output.ts';
import { runAction } from '../session.ts';

const STATE_SENTENCES: Record<PageDetail['page']['state'], string> = {
  text: 'read as text',
  ocr: 'recognised from its picture',
  unreliable: 'unreliable',
  empty: 'empty',
  failed: 'not readable',
  pending: 'still to be read',
};

/** White around a fragment's crop, in points, so that the first and last line are not cut. */
const CROP_MARGIN = 6;

type DocumentDetail = CallOutput<'library.document'>;

function printDocument(output: Output, document: DocumentDetail): void {
  output.line(output.strong(clean(document.title ?? document.name)));
  for (const path of document.paths) output.line(`  ${clean(path)}`);
  output.line(
    `  ${count(document.pageCount, 'page')}, ${bytes(document.bytes)}, ${document.state === 'passwordNeeded' ? 'password needed' : document.state}`,
  );
  output.line(`  Id ${document.id}`);
  output.line(`  In ${clean(document.collections.join(', '))}`);
  if (document.problem) output.line(`  ${clean(document.problem.message)}`);
  output.line(`  ${pageCounts(document.pages)}`);
  for (const run of document.ledgerReasons.filter(({ reason }) => reason !== null)) {
    const pages = run.from === run.to ? `Page ${run.from}` : `Pages ${run.from}–${run.to}`;
    output.line(`    ${pages}, ${STATE_SENTENCES[run.state]}: ${clean(run.reason ?? '')}`);
  }
  if (document.sections.length > 0) output.line('  Sections');
  for (const { level, title, page } of document.sections)
    output.line(`    ${'  '.repeat(Math.max(0, level - 1))}${clean(title)}  ${page}`);
}

function tableSize(table: PageDetail['tables'][number]): string {
  const widest = Math.max(
    0,
    ...table.cells.map((row) => row.reduce((sum, cell) => sum + cell.columnSpan, 0)),
  );
  return `${count(table.cells.length, 'row')}, ${count(widest, 'column')}`;
}

function printPage(output: Output, detail: PageDetail): void {
  const { page, text, tables, figures } = detail;
  const printed = page.label === null ? '' : ` (printed ${clean(page.label)})`;
  const turned = page.rotation === 0 ? '' : `, turned by ${page.rotation}°`;
  output.line(output.strong(`Page ${page.number}${printed}`));
  output.line(
    `${Math.round(page.width)} × ${Math.round(page.height)} pt${turned}, ${STATE_SENTENCES[page.state]}${page.reason ? `: ${clean(page.reason)}` : ''}`,
  );
  output.line();
  output.line(wrap(clean(text), output.width));
  if (tables.length + figures.length > 0) output.line();
  for (const table of tables)
    output.line(`Table: ${clean(table.caption ?? 'without a caption')} (${tableSize(table)})`);
  for (const figure of figures)
    output.line(`Figure: ${clean(figure.caption ?? figure.label ?? 'without a caption')}`);
}

/** Smallest box around all boxes of one page, with a margin; null when there is none. */
export function hullOfPage(
  boxes: readonly WirePageBox[],
  page: number,
): { x0: number; y0: number; x1: number; y1: number } | null {
  const own = boxes.filter((box) => box.page === page);
  if (own.length === 0) return null;
  return {
    x0: Math.min(...own.map(({ x0 }) => x0)) - CROP_MARGIN,
    y0: Math.min(...own.map(({ y0 }) => y0)) - CROP_MARGIN,
    x1: Math.max(...own.map(({ x1 }) => x1)) + CROP_MARGIN,
    y1: Math.max(...own.map(({ y1 }) => y1)) + CROP_MARGIN,
  };
}

async function writePicture(
  client: Client,
  request: Parameters<typeof client.call<'library.picture'>>[1],
  file: string,
  signal: AbortSignal,
): Promise<string> {
  const { png } = await client.call('library.picture', request, signal);
  return writeWhole(file, Buffer.from(png, 'base64'));
}

/** Adds the command with its three forms to the program. */
export function addShowCommand(program: Command): void {
  const show = program.command('show').description('what is stored of a document, a page or a fragment');

  show
    .command('document')
    .description('a document: paths, state of every page, sections')
    .argument('<document>', 'a path or an id')
    .action((document: string, _options: object, command: Command) =>
      runAction(command, async ({ client, output, signal }) => {
        const detail = await (
          await client()
        ).call('library.document', { document: resolveDocument(document) }, signal);
        if (output.json) output.object(detail);
        else printDocument(output, detail);
        return 0;
      }),
    );

  show
    .command('page')
    .description('a page in reading order, with its tables and figures')
    .argument('<document>', 'a path or an id')
    .argument('<page>', 'physical page, from 1', wholeNumber(1, 1_000_000))
    .option('--image <out.png>', 'write the page with its regions drawn by kind')
    .action((document: string, page: number, options: { image?: string }, command: Command) =>
      runAction(command, async ({ client, output, signal }) => {
        const engine = await client();
        const at = { document: resolveDocument(document), page };
        const detail = await engine.call('library.page', at, signal);
        const image = options.image
          ? await writePicture(engine, { ...at, regions: true }, options.image, signal)
          : undefined;
        if (output.json) output.object({ ...detail, image });
        else printPage(output, detail);
        if (image) output.line(`Picture: ${image}`);
        return 0;
      }),
    );

  show
    .command('fragment')
    .description('a fragment: its text and where it stands')
    .argument('<id>')
    .option('--image <out.png>', 'write its crop of the page')
    .action((fragment: string, options: { image?: string }, command: Command) =>
      runAction(command, async ({ client, output, signal }) => {
        const engine = await client();
        const detail = await engine.call('library.fragment', { fragment }, signal);
        const { document, page } = detail;
        const box = hullOfPage(detail.boxes, page) ?? undefined;
        const image = options.image
          ? await writePicture(engine, { document, page, box }, options.image, signal)
          : undefined;
        if (output.json) output.object({ ...detail, image });
        else {
          output.line(output.strong(`${clean(detail.path)}, page ${page}`));
          if (detail.heading.length > 0) output.line(clean(detail.heading.join(' › ')));
          output.line(
            `${detail.kind}, ${count(detail.tokens, 'token')}, ${count(detail.boxes.length, 'box', 'boxes')}\n`,
          );
          output.line(
            detail.kind === 'table' ? clean(detail.markdown) : wrap(clean(detail.text), output.width),
          );
        }
        if (image) output.line(`Picture: ${image}`);
        return 0;
      }),
    );
}
