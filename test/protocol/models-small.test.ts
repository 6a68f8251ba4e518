/**
 * The plumbing of llama.cpp with the smallest model of the catalogue, got through Carrel's own
 * download. What the model says is of no matter here.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GenerateRequest, ModelEvent } from '../../src-main/domain/ports/language-model.ts';
import { createScheduler } from '../../src-main/engine/scheduler.ts';
import { readCatalogue } from '../../src-main/models/catalogue.ts';
import { startInferenceProcess } from '../../src-main/models/local/inference-process.ts';
import { createLocalLanguageModels } from '../../src-main/models/local/local-language-models.ts';
import type { LocalLanguageModels } from '../../src-main/models/local/local-language-models.ts';
import { createModels } from '../../src-main/models/models.ts';
import type { Models } from '../../src-main/models/models.ts';
import { never } from '../unit/models/helpers/doors.ts';
import { testSpawner } from '../unit/models/helpers/spawner.ts';

const ID = 'smollm2-135m-instruct';
const resources = join(import.meta.dirname, '../../resources');
const home = mkdtempSync(join(tmpdir(), 'carrel-small-'));
const notices: string[] = [];
const models: Models = createModels({
  home,
  resources,
  spawner: testSpawner,
  scheduler: createScheduler(),
  settings: () => ({ offline: false, contextTokens: 2048, servers: [] }),
  onConnection: () => undefined,
  onDownload: () => undefined,
  onNotice: ({ code }) => void notices.push(code),
});

/** The path of the file, or why there is none. */
const file = await models.add(ID, AbortSignal.timeout(240_000)).then(
  ({ file: path }) => path,
  (error: Error) => {
    process.stdout.write(`Skipped: the 135M model cannot be had here. ${error.message}\n`);
    return null;
  },
);

const request = (content: string, more: Partial<GenerateRequest> = {}): GenerateRequest => ({
  messages: [
    { role: 'system', content: 'You are brief.' },
    { role: 'user', content },
  ],
  temperature: 0,
  maxTokens: 24,
  role: 'test',
  ...more,
});

