/** Extractive points and relations over a real store. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentContent } from '../../../src-main/domain/content.ts';
import type { DocumentId } from '../../../src-main/domain/ids.ts';
import { packContent } from '../../../src-main/domain/packing.ts';
import { createKnowledgeMaker } from '../../../src-main/knowledge/extract.ts';
import type { KnowledgeMaker } from '../../../src-main/knowledge/extract.ts';
import type { Store } from '../../../src-main/store/open-store.ts';
import { axisVector, contentOf, publishAll, emptyStore, temporaryStore } from '../store/sample-content.ts';

const CRANES = contentOf({
  title: 'Cranes of Europe',
  sections: [
    {
      title: '1 Migration routes',
      page: 1,
      paragraphs: [
        '1 Migration routes\n\nOverview. Common cranes migrate along two routes, and the western migration route crosses France each autumn. Many people watch.',
        'The birds rest at Lake Der Chantecoq for several weeks. Lake Der Chantecoq holds most of the migrating birds.',
      ],
    },
    {
      title: '2 Breeding',
      page: 2,
      paragraphs: ['Pairs breed in wet bogs and raise one or two chicks every year.'],
    },
    { title: '3 Lists', page: 2, paragraphs: ['12 34 56 78', '90 12'] },
    { title: '4 Empty', page: 2, paragraphs: [] },
    { title: '5 Only a heading', page: 2, paragraphs: ['5 Only a heading'] },
  ],
});
const REPORT = contentOf({
  title: 'Wetland report',
  sections: [
    {
      title: 'Migration Routes',
      page: 1,
      paragraphs: ['The migration routes of large birds depend on shallow lakes with open shores.'],
    },
    {
      title: 'Introduction',
      page: 1,
      paragraphs: ['This report describes twelve wetlands that were counted in winter.'],
    },
  ],
});
const PLAIN = contentOf({
  title: 'Letter',
  sections: [
    {
      title: null,
      page: 1,
      paragraphs: Array.from(
        { length: 8 },
        (_unused, index) => `Paragraph ${index} tells about the harvest of apples in the valley.`,
      ),
    },
  ],
});

let opened: Awaited<ReturnType<typeof temporaryStore>>;
let store: Store;
let maker: KnowledgeMaker;
const signal = new AbortController().signal;

beforeAll(async () => {
  opened = await temporaryStore();
  store = opened.store;
  maker = createKnowledgeMaker({ store });
});
afterEach(() => emptyStore(store));
afterAll(() => opened.dispose());

async function makeAll(): Promise<DocumentId[]> {
  const documents = await store.index.withoutKnowledge(maker.maker, 100);
  for (const document of documents) {
    const { points, relations, basis } = await maker.make(document, signal);
    await store.index.putKnowledge(document, maker.maker, points, relations, basis);
  }
  return documents;
}

async function embed(contents: readonly DocumentContent[]): Promise<void> {
  const vectors = contents.flatMap(({ fragments }) =>
    fragments.map(({ id, text }, index) => ({
      fragment: id,
      vector: axisVector(text.includes('migrat') ? 0 : 1 + (index % 6), 8, text.length / 1000),
    })),
  );
  await store.index.putVectors('test@1', 8, vectors);
}

describe('extractive knowledge', () => {
  it('makes a point for every section with text: a telling sentence under its heading', async () => {
    await publishAll(store, [CRANES]);
    const { points } = await maker.make(CRANES.document, signal);
    expect(points.map(({ title }) => title)).toEqual(['1 Migration routes', '2 Breeding', '3 Lists']);
    expect(points[0]?.summary).toBe(
      'Common cranes migrate along two routes, and the western migration route crosses France each autumn.',
    );
    expect(points[2]?.summary).toBe('12 34 56 78');
    for (const { fragment, summary, maker: by } of points) {
      const source = await store.library.fragment(fragment);
      expect(source?.text).toContain(summary);
      expect(by).toBe('extractive@1');
    }
  });

  it('makes one point per run of fragments where there are no headings', async () => {
    await publishAll(store, [PLAIN]);
    const { points } = await maker.make(PLAIN.document, signal);
    expect(points).toHaveLength(2);
    expect(new Set(points.map(({ title }) => title))).toEqual(new Set(['Letter']));
  });

  it('merges points that say the same under the same title', async () => {
    const twice = contentOf({
      title: 'Twice',
      sections: [1, 2].map((page) => ({
        title: 'Notice',
        page,
        paragraphs: ['Every visitor must leave the building before seven in the evening.'],
      })),
    });
    await publishAll(store, [twice]);
    expect((await maker.make(twice.document, signal)).points).toHaveLength(1);
  });

  it('relates documents by shared headings before vectors exist, and by vectors once they do', async () => {
    await publishAll(store, [CRANES, REPORT, PLAIN]);
    expect(await makeAll()).toHaveLength(3);
    expect(await makeAll()).toEqual([]);
    const early = await store.lookup.related([CRANES.fragments[0]!.id], {}, 10);
    expect(early).toMatchObject([{ kind: 'same-topic', to: REPORT.fragments[0]!.id }]);
    await embed([CRANES]);
    expect(await makeAll()).toEqual([CRANES.document]);
    await embed([REPORT, PLAIN]);
    expect((await makeAll()).sort()).toEqual([REPORT.document, PLAIN.document].sort());
    expect(await makeAll()).toEqual([]);
    const late = await store.lookup.related([CRANES.fragments[0]!.id], {}, 10);
    expect(late.map(({ kind }) => kind)).toEqual(['same-topic', 'similar']);
    expect(late.every(({ weight }) => weight > 0 && weight <= 1)).toBe(true);
  });

  it('is made again when the vectors came between reading and writing', async () => {
    await publishAll(store, [CRANES]);
    const made = await maker.make(CRANES.document, signal);
    await embed([CRANES]);
    await store.index.putKnowledge(CRANES.document, maker.maker, made.points, made.relations, made.basis);
    expect(await store.index.withoutKnowledge(maker.maker, 10)).toEqual([CRANES.document]);
  });

  it('keeps what other documents relate to a point when its own document is made again', async () => {
    await publishAll(store, [CRANES, REPORT]);
    await makeAll();
    const { points, relations } = await maker.make(CRANES.document, signal);
    await store.index.putKnowledge(CRANES.document, maker.maker, points, relations);
    const back = await store.lookup.related([REPORT.fragments[0]!.id], {}, 10);
    expect(back.map(({ to }) => to)).toContain(CRANES.fragments[0]!.id);
  });

  it('is asked for again after a new generation, and leaves no point of a fragment that is gone', async () => {
    await publishAll(store, [CRANES]);
    await makeAll();
    const shorter = { ...CRANES, fragments: CRANES.fragments.slice(2) };
    await store.index.publish(CRANES.document, packContent(shorter));
    expect(await store.index.withoutKnowledge(maker.maker, 10)).toEqual([CRANES.document]);
    await makeAll();
    expect((await store.library.counts()).knowledgePoints).toBe(2);
    expect((await store.library.check()).filter(({ name, ok }) => !ok && name !== 'files on disk')).toEqual(
      [],
    );
  });

  it('stops when it is aborted, and refuses a document that is gone', async () => {
    await publishAll(store, [CRANES]);
    await expect(maker.make(CRANES.document, AbortSignal.abort())).rejects.toMatchObject({
      code: 'cancelled',
    });
    await expect(maker.make(REPORT.document, signal)).rejects.toMatchObject({ code: 'notFound' });
  });
});
