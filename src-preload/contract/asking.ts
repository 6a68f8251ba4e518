/** Calls that search, ask, and read runs, questions and presets. */
import { z } from 'zod';
import { askInputSchema, askResultSchema } from './ask.ts';
import { runEventSchema } from './run-events.ts';
import { searchResultSchema } from './shapes.ts';

const roleSchema = z
  .object({ tools: z.array(z.string()).readonly(), model: z.string().nullable() })
  .nullable();

export const presetSchema = z.object({
  id: z.string(),
  title: z.string(),
  rounds: z.object({ locator: z.number(), reader: z.number() }),
  roles: z.object({
    locator: roleSchema,
    judge: roleSchema,
    reader: roleSchema,
    synthesizer: roleSchema,
    checker: roleSchema,
  }),
  pool: z.object({
    unit: z.literal('characters'),
    total: z.number(),
    image: z.number(),
    table: z.number(),
    example: z.number(),
  }),
  graph: z.boolean(),
  mode: z.enum(['hybrid', 'lexical', 'dense']),
  template: z.string().nullable(),
  keeps: z.string(),
  leavesOut: z.string(),
});
export type WirePreset = z.infer<typeof presetSchema>;

export const questionSchema = z.object({
  run: z.string(),
  question: z.string(),
  collection: z.string().nullable(),
  askedAt: z.string(),
  state: z.enum(['running', 'answered', 'failed', 'cancelled']),
  preset: z.string(),
  mark: z.enum(['right', 'wrong']).nullable(),
});
export type WireQuestion = z.infer<typeof questionSchema>;

export const askingCalls = {
  'search.run': {
    input: z.object({
      query: z.string(),
      top: z.number().int().positive().max(200).default(8),
      mode: z.enum(['hybrid', 'lexical', 'dense']).default('hybrid'),
      graph: z.boolean().default(true),
      document: z.string().optional(),
      collection: z.string().optional(),
    }),
    output: searchResultSchema,
  },
  /** Starts a run and resolves at once; its events come through `runs.subscribe`. */
  'ask.start': { input: askInputSchema, output: z.object({ run: z.string() }) },
  'ask.cancel': { input: z.object({ run: z.string() }), output: z.object({}) },
  /** Sends every event of the run from `fromSeq` on as `run.event`, then resolves when the run has closed. */
  'runs.subscribe': {
    input: z.object({ run: z.string(), fromSeq: z.number().int().nonnegative().default(0) }),
    output: z.object({}),
  },
  /** The stored record: question, events so far, and the result once there is one. */
  'runs.get': {
    input: z.object({ run: z.string() }),
    output: z.object({
      question: questionSchema,
      result: askResultSchema.nullable(),
      events: z.array(runEventSchema),
    }),
  },
  'questions.list': {
    input: z.object({ limit: z.number().int().positive().max(1000).default(200) }),
    output: z.object({ questions: z.array(questionSchema) }),
  },
  'questions.remove': { input: z.object({ run: z.string() }), output: z.object({}) },
  'questions.mark': {
    input: z.object({ run: z.string(), mark: z.enum(['right', 'wrong']).nullable() }),
    output: z.object({}),
  },
  'presets.list': { input: z.object({}), output: z.object({ presets: z.array(presetSchema) }) },
  /** Text of an export; hosts that have a file system write it, a browser saves it. */
  'export.render': {
    input: z.object({
      run: z.string().optional(),
      collection: z.string().optional(),
      format: z.enum(['md', 'html', 'json']),
    }),
    output: z.object({ name: z.string(), mime: z.string(), text: z.string() }),
  },
} as const;
