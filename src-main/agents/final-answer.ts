/**
 * In: an answer just written, and the messages that led to it. Out: its shortest form, and whether it
 * answers the question at all. The same messages come first and the same sequence is used, so that a
 * local model evaluates only the few tokens that are new.
 */
import { z } from 'zod';
import { generateJson } from '../domain/generate-json.ts';
import type { ChatMessage, LanguageModel } from '../domain/ports/language-model.ts';
import { createMarkFilter } from './marks.ts';
import { flagNumbers } from './numbers.ts';
import { SYNTHESIZER } from './synthesizer.ts';

/** The role's name in the trace. */
export const CHECKER = 'checker';
/** Tokens of the JSON (the paper's checker: 200). */
const MOST_TOKENS = 200;

const finalAnswerSchema = z.object({ answerable: z.boolean(), finalAnswer: z.string() });
export type FinalAnswer = z.infer<typeof finalAnswerSchema>;

/**
 * Asks the model that wrote the answer for its shortest form. `raw` is what it wrote, unchanged.
 * Throws what `generateJson` throws: `modelOutput` where the model cannot write the JSON.
 */
export async function finalAnswer(
  model: LanguageModel,
  messages: readonly ChatMessage[],
  raw: string,
  instruction: string,
  signal: AbortSignal,
): Promise<FinalAnswer> {
  const request = {
    messages: [
      ...messages,
      { role: 'assistant' as const, content: raw },
      { role: 'user' as const, content: instruction },
    ],
    temperature: 0,
    maxTokens: MOST_TOKENS,
    role: SYNTHESIZER,
  };
  const { value } = await generateJson(model, request, finalAnswerSchema, signal);
  return {
    answerable: value.answerable,
    finalAnswer: value.answerable ? ofAnswer(value.finalAnswer, raw) : '',
  };
}

/**
 * A short form is a value out of the answer: it carries no citation mark, in whatever brackets, and no
 * figure that the answer does not have (a small model reads past its own answer); else it is empty.
 */
function ofAnswer(text: string, answer: string): string {
  const filter = createMarkFilter(() => null);
  filter.push(text);
  filter.end();
  return flagNumbers(filter.text, [answer]).length > 0 ? '' : filter.text.trim();
}
