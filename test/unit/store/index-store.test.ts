/** Files, documents, generations and vectors over real databases. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asFragmentId } from '../../../src-main/domain/ids.ts';
import { packContent, packPage, unpackPage } from '../../../src-main/domain/packing.ts';
import type { Store } from '../../../src-main/store/open-store.ts';
import {
  axisVector,
  contentOf,
  documentIdOf,
  emptyStore,
  fileOf,
  packedPagesOf,
  publishAll,
  temporaryStore,
} from './sample-content.ts';

const A = contentOf({
  title: 'Alpha',
  sections: [
    { title: 'One', page: 1, paragraphs: ['First paragraph about apples.', 'Second one about pears.'] },
    {
      title: 'Two',
      page: 3,
      paragraphs: ['Third about plums, see Table 1.'],
      table: { label: 'Table 1', markdown: '| plum | 3 |' },
    },
  ],
});
const B = contentOf({
  title: 'Beta',
  sections: [{ title: 'One', page: 1, paragraphs: ['Another text about apples and trees.'] }],
});

let opened: Awaited<ReturnType<typeof temporaryStore>>;
let store: Store;

beforeAll(async () => {
  opened = await temporaryStore();
  store = opened.store;
});
afterEach(() => emptyStore(store));
afterAll(() => opened.dispose());

/** All checks but the one for files, which these tests do not have. */
async function expectSound(): Promise<void> {
  const checks = await store.library.check();
  expect(checks.length).toBeGreaterThan(25);
  expect(checks.filter(({ name, ok }) => !ok && name !== 'files on disk')).toEqual([]);
}

async function vectorsFor(content: typeof A, fingerprint = 'test@1'): Promise<void> {
  const vectors = content.fragments.map(({ id }, index) => ({ fragment: id, vector: axisVector(index) }));
  await store.index.putVectors(fingerprint, 8, vectors);
}

