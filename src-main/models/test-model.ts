/**
 * The "Test" button. In: a catalogue id, `server/model`, or a URL. Out: a real answer, how long it
 * took, and what a server supports. Errors are the model's own, with their sentences.
 */
import type { z } from 'zod';
import type { modelTestSchema } from '../../src-preload/contract/models.ts';
import type { Embedder, LanguageModel } from '../domain/ports/language-model.ts';
import type { ModelEntry } from './catalogue.ts';
import type { OpenedServerModel } from './server/servers.ts';

export type ModelTest = z.infer<typeof modelTestSchema>;

/** How to reach what a target may name. */
export interface TestRoutes {
  readonly entries: readonly ModelEntry[];
  readonly serverIds: readonly string[];
  readonly embedder: Embedder;
  local(id: string): Promise<LanguageModel>;
  server(id: string, model: string | null): Promise<OpenedServerModel>;
  endpoint(url: string): Promise<OpenedServerModel>;
}

const QUESTION = 'Reply with the word "ready" and nothing else.';
const SCHEMA = {
  type: 'object',
  properties: { reply: { type: 'string' } },
  required: ['reply'],
  additionalProperties: false,
};

interface Tried {
  readonly answer: string;
  readonly generated: number;
  readonly milliseconds: number;
  readonly tokensPerSecond: number | null;
}

async function tryModel(model: LanguageModel, withSchema: boolean, signal: AbortSignal): Promise<Tried> {
  const started = performance.now();
  let first: number | null = null;
  let answer = '';
  let generated = 0;
  const request = {
    messages: [{ role: 'user' as const, content: QUESTION }],
    temperature: 0,
    maxTokens: 64,
    role: 'test',
    ...(withSchema && { schema: SCHEMA }),
  };
  for await (const event of model.generate(request, signal)) {
    if (event.type === 'text') {
      first ??= performance.now();
      answer += event.text;
    } else if (event.type === 'restart') answer = '';
    else if (event.type === 'end') ({ generated } = event.usage);
  }
  const now = performance.now();
  const seconds = first === null ? 0 : (now - first) / 1000;
  return {
    answer: answer.trim(),
    generated,
    milliseconds: Math.round(now - started),
    tokensPerSecond: seconds > 0 && generated > 1 ? Number(((generated - 1) / seconds).toFixed(1)) : null,
  };
}

async function testServer(opened: OpenedServerModel, signal: AbortSignal): Promise<ModelTest> {
  const { model, facts, features } = opened;
  const plain = await tryModel(model, false, signal);
  // With a schema the model probes what the server really does with one.
  await tryModel(model, true, signal);
  return {
    ok: plain.answer !== '',
    model: opened.name,
    models: facts.models.map(({ id }) => id),
    answer: plain.answer,
    milliseconds: plain.milliseconds,
    supports: { jsonSchema: features.current.jsonMode === 'schema', baseUrl: facts.baseUrl },
    tokensPerSecond: plain.tokensPerSecond,
  };
}

async function testEmbedder(entry: ModelEntry, embedder: Embedder, signal: AbortSignal): Promise<ModelTest> {
  const started = performance.now();
  const [vector] = await embedder.embed([QUESTION], 'query', signal);
  return {
    ok: vector?.length === embedder.dimensions,
    model: entry.id,
    models: [],
    answer: `A vector of ${vector?.length ?? 0} dimensions.`,
    milliseconds: Math.round(performance.now() - started),
    supports: null,
    tokensPerSecond: null,
  };
}

export async function testModel(target: string, routes: TestRoutes, signal: AbortSignal): Promise<ModelTest> {
  const entry = routes.entries.find(({ id }) => id === target);
  if (entry?.kind === 'embedding') return testEmbedder(entry, routes.embedder, signal);
  const slash = target.indexOf('/');
  const server = slash > 0 ? target.slice(0, slash) : target;
  if (!entry && routes.serverIds.includes(server)) {
    const model = slash > 0 ? target.slice(slash + 1) : null;
    return testServer(await routes.server(server, model), signal);
  }
  if (!entry && /[:./]/u.test(target)) return testServer(await routes.endpoint(target), signal);
  // An id that the catalogue does not have ends here with its error.
  const tried = await tryModel(await routes.local(target), false, signal);
  return {
    ok: tried.answer !== '',
    model: target,
    models: [],
    answer: tried.answer,
    milliseconds: tried.milliseconds,
    supports: null,
    tokensPerSecond: tried.tokensPerSecond,
  };
}
