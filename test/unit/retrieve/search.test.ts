/** Whole retrieval rounds over a real store; only the embedding model is replaced by a table of axes. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentContent } from '../../../src-main/domain/content.ts';
import type { FragmentId, PointId } from '../../../src-main/domain/ids.ts';
import type { Embedder } from '../../../src-main/domain/ports/language-model.ts';
import type { SearchRequest, SearchResult } from '../../../src-main/domain/search.ts';
import { chooseExpansions } from '../../../src-main/retrieve/expand.ts';
import { fuse } from '../../../src-main/retrieve/fuse.ts';
import { createSearch } from '../../../src-main/retrieve/search.ts';
import type { Store } from '../../../src-main/store/open-store.ts';
import { axisVector, contentOf, emptyStore, publishAll, temporaryStore } from '../store/sample-content.ts';

/** Words → the axis on which their meaning lies. */
const MEANINGS = [/bird|stork/i, /steel|machine|lift/i, /tax|revenue|sales/i, /apple|pear|fruit/i];

function vectorOf(text: string): Float32Array {
  const axis = MEANINGS.findIndex((meaning) => meaning.test(text));
  return axisVector(axis < 0 ? 6 : axis, 8, Math.min(1, text.length / 2000));
}

const embedder: Embedder = {
  fingerprint: 'axes@1',
  dimensions: 8,
  embed: async (texts) => Promise.resolve(texts.map(vectorOf)),
};

const BIRDS = contentOf({
  title: 'Birds',
  sections: [
    {
      title: 'Storks',
      page: 1,
      paragraphs: ['The white stork nests on chimneys. See Table 2 for counts.', 'It winters in Africa.'],
      table: { label: 'Table 2', markdown: '| stork | 12 |' },
    },
    { title: 'Cranes', page: 2, paragraphs: ['Cranes are tall and dance in spring.', '鶴は日本の鳥です。'] },
  ],
  states: { 3: 'pending' },
});
const STEEL = contentOf({
  title: 'Steel',
  sections: [
    { title: 'Lifting', page: 1, paragraphs: ['A crane lifts steel beams on the building site.'] },
    {
      title: 'Net sales',
      page: 2,
      paragraphs: ['Net sales rose by 5 percent.', 'Sales of net curtains fell, which is another thing.'],
    },
  ],
});
const GARBLED = contentOf({
  title: 'Garbled',
  sections: [{ title: null, page: 1, paragraphs: ['beams beams beams Xq zzv beams steel'] }],
  states: { 1: 'unreliable' },
});

let opened: Awaited<ReturnType<typeof temporaryStore>>;
let store: Store;
const signal = new AbortController().signal;

beforeAll(async () => {
  opened = await temporaryStore();
  store = opened.store;
});
afterEach(() => emptyStore(store));
afterAll(() => opened.dispose());

async function embed(contents: readonly DocumentContent[]): Promise<void> {
  const fragments = contents.flatMap((content) => content.fragments);
  await store.index.putVectors(
    'axes@1',
    8,
    fragments.map(({ id, text }) => ({ fragment: id, vector: vectorOf(text) })),
  );
}

async function search(
  query: string,
  more: Partial<SearchRequest> = {},
  by: Embedder = embedder,
): Promise<SearchResult> {
  const request: SearchRequest = { query, top: 8, mode: 'hybrid', graph: true, ...more };
  return createSearch({ lookup: store.lookup, embedder: by, patience: 100 })(request, signal);
}

