/** Folders through the real store and real page readers: what is counted, kept, moved and removed. */
import { mkdir, rename, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IndexSummary } from '../../../src-preload/contract/library.ts';
import { lines, makePdf } from '../../fixtures/pdfs.ts';
import { testLibrary, type TestLibrary } from '../../fixtures/libraries.ts';

// Each test starts a store and two page readers, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const signal = new AbortController().signal;
let library: TestLibrary;

beforeEach(async () => {
  library = await testLibrary();
});

afterEach(async () => {
  await library.remove();
});

function article(about: string, pages = 1): Promise<Buffer> {
  return makePdf({
    pages: Array.from({ length: pages }, (_, page) => ({
      texts: [
        { text: `Report on ${about}`, x: 72, y: 80, size: 20, font: 'Helvetica-Bold' },
        ...lines(
          [
            `Page ${page + 1} tells of ${about} in the northern district, where the network was renewed`,
            `during the last two years at a cost of 14 million crowns. The share of ${about} in all`,
            'complaints fell from 12 percent to 4 percent, and the council decided to go on with it.',
          ],
          72,
          140,
        ),
      ],
    })),
  });
}

const put = async (name: string, bytes: Buffer | string): Promise<string> => {
  const path = join(library.folder, name);
  await writeFile(path, bytes);
  return path;
};

const index = (paths: string[] = [library.folder], passwords: string[] = []): Promise<IndexSummary> =>
  library.indexer.index({ paths, collection: 'Library', passwords }, signal);

const none = { ready: 0, failed: 0, passwordNeeded: 0, duplicate: 0, unchanged: 0, removed: 0 };

async function healthy(): Promise<void> {
  const checks = await library.store.library.check();
  expect(checks.filter((check) => !check.ok)).toEqual([]);
}

describe('one call of index', () => {
  it('case 2, case 28, case 29: every PDF found counts exactly once', async () => {
    const heat = await article('heat', 3);
    await put('heat.pdf', heat);
    await mkdir(join(library.folder, 'copies'));
    await put('copies/heat again.pdf', heat);
    await put('letter.pdf', 'only text');
    await put('damaged.pdf', '%PDF-1.7\nbroken');
    await put('secret.pdf', await makePdf({ pages: [{ texts: lines(['Hidden']) }], userPassword: 'sesame' }));
    await put('notes.txt', 'not a document');
    await symlink(library.folder, join(library.folder, 'loop'));

    const summary = await index();
    expect(summary.documents).toEqual({ ...none, ready: 1, failed: 2, passwordNeeded: 1, duplicate: 1 });
    expect(summary.pages).toMatchObject({ text: 3, failed: 0, pending: 0 });
    expect(summary.fragments.text).toBeGreaterThan(0);
    expect(summary.knowledgePoints).toBeGreaterThan(0);
    const codes = summary.problems.map(({ path, code }) => `${path.split('/').pop()} ${code}`).sort();
    expect(codes).toEqual(['damaged.pdf damagedPdf', 'letter.pdf notAPdf', 'secret.pdf passwordNeeded']);
    expect((await library.store.index.withoutVectors('hash-embedder-1', 10)).length).toBe(0);
    const [document] = (await library.store.library.documents({ name: 'heat.pdf', offset: 0, limit: 5 }))
      .documents;
    expect(document?.paths.length).toBe(2);
    expect(document?.title).toBe('Report on heat');
    await healthy();

    // Again: nothing is hashed, read or embedded a second time; failures are not tried again.
    const embedded = library.embedder.embedded.length;
    const again = await index();
    expect(again.documents).toEqual({ ...none, unchanged: 5 });
    expect(again.pagesPerSecond).toBe(0);
    expect(library.embedder.embedded.length).toBe(embedded);

    // The password that was asked for opens it, and is known afterwards.
    const opened = await index([library.folder], ['wrong', 'sesame']);
    expect(opened.documents).toEqual({ ...none, ready: 1, unchanged: 4 });
    const [secret] = (await library.store.library.documents({ name: 'secret', offset: 0, limit: 5 }))
      .documents;
    expect(secret && library.indexer.passwordOf(secret.id)).toBe('sesame');
  });

  it('says that a path is not there, and keeps the library', async () => {
    await expect(index([join(library.folder, 'nowhere')])).rejects.toMatchObject({ code: 'pathNotFound' });
    expect(await library.store.index.roots()).toEqual([]);
  });

  it('a folder inside an indexed one counts its own files only', async () => {
    await mkdir(join(library.folder, 'inner'));
    await put('outer.pdf', await article('outer'));
    await put('inner/inner.pdf', await article('inner'));
    await index();
    const inner = await index([join(library.folder, 'inner')]);
    expect(inner.documents).toEqual({ ...none, unchanged: 1 });
    expect((await library.store.index.roots()).length).toBe(1);
  });

  it('a folder around an indexed one takes it in without reading again', async () => {
    await mkdir(join(library.folder, 'inner'));
    await put('inner/inner.pdf', await article('inner'));
    await put('outer.pdf', await article('outer'));
    await index([join(library.folder, 'inner')]);
    const embedded = library.embedder.embedded.length;
    const outer = await index();
    expect(outer.documents.ready).toBe(1);
    expect((await library.store.index.roots()).map((root) => root.path)).toEqual([library.folder]);
    expect(library.embedder.embedded.filter((text) => text.includes('inner')).length).toBeLessThanOrEqual(
      embedded,
    );
    await healthy();
  });

  it('two calls at once both end right', async () => {
    await put('a.pdf', await article('apples'));
    await put('b.pdf', await article('bears'));
    const [one, two] = await Promise.all([index(), index()]);
    for (const { documents } of [one, two]) expect(documents.ready + documents.unchanged).toBe(2);
    expect(one.documents.ready + two.documents.ready).toBeGreaterThanOrEqual(2);
    expect((await library.store.library.documents({ offset: 0, limit: 10 })).total).toBe(2);
    await healthy();
  });
});