describe.skipIf(file === null)('llama.cpp with a small model', () => {
  let local: LocalLanguageModels;
  const entry = readCatalogue(resources).language(ID);

  beforeAll(() => {
    local = createLocalLanguageModels({
      spawner: testSpawner,
      scheduler: createScheduler(),
      file: () => Promise.resolve(file ?? ''),
      contextTokens: () => 2048,
      onNotice: ({ code }) => void notices.push(code),
    });
  });
  afterAll(async () => {
    await local.close();
    await models.close();
    rmSync(home, { recursive: true, force: true });
  });

  async function run(asked: GenerateRequest, signal = never()): Promise<ModelEvent[]> {
    const events: ModelEvent[] = [];
    for await (const event of local.model(entry).generate(asked, signal)) events.push(event);
    return events;
  }
  const textOf = (events: readonly ModelEvent[]): string =>
    events.map((event) => (event.type === 'text' ? event.text : '')).join('');

  it('loads, tells progress, streams, and ends with usage', async () => {
    const events = await run(request('Name three colours of the rainbow.'));
    expect(events.some(({ type }) => type === 'loading')).toBe(true);
    expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThan(3);
    const last = events.at(-1);
    expect(last).toMatchObject({ type: 'end', usage: { reused: 0 } });
    expect(textOf(events)).not.toMatch(/<\|im_end\|>|\uFFFD/u);
    expect(local.loaded()).toMatchObject({ id: ID });
    // Temperature 0: the same question, the same answer.
    expect(textOf(await run(request('Name three colours of the rainbow.')))).toBe(textOf(events));
  });

  it('keeps to a JSON schema by grammar', async () => {
    const schema = {
      type: 'object',
      properties: {
        kind: { enum: ['fruit', 'animal'] },
        count: { type: 'integer' },
        note: { anyOf: [{ type: 'string', maxLength: 20 }, { type: 'null' }] },
      },
      required: ['kind', 'count', 'note'],
      additionalProperties: false,
    };
    const events = await run(request('Describe an apple as JSON.', { schema, maxTokens: 120 }));
    const value = JSON.parse(textOf(events)) as Record<string, unknown>;
    expect(['fruit', 'animal']).toContain(value['kind']);
    expect(Number.isInteger(value['count'])).toBe(true);
    expect(events.at(-1)).toMatchObject({ type: 'end', reason: 'stop' });
  });

  it('does not evaluate a role’s prefix again, and keeps roles apart', async () => {
    const shared = 'Materials: '.concat('The river is long and the bridge is old. '.repeat(30));
    const first = await run(request(`${shared}\nQuestion one?`, { role: 'reader', maxTokens: 4 }));
    await run(request('Something else.', { role: 'checker', maxTokens: 4 }));
    const second = await run(request(`${shared}\nQuestion two?`, { role: 'reader', maxTokens: 4 }));
    const usage = (events: readonly ModelEvent[]): { prompt: number; reused: number } => {
      const end = events.at(-1);
      return end?.type === 'end' ? end.usage : { prompt: 0, reused: 0 };
    };
    expect(usage(first).reused).toBeLessThan(30);
    expect(usage(second).reused).toBeGreaterThan(250);
    expect(usage(second).reused).toBeLessThan(usage(second).prompt);
    const prompt = second.find(({ type }) => type === 'prompt');
    expect(prompt).toBeDefined();
  });

  it('gives the same text with a reused prefix as without', async () => {
    const ask = request('The river is long. The bridge is old. What is old?', {
      role: 'again',
      maxTokens: 12,
    });
    const fresh = textOf(await run(ask));
    expect(textOf(await run(ask))).toBe(fresh);
  });

  it('counts tokens exactly and refuses what does not fit', async () => {
    const model = local.model(entry);
    const text = 'word '.repeat(1000);
    const counted = await model.countTokens(text);
    expect(counted).toBeGreaterThanOrEqual(1000);
    expect(counted).toBeLessThan(1010);
    await expect(run(request('word '.repeat(2100)))).rejects.toMatchObject({ code: 'contextTooSmall' });
    await expect(run(request(text, { maxTokens: 1500 }))).rejects.toMatchObject({ code: 'contextTooSmall' });
    expect(model.contextTokens).toBe(2048);
    expect(model.promptTokensPerSecond).toBeGreaterThan(0);
  });

  it('marks an answer that was cut by its length', async () => {
    const events = await run(request('Count from one to one hundred in words.', { maxTokens: 5 }));
    expect(events.at(-1)).toMatchObject({ type: 'end', reason: 'length', usage: { generated: 5 } });
  });

  it('stops within a second, in the prompt and in the answer', async () => {
    const cases = {
      prompt: request('The river is long and the bridge is old. '.repeat(100), { role: 'stop' }),
      text: request('Tell a long story.', { role: 'stop', maxTokens: 500 }),
    };
    for (const until of ['prompt', 'text'] as const) {
      const controller = new AbortController();
      let abortedAt = 0;
      const reading = (async () => {
        for await (const event of local.model(entry).generate(cases[until], controller.signal))
          if (event.type === until && abortedAt === 0) {
            abortedAt = performance.now();
            controller.abort();
          }
      })();
      await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
      expect(performance.now() - abortedAt).toBeLessThan(1_000);
      // The process is free again at once: a short question does not wait for the long one.
      const before = performance.now();
      await run(request('Hi', { role: 'short', maxTokens: 1 }));
      expect(performance.now() - before).toBeLessThan(5_000);
    }
  });

  it('case 35: kill -9 while it answers: started again, tried once more, and said', async () => {
    const before = notices.length;
    let killed = false;
    const events: ModelEvent[] = [];
    for await (const event of local
      .model(entry)
      .generate(request('Tell a story.', { maxTokens: 40 }), never())) {
      events.push(event);
      if (event.type === 'text' && !killed) {
        killed = true;
        process.kill(local.loaded()?.pid ?? 0, 'SIGKILL');
      }
    }
    const restart = events.findIndex(({ type }) => type === 'restart');
    expect(restart).toBeGreaterThan(0);
    expect(textOf(events.slice(restart))).not.toBe('');
    expect(events.at(-1)?.type).toBe('end');
    expect(notices.slice(before)).toEqual(['modelRestarted']);
  });

  it('case 35: killed twice: a typed error with what it needed and what was free, then it works again', async () => {
    const reading = (async () => {
      for await (const event of local
        .model(entry)
        .generate(request('Tell a story.', { maxTokens: 40 }), never()))
        if (event.type === 'text') {
          const pid = local.loaded()?.pid;
          if (pid !== undefined) process.kill(pid, 'SIGKILL');
        }
    })();
    await expect(reading).rejects.toMatchObject({
      code: 'modelCrashed',
      retryable: true,
      message: expect.stringMatching(/needed about \d+\.\d GB.*\d+\.\d GB are free/u) as string,
    });
    expect(textOf(await run(request('Hello.', { maxTokens: 5 })))).not.toBe('');
  });

  it('case 36: refused before loading when it needs more than is free, with both numbers', async () => {
    const lone = startInferenceProcess(testSpawner, () => undefined);
    const input = {
      file: file ?? '',
      contextTokens: 8192,
      sequences: 1,
      threads: 1,
      repackedBytes: 0,
      availableBytes: 100_000_000,
    };
    await expect(lone.call('loadLanguage', input, never()).result).rejects.toMatchObject({
      code: 'modelTooLarge',
      message: expect.stringMatching(
        /needs about 0\.\d GB of memory at 8,192 tokens of context, and 0\.1 GB are free/u,
      ) as string,
    });
    await lone.end();
  });

  it('case 36: the estimate shown before loading is near what the process holds', async () => {
    const shown = (await models.catalogue()).find(({ id }) => id === ID)?.memory;
    expect(shown?.contextTokens).toBe(2048);
    await run(request('Hello.', { maxTokens: 2 }));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const held = local.loaded()?.residentBytes ?? 0;
    expect(held).toBeGreaterThan((shown?.needed ?? 0) * 0.5);
    expect(held).toBeLessThan((shown?.needed ?? 0) * 1.5);
  });

  it('answers through the room: the test, what is loaded, an unknown id', async () => {
    const tested = await models.test(ID, {}, never());
    expect(tested).toMatchObject({ ok: true, model: ID, supports: null });
    expect(models.loaded()?.id).toBe(ID);
    await expect(models.language({ provider: 'llama-cpp', model: 'none' })).rejects.toMatchObject({
      code: 'modelUnknown',
    });
  });
});
