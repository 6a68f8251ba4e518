/** Faults that testers found in the command line, against the real engine: each stays mended. */
import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandLine, samples, type CommandLine } from './cli-runner.ts';

let cli: CommandLine;
let folder: string;

beforeAll(async () => {
  cli = commandLine();
  folder = join(cli.folder, 'files');
  mkdirSync(folder);
  for (const name of ['prices-2025.pdf', 'pumping-station-3.pdf'])
    copyFileSync(join(samples, name), join(folder, name));
  writeFileSync(join(folder, 'fake.pdf'), 'no PDF at all');
  await cli.keepWarm();
  await cli.json('index', folder);
});
afterAll(() => cli.close());

type Hits = { hits: { path: string }[] };
type Summary = { documents: Record<string, number>; problems: { path: string; code: string }[] };

async function errorLine(...words: string[]): Promise<{ status: number | null; error: { code: string } }> {
  const { status, stdout } = await cli.run(...words);
  const last = stdout.trimEnd().split('\n').at(-1) ?? '';
  return { status, ...(JSON.parse(last) as { error: { code: string } }) };
}

describe('errors a script can read', () => {
  test('a name of blanks is no collection', async () => {
    for (const name of ['', '   '])
      expect(await errorLine('--json', 'index', folder, '--collection', name)).toMatchObject({ status: 2 });
  });

  test('an unknown collection is refused before a run begins, and when it is to be removed', async () => {
    expect(await errorLine('ask', 'hi', '--collection', 'Nada', '--events')).toMatchObject({
      status: 1,
      error: { code: 'notFound' },
    });
    expect(await errorLine('--json', 'remove', '--collection', 'Nada')).toMatchObject({
      status: 1,
      error: { code: 'notFound' },
    });
  });

  test('--events and --batch print their error on stdout without --json', async () => {
    expect(await errorLine('ask', 'hi', '--endpoint', 'http://127.0.0.1:9', '--events')).toMatchObject({
      status: 1,
      error: { code: 'serverUnreachable' },
    });
    expect(await errorLine('search', '--batch', join(cli.folder, 'none.jsonl'))).toMatchObject({ status: 2 });
  });

  test('a page of a file that could not be read says why', async () => {
    expect(await errorLine('--json', 'show', 'page', join(folder, 'fake.pdf'), '1')).toMatchObject({
      status: 1,
      error: { code: 'notFound', retryable: false, message: expect.stringContaining('PDF') as string },
    });
  });
});

test('a failed file counts as failed in a second collection as well', async () => {
  const { documents, problems } = (await cli.json('index', folder, '--collection', 'Second')) as Summary;
  expect(documents).toMatchObject({ duplicate: 2, failed: 1, ready: 0 });
  expect(problems).toMatchObject([{ code: 'notAPdf' }]);
});

test('case 31: files moved and deleted while the engine runs are not served as evidence', async () => {
  const paths = async (): Promise<Set<string>> =>
    new Set(
      ((await cli.json('search', 'prices pumping station', '--top', '50')) as Hits).hits.map(
        (hit) => hit.path,
      ),
    );
  expect(await paths()).toContain(join(folder, 'prices-2025.pdf'));
  renameSync(join(folder, 'prices-2025.pdf'), join(folder, 'moved.pdf'));
  rmSync(join(folder, 'pumping-station-3.pdf'));
  const now = await paths();
  expect(now).toEqual(new Set([join(folder, 'moved.pdf')]));
});
