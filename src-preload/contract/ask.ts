/** Asking, and what an answer is on the wire. */
import { z } from 'zod';
import { citationSchema, readingSchema } from './shapes.ts';

export const tokenUsageSchema = z.object({ prompt: z.number(), reused: z.number(), generated: z.number() });

export const askResultSchema = z.object({
  run: z.string(),
  question: z.string(),
  preset: z.string(),
  model: z.string().nullable(),
  answer: z.string(),
  finalAnswer: z.string(),
  answerable: z.boolean(),
  citations: z.array(citationSchema).readonly(),
  evidence: z.array(citationSchema).readonly(),
  readings: z.array(readingSchema).readonly(),
  flaggedNumbers: z.array(z.string()).readonly(),
  droppedCitations: z.number(),
  searches: z.number(),
  reads: z.number(),
  followUps: z.number(),
  stopped: z.array(z.object({ role: z.string(), reason: z.string() })).readonly(),
  milliseconds: z.number(),
  firstEventMilliseconds: z.number(),
  answerStartMilliseconds: z.number().nullable(),
  tokens: tokenUsageSchema,
  pending: z.object({ pages: z.number() }),
});
export type WireAskResult = z.infer<typeof askResultSchema>;

export const askInputSchema = z.object({
  question: z.string().trim().min(1),
  preset: z.string().default('auto'),
  /** Catalogue id or `server/model`; the model set for answers when absent. */
  model: z.string().optional(),
  /** A server for this question only. */
  endpoint: z.string().optional(),
  visionEndpoint: z.string().optional(),
  /** Path or id. */
  document: z.string().optional(),
  collection: z.string().optional(),
});
export type AskInput = z.input<typeof askInputSchema>;
