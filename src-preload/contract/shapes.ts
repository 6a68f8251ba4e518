/** Shapes shared by several calls. Boxes are PDF user space; pages are physical and 1-based. */
import { z } from 'zod';

export const boxSchema = z.object({ x0: z.number(), y0: z.number(), x1: z.number(), y1: z.number() });
export const pageBoxSchema = boxSchema.extend({ page: z.number().int().positive() });
export type WireBox = z.infer<typeof boxSchema>;
export type WirePageBox = z.infer<typeof pageBoxSchema>;

export const fragmentKindSchema = z.enum(['text', 'table', 'image', 'example']);
export const pageStateSchema = z.enum(['text', 'ocr', 'unreliable', 'empty', 'failed', 'pending']);
export const documentStateSchema = z.enum(['waiting', 'reading', 'ready', 'failed', 'passwordNeeded']);
export type WirePageState = z.infer<typeof pageStateSchema>;
export type WireDocumentState = z.infer<typeof documentStateSchema>;

export const problemSchema = z.object({ path: z.string(), code: z.string(), message: z.string() });

export const pageCountsSchema = z.object({
  text: z.number(),
  ocr: z.number(),
  unreliable: z.number(),
  empty: z.number(),
  failed: z.number(),
  pending: z.number(),
});

export const citationSchema = z.object({
  number: z.number().int().positive(),
  fragment: z.string(),
  document: z.string(),
  path: z.string(),
  page: z.number().int().positive(),
  pageLabel: z.string().nullable(),
  heading: z.array(z.string()).readonly(),
  boxes: z.array(pageBoxSchema).readonly(),
  quote: z.string(),
});
export type WireCitation = z.infer<typeof citationSchema>;

export const readingSchema = z.object({
  fragment: z.string(),
  document: z.string(),
  page: z.number().int().positive(),
  boxes: z.array(pageBoxSchema).readonly(),
  question: z.string(),
  text: z.string(),
  reader: z.string(),
});

export const hitSchema = z.object({
  rank: z.number().int().positive(),
  fragment: z.string(),
  kind: fragmentKindSchema,
  document: z.string(),
  path: z.string(),
  page: z.number().int().positive(),
  pageLabel: z.string().nullable(),
  boxes: z.array(pageBoxSchema).readonly(),
  heading: z.array(z.string()).readonly(),
  text: z.string(),
  score: z.number(),
  lexicalRank: z.number().nullable(),
  denseRank: z.number().nullable(),
  expandedFrom: z.string().nullable(),
  media: z
    .array(
      z.object({
        fragment: z.string(),
        label: z.string().nullable(),
        kind: z.enum(['table', 'image']),
        page: z.number(),
      }),
    )
    .readonly(),
});
export type WireHit = z.infer<typeof hitSchema>;

export const stagesSchema = z.object({
  embed: z.number(),
  lexical: z.number(),
  dense: z.number(),
  graph: z.number(),
  context: z.number(),
});

export const searchResultSchema = z.object({
  query: z.string(),
  milliseconds: z.number(),
  stages: stagesSchema,
  hits: z.array(hitSchema).readonly(),
  pending: z.object({ pages: z.number() }),
});
export type WireSearchResult = z.infer<typeof searchResultSchema>;

/** A model chosen by a person: from the local catalogue, or of a named server. */
export const modelReferenceSchema = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('llama-cpp'), model: z.string() }),
  z.object({ provider: z.literal('server'), server: z.string(), model: z.string() }),
]);
export type WireModelReference = z.infer<typeof modelReferenceSchema>;