describe('what changed between two calls', () => {
  it('case 30: a moved file keeps everything; a deleted one goes; a changed one is a new document', async () => {
    const moved = await put('moved.pdf', await article('moving'));
    const deleted = await put('deleted.pdf', await article('deletion'));
    const edited = await put('edited.pdf', await article('the first edition'));
    await index();
    const before = await library.store.library.documents({ offset: 0, limit: 10 });
    const idOf = (name: string): string | undefined =>
      before.documents.find((document) => document.name === name)?.id;
    const embedded = library.embedder.embedded.length;

    await mkdir(join(library.folder, 'sub'));
    await rename(moved, join(library.folder, 'sub', 'new name.pdf'));
    await unlink(deleted);
    await writeFile(edited, await article('the second edition'));
    const summary = await index();
    expect(summary.documents).toEqual({ ...none, ready: 1, unchanged: 1, removed: 1 });

    const after = await library.store.library.documents({ offset: 0, limit: 10 });
    expect(after.documents.map((document) => document.name)).toEqual(['edited.pdf', 'new name.pdf']);
    expect(after.documents[1]?.id).toBe(idOf('moved.pdf'));
    expect(after.documents[1]?.generation).toBe(1);
    expect(after.documents[0]?.id).not.toBe(idOf('edited.pdf'));
    expect(library.embedder.embedded.slice(embedded).every((text) => text.includes('second edition'))).toBe(
      true,
    );
    await healthy();
  });

  it('case 31: files deleted while the program was closed are gone after the start', async () => {
    const path = await put('gone.pdf', await article('absence'));
    await put('stays.pdf', await article('presence'));
    await index();
    await unlink(path);
    library = await library.reopen();
    await library.indexer.reconcile();
    const left = await library.store.library.documents({ offset: 0, limit: 10 });
    expect(left.documents.map((document) => document.name)).toEqual(['stays.pdf']);
    await healthy();
  });

  it('a folder that is out of reach keeps all it has', async () => {
    await put('kept.pdf', await article('keeping'));
    await index();
    await rename(library.folder, `${library.folder} unplugged`);
    library = await library.reopen();
    await library.indexer.reconcile();
    expect((await library.store.library.documents({ offset: 0, limit: 10 })).total).toBe(1);
    await expect(index()).rejects.toMatchObject({ code: 'pathNotFound' });
    await rename(`${library.folder} unplugged`, library.folder);
    expect((await index()).documents).toEqual({ ...none, unchanged: 1 });
  });

  it('remove takes a folder or one file out and leaves no row', async () => {
    await put('a.pdf', await article('apples'));
    await put('b.pdf', await article('bears'));
    await index();
    const { indexer } = library;
    expect(await indexer.remove({ paths: [join(library.folder, 'a.pdf')], collection: 'Library' })).toBe(1);
    expect(await indexer.remove({ paths: [], collection: 'Library' })).toBe(1);
    expect((await library.store.library.documents({ offset: 0, limit: 10 })).total).toBe(0);
    await healthy();
  });

  it('reading again makes a new generation', async () => {
    await put('again.pdf', await article('repetition'));
    await index();
    const [document] = (await library.store.library.documents({ offset: 0, limit: 1 })).documents;
    if (document === undefined) throw new Error('not indexed');
    await library.indexer.readAgain([document.id]);
    await index();
    expect((await library.store.library.document(document.id))?.generation).toBe(2);
    expect(library.embedder.embedded.filter((text) => text.includes('repetition')).length).toBe(1);
  });
});
