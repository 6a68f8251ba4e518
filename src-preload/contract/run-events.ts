/** Events of a run: an append-only log that can be read from any sequence number. */
import { z } from 'zod';
import { askResultSchema, tokenUsageSchema } from './ask.ts';
import { citationSchema, stagesSchema } from './shapes.ts';
import { errorSchema } from './errors.ts';

const step = z.enum(['search', 'judge', 'read', 'synthesize', 'check', 'load']);

export const runEventBodySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('run.started'),
    question: z.string(),
    preset: z.string(),
    /** Why `auto` became this preset; null when the person chose it. */
    presetReason: z.string().nullable(),
    model: z.string().nullable(),
    modelFingerprint: z.string().nullable(),
    /** Prompt name → sha-256 of its text. */
    prompts: z.record(z.string(), z.string()),
    collection: z.string().nullable(),
    document: z.string().nullable(),
  }),
  /** `label` is what the screen shows: "Searching 212 documents". */
  z.object({ type: z.literal('step.started'), step, label: z.string() }),
  z.object({ type: z.literal('step.ended'), step, milliseconds: z.number() }),
  z.object({
    type: z.literal('search'),
    query: z.string(),
    hits: z.number(),
    fragments: z.array(z.string()),
    milliseconds: z.number(),
    stages: stagesSchema,
    pendingPages: z.number(),
  }),
  z.object({
    type: z.literal('pool'),
    unit: z.literal('characters'),
    cap: z.number(),
    /**
     * What set the cap: the preset, the model's context less the reserve, or the time in which a
     * model that reads slowly (a laptop's processor) can take the materials in.
     */
    cappedBy: z.enum(['preset', 'context', 'speed']),
    before: z.array(z.object({ fragment: z.string(), kind: z.string(), size: z.number() })),
    after: z.array(z.string()),
  }),
  /** The numbered materials, in the order the synthesizer sees them. */
  z.object({ type: z.literal('evidence'), materials: z.array(citationSchema) }),
  /** The exact messages sent to a model, so that the trace can be replayed without one. */
  z.object({
    type: z.literal('model.request'),
    role: z.string(),
    messages: z.array(z.object({ role: z.string(), content: z.string() })),
    temperature: z.number(),
    maxTokens: z.number(),
  }),
  z.object({ type: z.literal('model.progress'), role: z.string(), evaluated: z.number(), total: z.number() }),
  z.object({
    type: z.literal('model.response'),
    role: z.string(),
    text: z.string(),
    reasoning: z.string(),
    usage: tokenUsageSchema,
  }),
  /** A piece of the answer; marks of unknown numbers are already gone. */
  z.object({ type: z.literal('answer.delta'), text: z.string() }),
  /** What was streamed so far is void (the model crashed and the question is tried again). */
  z.object({ type: z.literal('answer.reset'), reason: z.string() }),
  z.object({ type: z.literal('notice'), code: z.string(), message: z.string() }),
  z.object({ type: z.literal('run.ended'), result: askResultSchema }),
  z.object({ type: z.literal('run.failed'), error: errorSchema, partialAnswer: z.string() }),
]);
export type RunEventBody = z.infer<typeof runEventBodySchema>;

export const runEventSchema = z
  .object({ run: z.string(), seq: z.number().int().nonnegative(), at: z.string() })
  .and(runEventBodySchema);
export type RunEvent = { run: string; seq: number; at: string } & RunEventBody;

/** True for the event that closes a run. */
export function isFinal(event: RunEventBody): boolean {
  return event.type === 'run.ended' || event.type === 'run.failed';
}