describe('files and documents', () => {
  it('case 29: the same bytes under many paths and collections are one document', async () => {
    const [first] = await store.index.addRoots('Library', [{ path: '/one', kind: 'folder' }]);
    const [second] = await store.index.addRoots('Other', [{ path: '/two/copy.pdf', kind: 'file' }]);
    const many = Array.from({ length: 300 }, (_unused, index) => fileOf(A, `/one/copy-${index}.pdf`));
    const outcome = await store.index.applyScan(first!.id, { present: many, gone: [] });
    expect(outcome.added).toEqual([A.document]);
    const again = await store.index.applyScan(second!.id, {
      present: [fileOf(A, '/two/copy.pdf')],
      gone: [],
    });
    expect(again.added).toEqual([]);
    const found = await store.library.document('/two/copy.pdf');
    expect(found?.id).toBe(A.document);
    expect(found?.paths).toHaveLength(301);
    expect(found?.collections).toEqual(['Library', 'Other']);
    expect((await store.library.documents({ offset: 0, limit: 10 })).total).toBe(1);
    expect(await store.index.work(10)).toHaveLength(1);
  });

  it('case 30: a moved file keeps everything; only its path changes', async () => {
    const root = await publishAll(store, [A]);
    await vectorsFor(A);
    const outcome = await store.index.applyScan(root, {
      present: [fileOf(A, '/papers/deep/renamed.pdf')],
      gone: ['/papers/Alpha.pdf'],
    });
    expect(outcome).toEqual({ added: [], removed: [] });
    expect(await store.library.pathsOf(A.document)).toEqual(['/papers/deep/renamed.pdf']);
    expect(await store.index.withoutVectors('test@1', 10)).toEqual([]);
    expect((await store.library.document(A.document))?.state).toBe('ready');
    await expectSound();
  });

  it('case 30: a file that moved to another root keeps everything, too', async () => {
    const root = await publishAll(store, [A]);
    const [other] = await store.index.addRoots('Library', [{ path: '/elsewhere', kind: 'folder' }]);
    await store.index.applyScan(root, { present: [], gone: ['/papers/Alpha.pdf'], keepUnheld: true });
    expect((await store.library.documents({ offset: 0, limit: 10 })).total).toBe(0);
    expect(await store.lookup.hydrate([A.fragments[0]!.id])).toEqual([]);
    await store.index.applyScan(other!.id, { present: [fileOf(A, '/elsewhere/a.pdf')], gone: [] });
    expect(await store.index.removeUnheld()).toEqual({ added: [], removed: [] });
    expect((await store.library.document('a.pdf'))?.generation).toBe(1);
  });

  it('case 3: removing a document leaves no row in any table', async () => {
    const root = await publishAll(store, [A, B]);
    await vectorsFor(A);
    await store.index.putKnowledge(
      A.document,
      'test',
      [
        {
          id: 'p1' as never,
          document: A.document,
          fragment: A.fragments[0]!.id,
          title: 'T',
          summary: 'S',
          maker: 'test',
          topics: ['h:t'],
        },
      ],
      [],
    );
    const outcome = await store.index.applyScan(root, { present: [], gone: ['/papers/Alpha.pdf'] });
    expect(outcome.removed).toEqual([A.document]);
    await expectSound();
    expect(await store.library.fragment(A.fragments[0]!.id)).toBeNull();
    expect(await store.lookup.lexical({ match: '"plums"', filter: {}, limit: 5 })).toEqual([]);
    expect(
      await store.lookup.dense({ vector: axisVector(0), fingerprint: 'test@1', filter: {}, limit: 5 }),
    ).toEqual([]);
    expect((await store.library.counts()).fragments).toEqual({ text: 1, table: 0, image: 0, example: 0 });
    expect((await store.library.counts()).knowledgePoints).toBe(0);
  });

  it('removes a root with its files, and an empty collection with it', async () => {
    const root = await publishAll(store, [A, B]);
    const [kept] = await store.index.addRoots('Other', [{ path: '/x', kind: 'folder' }]);
    await store.index.applyScan(kept!.id, { present: [fileOf(B, '/x/b.pdf')], gone: [] });
    expect((await store.index.removeRoots([root])).removed).toEqual([A.document]);
    expect(await store.library.collections()).toEqual([
      { name: 'Other', documents: 1, pages: 1, folders: ['/x'] },
    ]);
    await expectSound();
  });

  it('replaces the document of a file whose bytes changed', async () => {
    const root = await publishAll(store, [A]);
    const outcome = await store.index.applyScan(root, {
      present: [fileOf(B, '/papers/Alpha.pdf')],
      gone: [],
    });
    expect(outcome).toEqual({ added: [B.document], removed: [A.document] });
    expect(await store.index.knownFiles(root)).toMatchObject([
      { path: '/papers/Alpha.pdf', document: B.document, collection: 'Library' },
    ]);
  });

  it('adds the same root once, and refuses a file that is not under its root', async () => {
    const roots = await store.index.addRoots('Library', [
      { path: '/papers', kind: 'folder' },
      { path: '/papers', kind: 'folder' },
    ]);
    expect(roots[0]).toEqual(roots[1]);
    expect(await store.index.roots('Library')).toHaveLength(1);
    const scan = store.index.applyScan(roots[0]!.id, { present: [fileOf(A, '/other/a.pdf')], gone: [] });
    await expect(scan).rejects.toMatchObject({ code: 'invalidInput' });
    expect((await store.library.documents({ offset: 0, limit: 5 })).total).toBe(0);
  });

  it('finds documents by id, start of an id, path, or unique name; by part of a name in lists', async () => {
    await publishAll(store, [A, B]);
    for (const wanted of [A.document, A.document.slice(0, 12), '/papers/Alpha.pdf', 'alpha.PDF'])
      expect((await store.library.document(wanted))?.id, wanted).toBe(A.document);
    for (const unknown of ['', 'gamma.pdf', '/papers', 'a'.repeat(64), "'; DROP TABLE document; --"])
      expect(await store.library.document(unknown), unknown).toBeNull();
    const named = await store.library.documents({ name: 'ALPH', offset: 0, limit: 5 });
    expect(named.documents.map(({ name }) => name)).toEqual(['Alpha.pdf']);
    const second = await store.library.documents({ collection: 'Library', offset: 1, limit: 1 });
    expect([second.total, second.documents[0]?.name]).toEqual([2, 'Beta.pdf']);
  });
});

