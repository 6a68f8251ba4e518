/** Indexing that is killed, cancelled, paused, or runs out of disk: nothing is lost, it goes on. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { CarrelError } from '../../../src-main/domain/errors.ts';
import { lines, makePdf } from '../../fixtures/pdfs.ts';
import { testLibrary, type TestLibrary } from '../../fixtures/libraries.ts';

const never = new AbortController().signal;
let library: TestLibrary;

afterEach(async () => {
  await library.remove();
});

/** A report of `pages` pages, each with its own text. */
async function put(name: string, pages: number): Promise<string> {
  const path = join(library.folder, name);
  const bytes = await makePdf({
    pages: Array.from({ length: pages }, (_, page) => ({
      texts: lines([`${name}: page ${page + 1} tells of the network,`, 'its pipes and its stations.']),
    })),
  });
  await writeFile(path, bytes);
  return path;
}

const index = (signal = never): ReturnType<TestLibrary['indexer']['index']> =>
  library.indexer.index({ paths: [library.folder], collection: 'Library', passwords: [] }, signal);

async function healthy(): Promise<void> {
  expect((await library.store.library.check()).filter((check) => !check.ok)).toEqual([]);
}

const entry = fileURLToPath(new URL('../../fixtures/killable-indexer.ts', import.meta.url));

async function recorded(path: string): Promise<number[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => line.split(',').map(Number));
}

function indexInProcess(record: string): ChildProcess {
  return spawn(process.execPath, [entry, library.home, library.folder, record], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

it(
  'case 1: killed in the middle, it goes on and reads at most one batch per worker again',
  { timeout: 120_000 },
  async () => {
    library = await testLibrary();
    await put('long.pdf', 200);
    await library.close();
    const record = join(library.home, 'batches.txt');
    const first = indexInProcess(record);
    while ((await recorded(record)).length < 60) await new Promise((resolve) => setTimeout(resolve, 10));
    first.kill('SIGKILL');
    await new Promise((resolve) => first.once('exit', resolve));
    const before = (await recorded(record)).length;

    const second = indexInProcess(record);
    let output = '';
    second.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await new Promise((resolve) => second.once('exit', resolve));
    const summary = JSON.parse(output) as { documents: object; pages: { text: number } };
    expect(summary.pages.text).toBe(200);
    const pages = await recorded(record);
    expect(new Set(pages).size).toBe(200);
    // Two workers, ten pages a batch.
    expect(pages.length).toBeLessThanOrEqual(220);
    expect(before).toBeLessThan(200);
    library = await library.reopen();
    await healthy();
  },
);

it('case 5: cancel stops within 2 s; the next call goes on', { timeout: 120_000 }, async () => {
  library = await testLibrary();
  await put('a.pdf', 150);
  await put('b.pdf', 150);
  const running = index();
  while (library.indexer.progress().pagesDone < 20) await new Promise((resolve) => setTimeout(resolve, 10));
  const asked = Date.now();
  const ended = expect(running).rejects.toMatchObject({ code: 'cancelled' });
  await library.indexer.cancel();
  await ended;
  expect(Date.now() - asked).toBeLessThan(2000);
  const kept = (await library.store.index.work(10)).reduce((sum, work) => sum + work.pagesDone.length, 0);
  expect(kept).toBeGreaterThanOrEqual(20);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await library.store.index.work(10)).reduce((sum, work) => sum + work.pagesDone.length, 0)).toBe(
    kept,
  );
  expect((await index()).pages.text).toBe(300);
  await healthy();
});

it('a call whose host went away stops the work', { timeout: 120_000 }, async () => {
  library = await testLibrary();
  await put('a.pdf', 400);
  const host = new AbortController();
  const running = index(host.signal);
  while (library.indexer.progress().pagesDone < 10) await new Promise((resolve) => setTimeout(resolve, 10));
  host.abort(new CarrelError('cancelled', 'Stopped.'));
  await expect(running).rejects.toMatchObject({ code: 'cancelled' });
  expect(library.indexer.progress().state).toBe('idle');
});

it('pauses between batches, goes on, and says how far it is', { timeout: 120_000 }, async () => {
  library = await testLibrary();
  await put('a.pdf', 200);
  const running = index();
  while (library.indexer.progress().pagesDone < 20) await new Promise((resolve) => setTimeout(resolve, 10));
  await library.indexer.pause();
  expect(library.indexer.progress()).toMatchObject({ state: 'paused', pagesTotal: 200, documentsTotal: 1 });
  // The batches that were under way are finished; then nothing moves.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const { pagesDone } = library.indexer.progress();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(library.indexer.progress().pagesDone).toBe(pagesDone);
  expect(pagesDone).toBeLessThan(200);
  await library.indexer.resume();
  expect((await running).pages.text).toBe(200);
  const { progress } = library;
  // Reports are spaced, so the last one may still be on its way.
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(progress.map(({ state }) => state)).toContain('reading');
  expect(progress.at(-1)?.state).toBe('idle');
  const name = progress.find(({ current }) => current?.name === 'a.pdf');
  expect(name?.pagesDone).toBeLessThanOrEqual(200);
});

it('progress comes at most five times a second', { timeout: 120_000 }, async () => {
  const times: number[] = [];
  library = await testLibrary((deps) => ({ ...deps, onProgress: () => times.push(performance.now()) }));
  await put('a.pdf', 150);
  await index();
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(180);
});

it(
  'a full disk stops indexing with a code, loses nothing, and goes on afterwards',
  { timeout: 120_000 },
  async () => {
    let writes = 0;
    let full = true;
    library = await testLibrary((deps) => ({
      ...deps,
      store: {
        ...deps.store,
        stagePages(...parameters) {
          writes += 1;
          // What the store throws for SQLITE_FULL (src-main/store/sqlite/errors.ts).
          if (full && writes > 3) return Promise.reject(new CarrelError('diskFull', 'The disk is full.'));
          return deps.store.stagePages(...parameters);
        },
      },
    }));
    await put('a.pdf', 100);
    await expect(index()).rejects.toMatchObject({ code: 'diskFull' });
    expect(library.indexer.progress().state).toBe('paused');
    expect(library.notices.map(({ code }) => code)).toEqual(['diskFull']);
    full = false;
    const summary = await index();
    expect(summary.documents.ready).toBe(1);
    expect(summary.pages.text).toBe(100);
    await healthy();
  },
);

it('a file that vanishes while it is read is a problem, not a crash', { timeout: 120_000 }, async () => {
  library = await testLibrary((deps) => ({
    ...deps,
    reader: {
      ...deps.reader,
      statistics: deps.reader.statistics,
      async assemble(...parameters) {
        const content = await deps.reader.assemble(...parameters);
        await unlink(parameters[1]);
        return content;
      },
    },
  }));
  await put('a.pdf', 3);
  const summary = await index();
  expect(summary.documents).toMatchObject({ ready: 0, failed: 1 });
  expect(summary.problems.map(({ code }) => code)).toEqual(['fileChanged']);
  await library.indexer.reconcile();
  expect((await library.store.library.documents({ offset: 0, limit: 5 })).total).toBe(0);
  await healthy();
});
