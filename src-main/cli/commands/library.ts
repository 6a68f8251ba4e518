/** Commands `index`, `collections`, `remove`. In: paths and names. Out: what the library holds then. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Client } from '../../../src-preload/contract/client.ts';
import type { IndexSummary } from '../../../src-preload/contract/library.ts';
import { UsageError } from '../errors.ts';
import { columns, count, duration, pageCounts } from '../format.ts';
import { readPasswords } from '../options.ts';
import type { Output } from '../output.ts';
import { clean } from '../output.ts';
import { indexView } from '../progress.ts';
import type { Session } from '../session.ts';
import { runAction } from '../session.ts';

const DEFAULT_COLLECTION = 'Library';

export interface IndexOptions {
  readonly paths: readonly string[];
  readonly collection: string;
  readonly passwords: readonly string[];
}

/** Indexes with progress on stderr; resolves when all pages, vectors and points are done. */
export async function indexPaths(session: Session, options: IndexOptions): Promise<IndexSummary> {
  const client = await session.client();
  const display = session.progress();
  const end = client.on('index.progress', (progress) => display.show(indexView(progress)));
  try {
    return await client.call(
      'library.index',
      {
        paths: options.paths.map((path) => resolve(path)),
        collection: options.collection,
        passwords: [...options.passwords],
      },
      session.signal,
    );
  } finally {
    end();
    display.stop();
  }
}

const DOCUMENT_WORDS: readonly (readonly [keyof IndexSummary['documents'], string])[] = [
  ['ready', 'ready'],
  ['unchanged', 'unchanged'],
  ['duplicate', 'duplicate'],
  ['passwordNeeded', 'need a password'],
  ['failed', 'could not be read'],
  ['removed', 'removed'],
];

function printSummary(output: Output, summary: IndexSummary): void {
  const documents = DOCUMENT_WORDS.filter(([state]) => summary.documents[state] > 0).map(
    ([state, words]) => `${summary.documents[state]} ${words}`,
  );
  const { text, table, image, example } = summary.fragments;
  output.line(`Collection "${clean(summary.collection)}"`);
  output.line(`  Documents  ${documents.join(', ') || 'no PDF found'}`);
  output.line(`  Pages      ${pageCounts(summary.pages)}`);
  output.line(
    `  Fragments  ${text} text, ${count(table, 'table')}, ${count(image, 'figure')}${example ? `, ${count(example, 'example')}` : ''}`,
  );
  output.line(
    `  Knowledge  ${count(summary.knowledgePoints, 'point')}, ${count(summary.relations, 'relation')}`,
  );
  output.line(
    `  Time       ${duration(summary.seconds * 1000)}, ${summary.pagesPerSecond.toFixed(1)} pages/s`,
  );
  for (const problem of summary.problems) output.line(`  ${clean(problem.path)}: ${clean(problem.message)}`);
}

async function printCollections(session: Session, client: Client, removed: number | null): Promise<void> {
  const { output } = session;
  const { collections } = await client.call('library.collections', {}, session.signal);
  if (output.json) output.object(removed === null ? { collections } : { removed, collections });
  else if (collections.length === 0)
    output.line('There are no collections yet. Add one: carrel index FOLDER');
  else
    output.line(
      columns(
        collections.map(({ name, documents, pages }) => [
          clean(name),
          count(documents, 'document'),
          count(pages, 'page'),
        ]),
      ),
    );
}

/** Adds the three commands to the program. */
export function addLibraryCommands(program: Command): void {
  program
    .command('index')
    .description('add folders or files and read them; again: only what changed')
    .argument('<path...>', 'folders or PDF files')
    .option('--collection <name>', 'collection to add them to', DEFAULT_COLLECTION)
    .option('--password-file <file>', 'passwords to try on encrypted files, one a line')
    .action((paths: string[], options: { collection: string; passwordFile?: string }, command: Command) =>
      runAction(command, async (session) => {
        const passwords = readPasswords(options.passwordFile);
        const summary = await indexPaths(session, { paths, collection: options.collection, passwords });
        if (session.output.json) session.output.object(summary);
        else printSummary(session.output, summary);
        return 0;
      }),
    );

  program
    .command('collections')
    .description('list the collections')
    .action((_options: object, command: Command) =>
      runAction(command, async (session) => {
        await printCollections(session, await session.client(), null);
        return 0;
      }),
    );

  program
    .command('remove')
    .description('take paths or a whole collection out of the library; files are never touched')
    .argument('[path...]', 'folders or files that were added')
    .option('--collection <name>', 'take out this collection, or the paths from it only')
    .action((paths: string[], options: { collection?: string }, command: Command) =>
      runAction(command, async (session) => {
        if (paths.length === 0 && options.collection === undefined)
          throw new UsageError('Name the paths to remove, or a collection with --collection NAME.');
        const client = await session.client();
        const { removed } = await client.call(
          'library.remove',
          { paths: paths.map((path) => resolve(path)), collection: options.collection },
          session.signal,
        );
        session.output.line(`${count(removed, 'document')} removed from the library.`);
        await printCollections(session, client, removed);
        return 0;
      }),
    );
}