describe('search', () => {
  it('fuses both lists and returns hits as the domain says', async () => {
    await publishAll(store, [BIRDS, STEEL]);
    await embed([BIRDS, STEEL]);
    const { hits, stages, pending, query } = await search('white stork');
    expect(query).toBe('white stork');
    const [first] = hits;
    expect(first).toMatchObject({
      rank: 1,
      fragment: BIRDS.fragments[0]!.id,
      kind: 'text',
      document: BIRDS.document,
      path: '/papers/Birds.pdf',
      page: 1,
      pageLabel: 'p-1',
      heading: ['Storks'],
      lexicalRank: 1,
      expandedFrom: null,
    });
    expect(first?.score).toBeCloseTo(1 / 11 + 1 / (10 + (first?.denseRank ?? 0)), 10);
    expect(first?.vectorScore).toBeGreaterThan(0.9);
    expect(first?.boxes).toHaveLength(BIRDS.fragments[0]!.regions.length);
    expect(first?.media).toEqual([
      { fragment: BIRDS.fragments[2]!.id, label: 'Table 2', kind: 'table', page: 1 },
    ]);
    expect(hits.map(({ rank }) => rank)).toEqual(hits.map((_hit, index) => index + 1));
    expect(Object.keys(stages)).toEqual(['embed', 'lexical', 'dense', 'graph', 'context']);
    expect(pending.pages).toBe(0);
  });

  it('names a table that the text mentions on another page, but not one of another document', async () => {
    const text = (page: number, table: string) => ({
      title: `Part ${page}`,
      page,
      paragraphs: [page === 1 ? 'The counts of herons are in Table 9a below.' : 'Nothing here.'],
      table: { label: table, markdown: '| 1 |' },
    });
    const herons = contentOf({
      title: 'Herons',
      sections: [text(1, 'Table 1'), text(5, 'TABLE 9A'), text(6, 'Table 9')],
    });
    const other = contentOf({ title: 'Other', sections: [text(2, 'Table 9a')] });
    await publishAll(store, [herons, other]);
    const { hits } = await search('herons counts', { mode: 'lexical', top: 1 });
    expect(hits[0]?.media.map(({ label, page }) => [label, page])).toEqual([
      ['TABLE 9A', 5],
      ['Table 1', 1],
    ]);
  });

  it('finds by meaning what no word matches, and says that no word did', async () => {
    await publishAll(store, [BIRDS, STEEL]);
    await embed([BIRDS, STEEL]);
    const { hits } = await search('fruit of the machine', { mode: 'dense', top: 2 });
    expect(hits[0]).toMatchObject({ document: STEEL.document, lexicalRank: null, denseRank: 1 });
    const words = await search('chimneys', { mode: 'lexical' });
    expect(words.hits).toMatchObject([{ denseRank: null, vectorScore: null }]);
  });

  it('works by words alone while vectors are missing', async () => {
    await publishAll(store, [BIRDS]);
    const refusing: Embedder = { ...embedder, embed: () => Promise.reject(new Error('must not be asked')) };
    const { hits } = await search('stork', {}, refusing);
    expect(hits[0]).toMatchObject({ denseRank: null, vectorScore: null, lexicalRank: 1 });
  });

  it('works by words alone when the embedder fails or takes too long; a dense search says so', async () => {
    await publishAll(store, [BIRDS]);
    await embed([BIRDS]);
    const failing: Embedder = { ...embedder, embed: () => Promise.reject(new Error('no model')) };
    const loading: Embedder = { ...embedder, embed: () => new Promise(() => undefined) };
    for (const by of [failing, loading]) {
      const { hits } = await search('stork', {}, by);
      expect(hits.length).toBeGreaterThan(0);
      expect(hits.every(({ denseRank }) => denseRank === null)).toBe(true);
    }
    await expect(search('stork', { mode: 'dense' }, failing)).rejects.toThrow('no model');
  });

  it('leaves the English vectors out of a query in another script', async () => {
    await publishAll(store, [BIRDS]);
    await embed([BIRDS]);
    const { hits } = await search('日本の鳥');
    expect(hits[0]).toMatchObject({ fragment: BIRDS.fragments[4]!.id, denseRank: null });
  });

  it('demands exact phrases, also of what is found by meaning, unless none exists', async () => {
    await publishAll(store, [STEEL]);
    await embed([STEEL]);
    const exact = await search('"net sales rose" revenue', { graph: false });
    expect(exact.hits.map(({ text }) => text)).toEqual(['Net sales rose by 5 percent.']);
    const none = await search('"sales rose net" percent', { graph: false });
    expect(none.hits[0]?.text).toBe('Net sales rose by 5 percent.');
  });

  it('case 9: ranks the text of an unreliable page down', async () => {
    await publishAll(store, [STEEL, GARBLED]);
    const { hits } = await search('steel beams', { mode: 'lexical' });
    expect(hits[0]?.text).toContain('A crane lifts steel beams');
    expect(hits.at(-1)).toMatchObject({ document: GARBLED.document, lexicalRank: 1 });
  });

  it('filters by collection, document and kind, and refuses an unknown collection', async () => {
    await publishAll(store, [BIRDS]);
    await publishAll(store, [STEEL], { folder: '/steel', collection: 'Works' });
    await embed([BIRDS, STEEL]);
    const documents = async (more: Partial<SearchRequest>): Promise<string[]> => [
      ...new Set((await search('crane', more)).hits.map(({ document }) => document as string)),
    ];
    expect(await documents({ collection: 'Works' })).toEqual([STEEL.document]);
    expect(await documents({ documents: [BIRDS.document] })).toEqual([BIRDS.document]);
    expect((await search('stork', { kinds: ['table'] })).hits.map(({ kind }) => kind)).toEqual(['table']);
    await expect(search('crane', { collection: 'Nowhere' })).rejects.toMatchObject({ code: 'notFound' });
  });

  it('appends one hop of relations after the ranked hits, with the score of their anchor', async () => {
    await publishAll(store, [BIRDS, STEEL]);
    const [from, to, far] = [BIRDS.fragments[0]!, STEEL.fragments[0]!, STEEL.fragments[2]!];
    const point = (fragment: FragmentId, document: typeof BIRDS.document) => ({
      id: `point-${fragment}` as PointId,
      document,
      fragment,
      title: 'T',
      summary: 'S',
      maker: 'test',
    });
    await store.index.putKnowledge(
      STEEL.document,
      'test',
      [point(to.id, STEEL.document), point(far.id, STEEL.document)],
      [],
    );
    const relation = { from: `point-${from.id}` as PointId, weight: 0.5, maker: 'test' };
    await store.index.putKnowledge(
      BIRDS.document,
      'test',
      [point(from.id, BIRDS.document)],
      [
        { ...relation, to: `point-${to.id}` as PointId, kind: 'extends' },
        { ...relation, to: `point-${far.id}` as PointId, kind: 'similar', weight: 0.9 },
      ],
    );
    const { hits } = await search('chimneys', { mode: 'lexical' });
    expect(hits.map(({ fragment }) => fragment)).toEqual([from.id, to.id]);
    expect(hits[1]).toMatchObject({
      rank: 2,
      expandedFrom: from.id,
      score: hits[0]!.score,
      lexicalRank: null,
    });
    // The other way round, and from a fragment that is no source but stands in the same section.
    const back = await search('beams', { mode: 'lexical' });
    expect(back.hits.at(-1)).toMatchObject({ fragment: from.id, expandedFrom: to.id });
    const neighbour = await search('Africa', { mode: 'lexical', top: 1 });
    expect(neighbour.hits.at(-1)).toMatchObject({ fragment: to.id, expandedFrom: BIRDS.fragments[1]!.id });
    expect((await search('chimneys', { graph: false, mode: 'lexical' })).hits).toHaveLength(1);
    expect(
      (await search('chimneys', { documents: [BIRDS.document] })).hits.every(
        ({ document }) => document === BIRDS.document,
      ),
    ).toBe(true);
  });

  it('says how many pages in scope are still pending', async () => {
    const scan = contentOf({
      title: 'Scan',
      sections: [{ title: 'S', page: 3, paragraphs: ['Some words.'] }],
      states: { 1: 'pending', 2: 'pending' },
    });
    await publishAll(store, [scan, STEEL]);
    expect((await search('words')).pending.pages).toBe(2);
    expect((await search('words', { documents: [STEEL.document] })).pending.pages).toBe(0);
  });

  it('answers queries without a letter or digit with nothing, and stops when aborted', async () => {
    await publishAll(store, [BIRDS]);
    await embed([BIRDS]);
    for (const query of ['', ' ', '👍', '"', '***', '\0'])
      expect((await search(query)).hits, query).toEqual([]);
    const request: SearchRequest = { query: 'stork', top: 3, mode: 'hybrid', graph: true };
    const aborted = createSearch({ lookup: store.lookup, embedder })(request, AbortSignal.abort());
    await expect(aborted).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('fuse', () => {
  const ranked = (names: string) =>
    [...names].map((name) => ({ fragment: name as FragmentId, score: 1, unreliable: name === 'u' }));

  it('adds reciprocal ranks with k = 10', () => {
    const [first, second] = fuse(ranked('ab'), ranked('bc'));
    expect(first).toMatchObject({ fragment: 'b', score: 1 / 12 + 1 / 11, lexicalRank: 2, denseRank: 1 });
    expect(second).toMatchObject({ fragment: 'a', score: 1 / 11 });
  });

  it('breaks ties always in the same way, and halves what is unreliable', () => {
    expect(fuse(ranked('x'), ranked('y')).map(({ fragment }) => fragment)).toEqual(['x', 'y']);
    expect(fuse(ranked('ua'), []).map(({ fragment }) => fragment)).toEqual(['a', 'u']);
  });
});

describe('chooseExpansions', () => {
  const relate = (from: string, to: string, kind: 'supports' | 'similar') => ({
    from: from as FragmentId,
    to: to as FragmentId,
    kind,
    weight: 1,
  });
  const ids = (names: string): FragmentId[] => [...names] as FragmentId[];

  it('takes similar ones only where no typed relation exists, and never a hit', () => {
    const related = [
      relate('a', 'x', 'supports'),
      relate('a', 'y', 'similar'),
      relate('b', 'z', 'similar'),
      relate('b', 'a', 'similar'),
    ];
    const chosen = chooseExpansions(ids('ab'), related, new Set(ids('ab')));
    expect(chosen).toEqual([
      { fragment: 'x', from: 'a' },
      { fragment: 'z', from: 'b' },
    ]);
  });

  it('is bounded per anchor and in all', () => {
    const anchors = ids('abcdefgh');
    const related = anchors.flatMap((anchor) =>
      [1, 2, 3, 4].map((turn) => relate(anchor, `${anchor}${turn}`, 'supports')),
    );
    const chosen = chooseExpansions(anchors, related, new Set());
    expect(chosen).toHaveLength(8);
    expect(chooseExpansions(ids('a'), related, new Set())).toHaveLength(2);
  });
});
