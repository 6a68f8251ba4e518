import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { catalogueEntrySchema, modelTestSchema } from '../../../src-preload/contract/models.ts';
import { createScheduler } from '../../../src-main/engine/scheduler.ts';
import { comfortableSequences, neededBytes, readCatalogue } from '../../../src-main/models/catalogue.ts';
import { createModels } from '../../../src-main/models/models.ts';
import type { ModelSettings, Models } from '../../../src-main/models/models.ts';
import { never } from './helpers/doors.ts';
import { startFakeModelServer } from './helpers/fake-model-server.ts';
import { testSpawner } from './helpers/spawner.ts';

const resources = join(import.meta.dirname, '../../../resources');
let folder: string;
let settings: ModelSettings;
let models: Models;
let spawned: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-room-'));
  process.env['CARREL_MODELS'] = join(folder, 'cache');
  settings = { offline: false, contextTokens: 8192, servers: [] };
  spawned = 0;
  models = createModels({
    home: folder,
    resources,
    spawner: {
      spawn(entry, environment) {
        spawned += 1;
        return testSpawner.spawn(entry, environment);
      },
    },
    scheduler: createScheduler(),
    settings: () => settings,
    onConnection: () => undefined,
    onDownload: () => undefined,
    onNotice: () => undefined,
  });
});
afterEach(async () => {
  await models.close();
  Reflect.deleteProperty(process.env, 'CARREL_MODELS');
  rmSync(folder, { recursive: true, force: true });
});

describe('the catalogue', () => {
  it('is of the contract’s shape; only the bundled model is installed in an empty home', async () => {
    const entries = await models.catalogue();
    for (const entry of entries) catalogueEntrySchema.parse(entry);
    expect(entries.filter(({ installed }) => installed).map(({ id }) => id)).toEqual(['all-minilm-l6-v2']);
    expect(entries.filter(({ bundled }) => bundled).map(({ kind }) => kind)).toEqual(['embedding']);
    expect(spawned).toBe(0);
  });

  it('case 36: shows what a model needs at the set context, before loading', async () => {
    const small = (await models.catalogue()).find(({ id }) => id.includes('1.5b'))?.memory;
    settings = { ...settings, contextTokens: 131_072 };
    const large = (await models.catalogue()).find(({ id }) => id.includes('1.5b'))?.memory;
    expect(small?.contextTokens).toBe(8192);
    // Never beyond what the model was trained on.
    expect(large?.contextTokens).toBe(32_768);
    expect(large?.needed).toBeGreaterThan(small?.needed ?? 0);
    expect(small?.free).toBeGreaterThan(0);
  });

  it('keeps fewer sequences where memory is short', () => {
    const entry = readCatalogue(resources).language('qwen2.5-coder-1.5b-instruct');
    const one = neededBytes(entry, 8192, 1);
    expect(comfortableSequences(entry, 8192, one)).toBe(1);
    expect(comfortableSequences(entry, 8192, one * 10)).toBe(3);
    // 28 layers, 256 wide, keys and values of 2 bytes each.
    expect(neededBytes(entry, 8192, 2) - one).toBe(28 * 256 * 2 * 2 * 8192);
  });

  it('names a public address first and never a package registry', () => {
    const { entries } = readCatalogue(resources);
    const urls = entries.flatMap(({ sources }) =>
      sources.flatMap((source) => (source.type === 'url' ? [source.url] : [])),
    );
    expect(urls.length).toBeGreaterThan(0);
    for (const url of urls) expect(new URL(url).hostname).toBe('huggingface.co');
    for (const { sources } of entries)
      if (sources.some(({ type }) => type === 'url')) expect(sources[0]?.type).toBe('url');
  });
});

describe('choosing a model', () => {
  it('says what is not installed, not known, not set', async () => {
    const ask = (reference: Parameters<Models['language']>[0]) => models.language(reference);
    await expect(ask({ provider: 'llama-cpp', model: 'smollm2-135m-instruct' })).rejects.toMatchObject({
      code: 'modelNotInstalled',
      message: expect.stringContaining('carrel models add smollm2-135m-instruct') as string,
    });
    await expect(ask({ provider: 'llama-cpp', model: 'all-minilm-l6-v2' })).rejects.toMatchObject({
      code: 'modelUnknown',
    });
    await expect(ask({ provider: 'server', server: 'none', model: 'x' })).rejects.toMatchObject({
      code: 'modelUnknown',
    });
    await expect(ask({ endpoint: 'http://8.8.8.8' })).rejects.toMatchObject({ code: 'addressRefused' });
    await expect(ask({ endpoint: 'not an address' })).rejects.toMatchObject({ code: 'usage' });
    await expect(models.remove('all-minilm-l6-v2')).rejects.toMatchObject({ code: 'usage' });
    await expect(models.add('nothing', never())).rejects.toMatchObject({ code: 'modelUnknown' });
  });

  it('a server of the settings, with its key, and an endpoint of one question', async () => {
    const server = await startFakeModelServer({
      key: 'k',
      models: [{ id: 'big', max_model_len: 9000 }],
      deltas: () => [{ content: '{"reply":"ready"}' }],
    });
    settings = { ...settings, servers: [{ id: 'lab', url: server.url, key: 'k', allowPublic: false }] };
    const set = await models.language({ provider: 'server', server: 'lab', model: 'big' });
    expect(set).toMatchObject({ id: 'lab/big', contextTokens: 9000 });
    // The same address typed for one question lends the stored key.
    expect((await models.language({ endpoint: `${server.url}/` })).id).toContain('/big');
    const tested = modelTestSchema.parse(await models.test('lab/big', {}, never()));
    expect(tested).toMatchObject({
      ok: true,
      model: 'big',
      models: ['big'],
      supports: { jsonSchema: true, baseUrl: `${server.url}/v1` },
    });
    expect((await models.test(server.url, { key: 'k' }, never())).ok).toBe(true);
    await expect(models.test(server.url, { key: 'no' }, never())).rejects.toMatchObject({
      code: 'serverRefused',
    });
    expect(models.connections().every(({ host }) => host === '127.0.0.1')).toBe(true);
    settings = { ...settings, offline: true };
    await expect(models.language({ endpoint: server.url, model: 'other', key: 'z' })).rejects.toMatchObject({
      code: 'offline',
    });
    await server.close();
  });

  it('the bundled model can be tested too', { timeout: 90_000 }, async () => {
    expect(await models.test('all-minilm-l6-v2', {}, never())).toMatchObject({
      ok: true,
      answer: 'A vector of 384 dimensions.',
    });
    expect(models.loaded()).toBeNull();
  });
});