describe('pages and generations', () => {
  it('stages pages idempotently and says what is left to read', async () => {
    const [root] = await store.index.addRoots('Library', [{ path: '/p', kind: 'folder' }]);
    await store.index.applyScan(root!.id, { present: [fileOf(A, '/p/a.pdf')], gone: [] });
    expect(await store.index.documentWork(A.document)).toMatchObject({
      state: 'waiting',
      pageCount: null,
      pagesDone: [],
    });
    expect(await store.library.pendingPages({})).toBe(1);
    const pages = packedPagesOf(A);
    await store.index.stagePages(A.document, 3, pages.slice(0, 2));
    await store.index.stagePages(A.document, 3, pages.slice(0, 2));
    expect(await store.index.work(5)).toMatchObject([
      { state: 'reading', pageCount: 3, pagesDone: [1, 2], pagesPending: [] },
    ]);
    expect(await store.library.pendingPages({ documents: [A.document] })).toBe(1);
    const listed = (await store.library.documents({ offset: 0, limit: 1 })).documents[0];
    expect([listed?.ledger, listed?.pages.text, listed?.pages.pending]).toEqual(['ttp', 2, 1]);
    const packed = await store.index.packedPages(A.document);
    expect(packed.map(unpackPage)).toEqual(A.pages.slice(0, 2));
    await expect(store.index.stagePages(A.document, 1, pages)).rejects.toMatchObject({
      code: 'invalidInput',
    });
    await expect(store.index.stagePages(B.document, 1, [])).rejects.toMatchObject({ code: 'notFound' });
  });

  it('shows nothing of a document before it is published, and all of it after', async () => {
    const [root] = await store.index.addRoots('Library', [{ path: '/p', kind: 'folder' }]);
    await store.index.applyScan(root!.id, { present: [fileOf(A, '/p/a.pdf')], gone: [] });
    await store.index.stagePages(A.document, 3, packedPagesOf(A));
    expect(await store.lookup.lexical({ match: '"plums"', filter: {}, limit: 5 })).toEqual([]);
    expect(await store.index.publish(A.document, packContent(A))).toEqual({ generation: 1 });
    expect(await store.lookup.lexical({ match: '"plums"', filter: {}, limit: 5 })).toHaveLength(2);
    expect(await store.library.sections(A.document)).toEqual(A.sections);
    expect(await store.library.page(A.document, 3)).toEqual(A.pages[2]);
    expect(await store.library.page(A.document, 4)).toBeNull();
    expect(await store.index.work(5)).toEqual([]);
    await expectSound();
  });

  it('returns fragments exactly as they were published', async () => {
    await publishAll(store, [A]);
    for (const fragment of A.fragments) {
      const stored = await store.library.fragment(fragment.id);
      expect(stored).toMatchObject({ ...fragment, document: A.document, path: '/papers/Alpha.pdf' });
    }
    expect(
      await store.library.fragments([A.fragments[2]!.id, asFragmentId('none'), A.fragments[0]!.id]),
    ).toHaveLength(2);
    expect((await store.library.fragmentsOfPage(A.document, 3)).map(({ kind }) => kind)).toEqual([
      'text',
      'table',
    ]);
    const around = await store.lookup.neighbours(A.fragments[1]!.id, 1, 1);
    expect(around.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2]);
  });

  it('keeps vectors of fragments whose id did not change in the next generation', async () => {
    await publishAll(store, [A]);
    await vectorsFor(A);
    const [dropped, ...kept] = A.fragments;
    const added = { ...dropped!, id: asFragmentId('f'.repeat(32)), text: 'A new sentence about cherries.' };
    const next = {
      ...A,
      fragments: [...kept.map((fragment, ordinal) => ({ ...fragment, ordinal })), { ...added, ordinal: 9 }],
    };
    expect(await store.index.publish(A.document, packContent(next))).toEqual({ generation: 2 });
    expect((await store.index.withoutVectors('test@1', 9)).map(({ fragment }) => fragment)).toEqual([
      added.id,
    ]);
    const near = await store.lookup.dense({
      vector: axisVector(1),
      fingerprint: 'test@1',
      filter: {},
      limit: 1,
    });
    expect(near[0]?.fragment).toBe(kept[0]!.id);
    expect(await store.lookup.lexical({ match: '"apples"', filter: {}, limit: 5 })).toEqual([]);
    expect(await store.lookup.lexical({ match: '"cherries"', filter: {}, limit: 5 })).toHaveLength(1);
    await expectSound();
  });

  it('changes nothing when a publication fails', async () => {
    await publishAll(store, [A]);
    const twice = { ...A, fragments: [...A.fragments, A.fragments[0]!] };
    await expect(store.index.publish(A.document, packContent(twice))).rejects.toMatchObject({
      code: 'invalidInput',
    });
    await expect(store.index.publish(B.document, packContent(A))).rejects.toMatchObject({
      code: 'invalidInput',
    });
    expect((await store.library.document(A.document))?.generation).toBe(1);
    await expectSound();
  });

  it('keeps the staged layout for later generations beside a changed published one', async () => {
    await publishAll(store, [A]);
    const changed = { ...A.pages[0]!, label: 'cover', blocks: [] };
    await store.index.publish(A.document, packContent({ ...A, pages: [changed, ...A.pages.slice(1)] }));
    expect(await store.library.page(A.document, 1)).toEqual(changed);
    expect(unpackPage((await store.index.packedPages(A.document))[0]!)).toEqual(A.pages[0]);
  });

  it('lists a ready document with pending pages as work, until they are recognised', async () => {
    const scanned = contentOf({
      title: 'Scan',
      sections: [{ title: 'S', page: 2, paragraphs: ['Text.'] }],
      states: { 1: 'pending' },
    });
    await publishAll(store, [scanned]);
    expect(await store.index.work(5)).toMatchObject([{ state: 'ready', pagesPending: [1] }]);
    expect(await store.library.pendingPages({ collection: 'Library' })).toBe(1);
    const recognised = packPage({ ...scanned.pages[0]!, state: 'ocr', reason: 'Read by OCR.' });
    await store.index.stagePages(scanned.document, 2, [recognised]);
    // A publication assembled before the page was recognised must not make it pending again.
    await store.index.publish(scanned.document, packContent(scanned));
    expect(await store.index.work(5)).toEqual([]);
    expect(await store.library.ledgerReasons(scanned.document)).toEqual([
      { from: 1, to: 1, state: 'ocr', reason: 'Read by OCR.' },
      { from: 2, to: 2, state: 'text', reason: null },
    ]);
  });

  it('marks documents failed with a problem, and reads failed pages again when they wait', async () => {
    const failing = contentOf({
      title: 'Bad',
      sections: [{ title: 'S', page: 3, paragraphs: ['Text.'] }],
      states: { 2: 'failed' },
    });
    await publishAll(store, [failing]);
    await store.index.setState(failing.document, 'failed', {
      code: 'damagedPdf',
      message: 'The file is damaged.',
    });
    expect((await store.library.document(failing.document))?.problem?.code).toBe('damagedPdf');
    expect(await store.index.work(5)).toEqual([]);
    await store.index.setState(failing.document, 'waiting', null);
    expect(await store.index.work(5)).toMatchObject([{ state: 'waiting', pagesDone: [1, 3] }]);
    await store.index.forgetPages(failing.document);
    expect(await store.index.work(5)).toMatchObject([{ pagesDone: [] }]);
    await expect(store.index.setState(documentIdOf('none'), 'failed', null)).rejects.toMatchObject({
      code: 'notFound',
    });
  });
});

