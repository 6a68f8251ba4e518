import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScheduler } from '../../../src-main/engine/scheduler.ts';
import { readCatalogue } from '../../../src-main/models/catalogue.ts';
import { createLocalEmbedder, normalise } from '../../../src-main/models/local/local-embedder.ts';
import type { LocalEmbedder } from '../../../src-main/models/local/local-embedder.ts';
import { createModelFiles } from '../../../src-main/models/model-files.ts';
import { never } from './helpers/doors.ts';
import { testSpawner } from './helpers/spawner.ts';

const resources = join(import.meta.dirname, '../../../resources');
const entry = readCatalogue(resources).embedding;
const files = createModelFiles(join(resources, 'no-home'), resources);

function make(notices: string[] = []): LocalEmbedder {
  return createLocalEmbedder({
    fingerprint: entry.sha256,
    dimensions: entry.dimensions,
    file: async () => {
      const path = await files.find(entry);
      if (path === null) throw new Error('The bundled model is not whole.');
      return path;
    },
    spawner: testSpawner,
    scheduler: createScheduler(),
    onNotice: ({ code }) => void notices.push(code),
  });
}

const dot = (a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

/** Real processes on a machine that may be busy: starting one costs two seconds of a core. */
const PATIENT = { timeout: 90_000 };

describe('the bundled embedder in a real process', PATIENT, () => {
  let embedder: LocalEmbedder;
  beforeAll(() => {
    embedder = make();
  });
  afterAll(() => embedder.close());

  it('gives unit vectors of 384 numbers, near for like texts and far for others', async () => {
    const texts = [
      'The cat sits on the mat.',
      'A kitten rests on a rug.',
      'Quarterly revenue rose by 12 %.',
      'Sales in the quarter grew.',
    ];
    const [cat, kitten, revenue, sales] = await embedder.embed(texts, 'passage', never());
    expect(cat).toHaveLength(384);
    for (const vector of [cat, kitten, revenue, sales]) expect(dot(vector, vector)).toBeCloseTo(1, 5);
    expect(dot(cat, kitten)).toBeGreaterThan(0.5);
    expect(dot(revenue, sales)).toBeGreaterThan(0.5);
    expect(Math.abs(dot(cat, revenue))).toBeLessThan(0.25);
  });

  it('is deterministic, whatever the batch, the order and the purpose', async () => {
    const texts = Array.from({ length: 11 }, (_, at) => `Passage ${at} about the year ${1990 + at}.`);
    const batch = await embedder.embed(texts, 'passage', never());
    const backwards = await embedder.embed(texts.toReversed(), 'passage', never());
    const [alone] = await embedder.embed([texts[7] ?? ''], 'query', never());
    expect(backwards.toReversed()).toEqual(batch);
    expect(alone).toEqual(batch[7]);
  });

  it('cuts long texts by tokens: what follows the 510th changes nothing', async () => {
    const long = 'alpha '.repeat(510);
    const [base, longer, other] = await embedder.embed(
      [long, `${long}beta gamma `, `beta ${long}`],
      'passage',
      never(),
    );
    expect(dot(base, longer)).toBeCloseTo(1, 5);
    expect(dot(base, other)).toBeLessThan(0.99999);
    const [empty, cjk] = await embedder.embed(['', '情報検索'.repeat(200)], 'passage', never());
    expect(dot(empty, empty)).toBeCloseTo(1, 5);
    expect(dot(cjk, cjk)).toBeCloseTo(1, 5);
  });

  it('answers a query while passages are being embedded', async () => {
    const text =
      'The company reports revenue, costs and income of the year in its consolidated statements. '.repeat(12);
    const stop = new AbortController();
    const passages = embedder.embed(
      Array.from({ length: 100 }, () => text),
      'passage',
      stop.signal,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    const started = performance.now();
    await embedder.embed(['What was the revenue?'], 'query', never());
    const waited = performance.now() - started;
    stop.abort(new Error('enough'));
    await expect(passages).rejects.toThrow('enough');
    // One passage of 200 tokens is in front of it at most; the rest is slack for a busy machine.
    expect(waited).toBeLessThan(4_000);
  });
});

describe('case 35: a crash of the embedding process', PATIENT, () => {
  it('kill -9 in the middle: the texts are embedded again, and one notice says so', async () => {
    const notices: string[] = [];
    const embedder = make(notices);
    const texts = Array.from({ length: 24 }, (_, at) => `Paragraph ${at}. `.repeat(60));
    await embedder.embed(['warm'], 'query', never());
    const first = embedder.pid;
    const work = embedder.embed(texts, 'passage', never());
    await new Promise((resolve) => setTimeout(resolve, 300));
    process.kill(first ?? 0, 'SIGKILL');
    const vectors = await work;
    expect(vectors).toHaveLength(24);
    for (const vector of vectors) expect(dot(vector, vector)).toBeCloseTo(1, 5);
    expect(embedder.pid).not.toBe(first);
    expect(notices).toEqual(['embeddingRestarted']);
    await embedder.close();
    expect(embedder.pid).toBeNull();
  });
});

describe('vectors that are no directions', () => {
  it.each([
    ['NaN', [Number.NaN, 1, 0]],
    ['infinity', [Number.POSITIVE_INFINITY, 1, 0]],
    ['no length', [0, 0, 0]],
    ['wrong size', [1, 2]],
  ])('%s is an error', (_name, values) => {
    expect(() => normalise(Float32Array.from(values), 3)).toThrow(
      expect.objectContaining({ code: 'modelOutput' }),
    );
  });
});
