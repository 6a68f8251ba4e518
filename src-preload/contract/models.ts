/** Calls about models, servers, settings, the network record, and the engine itself. */
import { z } from 'zod';
import { modelReferenceSchema } from './shapes.ts';

export const catalogueEntrySchema = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.enum(['language', 'embedding']),
  file: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  licence: z.string(),
  /** Billions of parameters. */
  parameters: z.number(),
  installed: z.boolean(),
  /** Comes with Carrel and cannot be removed. */
  bundled: z.boolean(),
  sources: z
    .array(
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('url'), url: z.string() }),
        z.object({
          type: z.literal('python-packages'),
          packages: z.array(z.string()).readonly(),
          version: z.string(),
        }),
      ]),
    )
    .readonly(),
  /** Bytes it will need at the set context, before loading. */
  memory: z.object({ needed: z.number(), free: z.number(), contextTokens: z.number() }).nullable(),
});
export type CatalogueEntry = z.infer<typeof catalogueEntrySchema>;

export const downloadProgressSchema = z.object({
  id: z.string(),
  state: z.enum(['downloading', 'checking', 'installed', 'failed', 'cancelled']),
  received: z.number(),
  total: z.number(),
  source: z.string(),
  bytesPerSecond: z.number().nullable(),
  message: z.string().nullable(),
});
export type DownloadProgress = z.infer<typeof downloadProgressSchema>;

export const serverSchema = z.object({
  id: z.string(),
  url: z.string(),
  /** Never sent back; `hasKey` says whether one is stored. */
  hasKey: z.boolean(),
  /** The person named this host, so an address outside the private ranges is allowed. */
  allowPublic: z.boolean(),
});

export const modelTestSchema = z.object({
  ok: z.boolean(),
  model: z.string().nullable(),
  models: z.array(z.string()),
  answer: z.string(),
  milliseconds: z.number(),
  /** What the probe found of a server; null for a local model. */
  supports: z.object({ jsonSchema: z.boolean(), baseUrl: z.string() }).nullable(),
  tokensPerSecond: z.number().nullable(),
});

export const settingsSchema = z.object({
  /** Null: no model is set, answers are evidence alone. */
  answerModel: modelReferenceSchema.nullable(),
  servers: z.array(serverSchema),
  /** Closes every connection, those in the local network too. */
  offline: z.boolean(),
  contextTokens: z.number().int().min(2048).max(131072),
  theme: z.enum(['system', 'light', 'dark']),
});
export type WireSettings = z.infer<typeof settingsSchema>;

export const connectionSchema = z.object({
  at: z.string(),
  host: z.string(),
  purpose: z.string(),
  outcome: z.enum(['open', 'done', 'failed', 'refused']),
  bytesSent: z.number(),
  bytesReceived: z.number(),
});
export type WireConnection = z.infer<typeof connectionSchema>;

export const doctorSchema = z.object({
  ok: z.boolean(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
});

export const modelCalls = {
  'models.list': { input: z.object({}), output: z.object({ models: z.array(catalogueEntrySchema) }) },
  /** Downloads and checks; resolves when installed. Progress comes as `models.progress`. */
  'models.add': { input: z.object({ id: z.string() }), output: z.object({ file: z.string() }) },
  'models.cancel': { input: z.object({ id: z.string() }), output: z.object({}) },
  'models.remove': { input: z.object({ id: z.string() }), output: z.object({}) },
  /** A real answer from a catalogue id, a `server/model`, or a URL. */
  'models.test': {
    input: z.object({ target: z.string(), key: z.string().optional(), allowPublic: z.boolean().optional() }),
    output: modelTestSchema,
  },
  'settings.get': { input: z.object({}), output: settingsSchema },
  'settings.set': {
    input: settingsSchema.omit({ servers: true }).partial(),
    output: settingsSchema,
  },
  'settings.putServer': {
    input: z.object({
      id: z.string().optional(),
      url: z.string(),
      key: z.string().optional(),
      allowPublic: z.boolean().default(false),
    }),
    output: serverSchema,
  },
  'settings.removeServer': { input: z.object({ id: z.string() }), output: z.object({}) },
  'network.log': { input: z.object({}), output: z.object({ connections: z.array(connectionSchema) }) },
  'doctor.run': { input: z.object({}), output: doctorSchema },
  'engine.info': {
    input: z.object({}),
    output: z.object({
      version: z.string(),
      home: z.string(),
      processId: z.number(),
      node: z.string(),
      cores: z.number(),
      residentBytes: z.number(),
      startedAt: z.string(),
      /** Model in memory now, and what its process holds. */
      model: z.object({ id: z.string(), residentBytes: z.number() }).nullable(),
    }),
  },
} as const;