describe('vectors', () => {
  it('refuses vectors that are NaN, of another length, or not of length one', async () => {
    await publishAll(store, [A]);
    const fragment = A.fragments[0]!.id;
    const bad = [
      new Float32Array(8).fill(Number.NaN),
      new Float32Array(8),
      new Float32Array(8).fill(1),
      axisVector(0, 4),
    ];
    for (const vector of bad)
      await expect(store.index.putVectors('test@1', 8, [{ fragment, vector }])).rejects.toMatchObject({
        code: 'invalidInput',
      });
    await store.index.putVectors('test@1', 8, [{ fragment, vector: axisVector(0) }]);
    await expect(store.index.putVectors('test@1', 4, [])).rejects.toMatchObject({ code: 'invalidInput' });
    expect(await store.lookup.vectorCount('test@1')).toBe(1);
  });

  it('replaces a vector that is put again, and passes over fragments that are gone', async () => {
    await publishAll(store, [A]);
    const fragment = A.fragments[0]!.id;
    await store.index.putVectors('test@1', 8, [{ fragment, vector: axisVector(0) }]);
    await store.index.putVectors('test@1', 8, [
      { fragment, vector: axisVector(3) },
      { fragment: asFragmentId('gone'), vector: axisVector(4) },
    ]);
    expect(await store.lookup.cosines(axisVector(3), 'test@1', [fragment, A.fragments[1]!.id])).toEqual([
      1,
      null,
    ]);
    await expectSound();
  });

  it('case 34: vectors of two models stand side by side until the new ones are complete', async () => {
    await publishAll(store, [A]);
    await vectorsFor(A, 'old');
    const [first, ...rest] = A.fragments.map(({ id }) => id);
    await store.index.putVectors('new', 8, [{ fragment: first!, vector: axisVector(7) }]);
    expect(
      await store.lookup.dense({ vector: axisVector(0), fingerprint: 'old', filter: {}, limit: 9 }),
    ).toHaveLength(4);
    expect(await store.index.withoutVectors('new', 9)).toHaveLength(3);
    await store.index.putVectors(
      'new',
      8,
      rest.map((fragment) => ({ fragment, vector: axisVector(2) })),
    );
    expect(await store.lookup.vectorCount('old')).toBe(0);
    expect(
      await store.lookup.dense({ vector: axisVector(7), fingerprint: 'new', filter: {}, limit: 1 }),
    ).toMatchObject([{ fragment: first }]);
    await expectSound();
  });

  it('filters neighbours by collection, document and kind before it counts them', async () => {
    await publishAll(store, [A]);
    await publishAll(store, [B], { folder: '/b', collection: 'Other' });
    await vectorsFor(A);
    await vectorsFor(B);
    const ask = async (filter: object): Promise<number> =>
      (await store.lookup.dense({ vector: axisVector(0), fingerprint: 'test@1', filter, limit: 1 })).length;
    expect(await ask({ collection: 'Other' })).toBe(1);
    expect(await ask({ documents: [A.document], kinds: ['table'] })).toBe(1);
    expect(await ask({ documents: [B.document], kinds: ['table'] })).toBe(0);
    expect(await ask({ documents: [] })).toBe(0);
    await expect(ask({ collection: 'Nowhere' })).rejects.toMatchObject({ code: 'notFound' });
    expect(
      await store.lookup.lexical({ match: '"apples"', filter: { collection: 'Other' }, limit: 5 }),
    ).toHaveLength(1);
  });
});
