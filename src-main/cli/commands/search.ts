/** Command `search`. In: a query, or rows of a batch file. Out: ranked hits with their boxes. */
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { Option } from 'commander';
import { z } from 'zod';
import type { Client } from '../../../src-preload/contract/client.ts';
import type { WireHit, WireSearchResult } from '../../../src-preload/contract/shapes.ts';
import { describeError, UsageError } from '../errors.ts';
import { count, duration, place, shorten, wrap } from '../format.ts';
import { resolveDocument } from '../paths.ts';
import { wholeNumber } from '../options.ts';
import type { Output } from '../output.ts';
import { clean } from '../output.ts';
import type { Session } from '../session.ts';
import { runAction } from '../session.ts';

interface SearchOptions {
  readonly top: number;
  readonly mode: 'hybrid' | 'lexical' | 'dense';
  readonly graph: boolean;
  readonly document?: string;
  readonly collection?: string;
  readonly batch?: string;
}

const batchRowSchema = z.object({
  id: z.union([z.string(), z.number()]),
  query: z.string(),
  document: z.string().nullish(),
});

function searchOnce(
  client: Client,
  query: string,
  options: SearchOptions,
  signal: AbortSignal,
): Promise<WireSearchResult> {
  const { top, mode, graph, document, collection } = options;
  return client.call(
    'search.run',
    {
      query,
      top,
      mode,
      graph,
      document: document === undefined ? undefined : resolveDocument(document),
      collection,
    },
    signal,
  );
}

function hitLines(output: Output, hit: WireHit): string {
  const how = [
    hit.lexicalRank === null ? '' : `words #${hit.lexicalRank}`,
    hit.denseRank === null ? '' : `meaning #${hit.denseRank}`,
    hit.expandedFrom === null ? '' : 'related to a hit above',
  ].filter((part) => part !== '');
  const head = `${String(hit.rank).padStart(2)}  ${output.strong(place(hit))}`;
  const heading = hit.heading.length > 0 ? `    ${clean(hit.heading.join(' › '))}\n` : '';
  return `${head}  ${hit.kind === 'text' ? '' : `${hit.kind}, `}${how.join(', ')}\n${heading}${wrap(shorten(hit.text, 300), output.width, '    ')}`;
}

function printHits(output: Output, result: WireSearchResult): void {
  if (result.hits.length === 0) output.line('Nothing was found.');
  for (const hit of result.hits) output.line(`${hitLines(output, hit)}\n`);
  const unread = result.pending.pages > 0 ? ` ${count(result.pending.pages, 'page')} not read yet.` : '';
  output.line(`${count(result.hits.length, 'hit')} in ${duration(result.milliseconds)}.${unread}`);
}

/** The id of a row even where the rest of the row is wrong. */
function rowId(row: unknown): unknown {
  return typeof row === 'object' && row !== null && 'id' in row ? row.id : null;
}

async function searchRow(
  session: Session,
  client: Client,
  line: string,
  options: SearchOptions,
): Promise<void> {
  let row: unknown = null;
  try {
    try {
      row = JSON.parse(line);
    } catch {
      throw new UsageError('This line is not JSON.');
    }
    const parsed = batchRowSchema.safeParse(row);
    if (!parsed.success) throw new UsageError('A row needs "id" and "query", and may have "document".');
    const { id, query, document } = parsed.data;
    const scoped = document ? { ...options, document } : options;
    session.output.object({ id, ...(await searchOnce(client, query, scoped, session.signal)) });
  } catch (thrown) {
    const error = describeError(thrown);
    if (error.code === 'cancelled' || error.code === 'engineUnavailable') throw thrown;
    session.output.object({
      id: rowId(row),
      error: { code: error.code, message: error.message, retryable: error.retryable },
    });
  }
}

/** Streams one line per row, in the order of the file; "-" reads stdin. */
async function searchBatch(session: Session, file: string, options: SearchOptions): Promise<void> {
  if (file !== '-')
    await access(file).catch(() => {
      throw new UsageError(`The batch file "${file}" cannot be read.`);
    });
  const client = await session.client();
  const input = file === '-' ? process.stdin : createReadStream(file, 'utf8');
  const lines = createInterface({ input, crlfDelay: Infinity, signal: session.signal });
  for await (const line of lines) if (line.trim() !== '') await searchRow(session, client, line, options);
  session.signal.throwIfAborted();
}

/** Adds the command to the program. */
export function addSearchCommand(program: Command): void {
  program
    .command('search')
    .description('find passages; one retrieval round')
    .argument('[query]', 'what to look for')
    .option('--top <number>', 'how many hits', wholeNumber(1, 200), 8)
    .addOption(
      new Option('--mode <mode>', 'words, meaning, or both')
        .choices(['hybrid', 'lexical', 'dense'])
        .default('hybrid'),
    )
    .option('--no-graph', 'leave out passages related to the hits')
    .option('--document <document>', 'inside one document: a path or an id')
    .option('--collection <name>', 'inside one collection')
    .option('--batch <file.jsonl>', 'rows {id, query, document?}; one JSON line each')
    .action((query: string | undefined, options: SearchOptions, command: Command) =>
      runAction(command, async (session) => {
        if (options.batch !== undefined) {
          if (query !== undefined) throw new UsageError('Give a query or --batch, not both.');
          await searchBatch(session, options.batch, options);
          return 0;
        }
        if (query === undefined || query.trim() === '')
          throw new UsageError('Give a query, or --batch FILE.');
        const result = await searchOnce(await session.client(), query, options, session.signal);
        if (session.output.json) session.output.object(result);
        else printHits(session.output, result);
        return 0;
      }),
    );
}
