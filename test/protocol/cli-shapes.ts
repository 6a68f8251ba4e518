/**
 * The command line's JSON as its contract words it, written down here a second time on purpose:
 * a field that goes missing from the product's own schemas must fail a test.
 */
import { z } from 'zod';

const box = z.object({ x0: z.number(), y0: z.number(), x1: z.number(), y1: z.number() });
const pageBox = box.extend({ page: z.number().int().positive() });
const counts = (...names: string[]) => z.object(Object.fromEntries(names.map((name) => [name, z.number()])));

export const errorShape = z.strictObject({
  error: z.object({ code: z.string(), message: z.string().min(1), retryable: z.boolean() }),
});

export const indexShape = z.object({
  collection: z.string(),
  documents: counts('ready', 'failed', 'passwordNeeded', 'duplicate', 'unchanged', 'removed'),
  pages: counts('text', 'ocr', 'unreliable', 'empty', 'failed', 'pending'),
  fragments: counts('text', 'table', 'image', 'example'),
  knowledgePoints: z.number(),
  relations: z.number(),
  seconds: z.number(),
  pagesPerSecond: z.number(),
  problems: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
});

export const collectionsShape = z.object({
  collections: z.array(z.object({ name: z.string(), documents: z.number(), pages: z.number() })),
});

export const searchShape = z.object({
  query: z.string(),
  milliseconds: z.number(),
  stages: counts('embed', 'lexical', 'dense', 'graph', 'context'),
  hits: z.array(
    z.object({
      rank: z.number(),
      fragment: z.string(),
      kind: z.enum(['text', 'table', 'image', 'example']),
      document: z.string(),
      path: z.string(),
      page: z.number().int().positive(),
      pageLabel: z.string().nullable(),
      boxes: z.array(pageBox).min(1),
      heading: z.array(z.string()),
      text: z.string(),
      score: z.number(),
      lexicalRank: z.number().nullable(),
      denseRank: z.number().nullable(),
      expandedFrom: z.string().nullable(),
      media: z.array(z.unknown()),
    }),
  ),
  pending: z.object({ pages: z.number() }),
});

export const askShape = z.object({
  run: z.string().min(1),
  question: z.string(),
  preset: z.string(),
  model: z.string().nullable(),
  answer: z.string(),
  finalAnswer: z.string(),
  answerable: z.boolean(),
  citations: z.array(
    z.object({
      number: z.number().int().positive(),
      fragment: z.string(),
      document: z.string(),
      path: z.string(),
      page: z.number().int().positive(),
      pageLabel: z.string().nullable(),
      boxes: z.array(pageBox),
      quote: z.string(),
    }),
  ),
  readings: z.array(z.unknown()),
  flaggedNumbers: z.array(z.string()),
  searches: z.number(),
  reads: z.number(),
  followUps: z.number(),
  stopped: z.array(z.object({ role: z.string(), reason: z.string() })),
  milliseconds: z.number(),
  firstEventMilliseconds: z.number(),
  answerStartMilliseconds: z.number().nullable(),
  tokens: counts('prompt', 'reused', 'generated'),
  pending: z.object({ pages: z.number() }),
});

export const eventShape = z.looseObject({
  run: z.string(),
  seq: z.number().int().nonnegative(),
  at: z.iso.datetime(),
  type: z.string(),
});

export const pageShape = z.object({
  page: z.object({
    number: z.number(),
    label: z.string().nullable(),
    width: z.number(),
    height: z.number(),
    rotation: z.number(),
    cropBox: box,
    state: z.enum(['text', 'ocr', 'unreliable', 'empty', 'failed', 'pending']),
    reason: z.string().nullable(),
  }),
  text: z.string(),
  blocks: z.array(z.object({ kind: z.string(), text: z.string(), boxes: z.array(box) })),
  tables: z.array(
    z.object({
      caption: z.string().nullable(),
      boxes: z.array(box),
      cells: z.array(
        z.array(
          z.object({
            text: z.string(),
            rowSpan: z.number(),
            columnSpan: z.number(),
            box: box.nullable(),
          }),
        ),
      ),
    }),
  ),
  figures: z.array(
    z.object({
      label: z.string().nullable(),
      caption: z.string().nullable(),
      kind: z.string(),
      box,
      visibleBox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    }),
  ),
});

const role = z.object({ tools: z.array(z.string()), model: z.string().nullable() }).nullable();
export const presetsShape = z.object({
  presets: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        rounds: z.object({ locator: z.number(), reader: z.number() }),
        roles: z.object({ locator: role, judge: role, reader: role, synthesizer: role, checker: role }),
        pool: z.object({
          unit: z.string(),
          total: z.number(),
          image: z.number(),
          table: z.number(),
          example: z.number(),
        }),
        graph: z.boolean(),
        mode: z.string(),
        template: z.string().nullable(),
        keeps: z.string(),
        leavesOut: z.string(),
      }),
    )
    .min(1),
});

export const modelsShape = z.object({
  models: z
    .array(
      z.object({
        id: z.string(),
        kind: z.string(),
        file: z.string(),
        bytes: z.number(),
        sha256: z.string().regex(/^[0-9a-f]{64}$/u),
        installed: z.boolean(),
        licence: z.string(),
        sources: z.array(z.unknown()),
      }),
    )
    .min(1),
});

export const doctorShape = z.object({
  ok: z.boolean(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })).min(1),
});
