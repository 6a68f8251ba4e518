/**
 * The answer model for laptops, for real: downloaded through Carrel's own catalogue (1.1 GB, once,
 * into the shared folder), asked with a schema over materials. Run by `npm run test:models`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readGgufFileInfo } from 'node-llama-cpp';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { generateJson } from '../../src-main/domain/generate-json.ts';
import type { LanguageModel } from '../../src-main/domain/ports/language-model.ts';
import { createScheduler } from '../../src-main/engine/scheduler.ts';
import { readCatalogue } from '../../src-main/models/catalogue.ts';
import { createModels } from '../../src-main/models/models.ts';
import { estimateTokens } from '../../src-main/models/server/token-estimate.ts';
import { never } from '../unit/models/helpers/doors.ts';
import { sampleTexts } from '../unit/models/helpers/sample-texts.ts';
import { testSpawner } from '../unit/models/helpers/spawner.ts';

const ID = 'qwen2.5-coder-1.5b-instruct';
const resources = join(import.meta.dirname, '../../resources');
const home = mkdtempSync(join(tmpdir(), 'carrel-answer-'));
const models = createModels({
  home,
  resources,
  spawner: testSpawner,
  scheduler: createScheduler(),
  settings: () => ({ offline: false, contextTokens: 4096, servers: [] }),
  onConnection: () => undefined,
  onDownload: () => undefined,
  onNotice: () => undefined,
});
const file = await models.add(ID, AbortSignal.timeout(1_500_000)).then(
  ({ file: path }) => path,
  (error: Error) => {
    process.stdout.write(`Skipped: the 1.5B model cannot be had here. ${error.message}\n`);
    return null;
  },
);

const materials = `[1] Annual report of Halden Tools, page 12. Revenue of the year 2023 was 48.2 million euros, after 44.9 million euros in 2022.
[2] Annual report of Halden Tools, page 30. At the end of 2023 the company had 312 employees, of whom 120 worked in the plant in Oulu.
[3] Annual report of Halden Tools, page 44. The board proposes a dividend of 0.35 euros a share.`;

const reply = z.object({ answerable: z.boolean(), material: z.number().int(), answer: z.string().max(80) });

describe.skipIf(file === null)('Qwen2.5-Coder 1.5B', () => {
  let model: LanguageModel;
  afterAll(async () => {
    await models.close();
    rmSync(home, { recursive: true, force: true });
  });

  const ask = (question: string) =>
    generateJson(
      model,
      {
        messages: [
          {
            role: 'system',
            content:
              'You answer from the numbered materials alone. Reply with JSON: answerable, the number of the material used, and the shortest answer.',
          },
          { role: 'user', content: `${materials}\n\nQuestion: ${question}` },
        ],
        temperature: 0,
        maxTokens: 120,
        role: 'synthesizer',
      },
      reply,
      never(),
    );

  it('has the numbers that the catalogue states', async () => {
    const { metadata } = await readGgufFileInfo(file ?? '');
    const facts = (
      metadata as unknown as {
        qwen2: {
          block_count: number;
          context_length: number;
          embedding_length: number;
          attention: { head_count: number; head_count_kv: number };
        };
      }
    ).qwen2;
    const entry = readCatalogue(resources).language(ID);
    const headWidth = facts.embedding_length / facts.attention.head_count;
    expect(entry.layers).toBe(facts.block_count);
    expect(entry.keyValueWidth).toBe(headWidth * facts.attention.head_count_kv);
    expect(entry.contextTokens).toBe(facts.context_length);
  });

  it('answers with the right figures and reuses the materials', async () => {
    model = await models.language({ provider: 'llama-cpp', model: ID });
    const first = await ask('What was the revenue in 2023?');
    expect(first.value.answer).toContain('48.2');
    expect(first.value.answerable).toBe(true);
    const second = await ask('How many employees were there at the end of 2023?');
    expect(second.value.answer).toContain('312');
    expect(second.usage.reused).toBeGreaterThan(150);
    process.stdout.write(
      `prompt ${model.promptTokensPerSecond?.toFixed(0)} tokens/s, ${JSON.stringify(models.loaded())}\n`,
    );
  });

  it('counts as its tokenizer does, and the estimate for servers is never below', async () => {
    for (const text of Object.values(sampleTexts))
      expect(estimateTokens(text)).toBeGreaterThanOrEqual(await model.countTokens(text));
  });

  it('case 36: needs about what the catalogue shows before loading', async () => {
    const shown = (await models.catalogue()).find(({ id }) => id === ID)?.memory;
    const held = models.loaded()?.residentBytes ?? 0;
    expect(held).toBeGreaterThan((shown?.needed ?? 0) * 0.5);
    expect(held).toBeLessThan((shown?.needed ?? 0) * 1.25);
  });

  it('the Test button gets an answer', async () => {
    const tested = await models.test(ID, {}, never());
    expect(tested).toMatchObject({ ok: true, model: ID });
    expect(tested.answer.toLowerCase()).toContain('ready');
  });
});
