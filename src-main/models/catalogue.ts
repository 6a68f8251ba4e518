/**
 * The model catalogue. In: resources/models.json. Out: checked entries, and an estimate of the
 * memory each needs, made without its file.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CarrelError } from '../domain/errors.ts';

const source = z.discriminatedUnion('type', [
  z.object({ type: z.literal('url'), url: z.url() }),
  z.object({
    type: z.literal('python-packages'),
    packages: z.array(z.string().regex(/^[a-z0-9][a-z0-9._-]*$/u)).min(1),
    version: z.string().regex(/^[0-9][0-9A-Za-z.]*$/u),
  }),
]);
export type ModelSource = z.infer<typeof source>;

const common = {
  id: z.string(),
  title: z.string(),
  file: z.string().regex(/^[\w.-]+\.gguf$/u),
  bytes: z.number().int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/u),
  licence: z.string(),
  /** Billions. */
  parameters: z.number().positive(),
  bundled: z.boolean(),
  sources: z.array(source),
};

const embeddingModel = z.object({
  ...common,
  kind: z.literal('embedding'),
  dimensions: z.number().int().positive(),
});
const languageModel = z.object({
  ...common,
  kind: z.literal('language'),
  /** Context the model was trained on. */
  contextTokens: z.number().int().positive(),
  layers: z.number().int().positive(),
  /** Key-value heads times the width of a head. */
  keyValueWidth: z.number().int().positive(),
  vocabulary: z.number().int().positive(),
  /** Share of the file that llama.cpp's processor kernels keep as a second, rearranged copy; measured. */
  repackedShare: z.number().nonnegative(),
  /** Measured on one of two cores of a laptop-class machine without a graphics card. */
  promptTokensPerSecondPerCore: z.number().positive(),
});
export type EmbeddingModelEntry = z.infer<typeof embeddingModel>;
export type LanguageModelEntry = z.infer<typeof languageModel>;
export type ModelEntry = EmbeddingModelEntry | LanguageModelEntry;

const catalogueFile = z.object({
  answerModel: z.string(),
  embeddingModel: z.string(),
  /** Host of a source → domains its downloads may be redirected to (with their subdomains). */
  redirects: z.record(z.string(), z.array(z.string())),
  models: z.array(z.discriminatedUnion('kind', [embeddingModel, languageModel])),
});

export interface Catalogue {
  readonly entries: readonly ModelEntry[];
  readonly embedding: EmbeddingModelEntry;
  readonly redirects: Readonly<Record<string, readonly string[]>>;
  /** @throws CarrelError `modelUnknown`. */
  entry(id: string): ModelEntry;
  /** @throws CarrelError `modelUnknown` also for an embedding model. */
  language(id: string): LanguageModelEntry;
}

/** Reads `models.json` of the resources folder (absolute path). */
export function readCatalogue(resources: string): Catalogue {
  const file = catalogueFile.parse(JSON.parse(readFileSync(join(resources, 'models.json'), 'utf8')));
  const byId = new Map(file.models.map((entry) => [entry.id, entry]));
  const embedding = byId.get(file.embeddingModel);
  if (embedding?.kind !== 'embedding') throw new Error('models.json names no embedding model.');
  const unknown = (id: string): CarrelError =>
    new CarrelError(
      'modelUnknown',
      `There is no model "${id}" in the catalogue. "carrel models list" shows what there is.`,
    );
  return {
    entries: file.models,
    embedding,
    redirects: file.redirects,
    entry(id) {
      const entry = byId.get(id);
      if (!entry) throw unknown(id);
      return entry;
    },
    language(id) {
      const entry = byId.get(id);
      if (entry?.kind !== 'language') throw unknown(id);
      return entry;
    },
  };
}

/** Node, llama.cpp's libraries and the tokenizer. */
const PROCESS_BYTES = 200_000_000;
/** llama.cpp keeps logits of one batch of 512 tokens as floats; the other buffers are smaller. */
const BATCH_TOKENS = 512;
/** Sequences that are worth their memory: an agent's loop, the judge, the synthesizer. */
const MOST_SEQUENCES = 3;
/** More than one sequence is kept only below this share of free memory. */
const COMFORTABLE_SHARE = 0.6;

/** Bytes of the second copy of weights; only on the processor. */
export function repackedBytes(entry: LanguageModelEntry): number {
  return Math.round(entry.bytes * entry.repackedShare);
}

/** Bytes of main memory that a language model needs on the processor, with f16 keys and values. */
export function neededBytes(entry: LanguageModelEntry, contextTokens: number, sequences: number): number {
  const keysAndValues = entry.layers * entry.keyValueWidth * 2 * 2 * contextTokens * sequences;
  const weights = entry.bytes + repackedBytes(entry);
  return PROCESS_BYTES + weights + keysAndValues + entry.vocabulary * BATCH_TOKENS * 4;
}

/** How many roles' sequences to keep, given the free bytes. */
export function comfortableSequences(entry: LanguageModelEntry, contextTokens: number, free: number): number {
  for (let sequences = MOST_SEQUENCES; sequences > 1; sequences--)
    if (neededBytes(entry, contextTokens, sequences) <= free * COMFORTABLE_SHARE) return sequences;
  return 1;
}
