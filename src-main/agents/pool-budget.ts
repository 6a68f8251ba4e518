/**
 * In: the blocks a run gathered, the preset's pool, the model. Out: the materials that fit, with the
 * messages that carry them. The pool is the least of three: the preset's cap, the model's context less
 * a reserve, and what a model that reads slowly can take in while a person waits. Tokens are counted
 * by the model itself before anything is sent.
 */
import { CarrelError } from '../domain/errors.ts';
import type { ChatMessage, LanguageModel } from '../domain/ports/language-model.ts';
import { condense } from './condense.ts';
import { trimPool } from './evidence-pool.ts';
import type { PoolCaps, PoolLimit } from './evidence-pool.ts';
import { numbered, withBody } from './materials.ts';
import type { Material, MaterialBlock } from './materials.ts';

/** Tokens an answer may take (the paper's runner: 2,048), at most this share of the context. */
const LONGEST_ANSWER = 2_048;
const ANSWER_SHARE = 0.25;
/** Tokens kept for the short final answer (its request and its JSON) and for the chat template. */
const FINAL_ANSWER_TOKENS = 320;
const TEMPLATE_TOKENS = 64;
/**
 * Seconds a model may read before it begins to write. A 1.5B model on two cores reads 115 tokens a
 * second and writes 10: this leaves it about 1,150 tokens of materials and an answer within 25 s.
 */
const READING_SECONDS = 12;
/** Tokens of materials that even a slower model gets: with fewer, too few passages are left to answer from. */
const LEAST_TOKENS = 1_000;
/** In a pool smaller than the preset's, the first hit may take this share of it, others less, so that several fit. */
const FIRST_SHARE = 0.4;
const BLOCK_SHARE = 0.2;
const SHORTEST_BLOCK = 400;
/** Rounds of counting and shrinking; each takes a tenth off at least. */
const ROUNDS = 12;

/** Messages for these materials. */
export type Compose = (materials: readonly Material[]) => readonly ChatMessage[];

export interface FittedPool {
  readonly limit: PoolLimit;
  readonly materials: readonly Material[];
  readonly messages: readonly ChatMessage[];
  readonly answerTokens: number;
}

/** Trims and, where it must, shortens the blocks until the messages fit. Throws `contextTooSmall`. */
export async function fitPool(
  blocks: readonly MaterialBlock[],
  caps: PoolCaps,
  model: LanguageModel,
  question: string,
  signal: AbortSignal,
  compose: Compose,
): Promise<FittedPool> {
  const answerTokens = Math.min(LONGEST_ANSWER, Math.floor(model.contextTokens * ANSWER_SHARE));
  const context = model.contextTokens - answerTokens - FINAL_ANSWER_TOKENS - TEMPLATE_TOKENS;
  const fixed = await countMessages(model, compose([]), signal);
  const speed = model.promptTokensPerSecond;
  const patience = speed === undefined ? Infinity : Math.max(fixed + LEAST_TOKENS, speed * READING_SECONDS);
  const tokens = Math.min(context, patience);
  const cappedBy = patience < context ? 'speed' : 'context';
  let limit: PoolLimit = { total: caps.total, cappedBy: 'preset' };
  for (let round = 0; round < ROUNDS; round++) {
    const fitting = limit.cappedBy === 'preset' ? blocks : shortened(blocks, question, limit.total);
    const materials = numbered(trimPool(fitting, caps, limit).kept);
    const messages = compose(materials);
    const used = await countMessages(model, messages, signal);
    if (used <= tokens) return { limit, materials, messages, answerTokens };
    if (fixed >= tokens || limit.total <= SHORTEST_BLOCK) break;
    const size = materials.reduce((sum, material) => sum + material.size, 0);
    const fits = Math.floor((Math.min(size, limit.total) * (tokens - fixed)) / (used - fixed));
    limit = { total: Math.max(SHORTEST_BLOCK, Math.min(fits, Math.floor(limit.total * 0.9))), cappedBy };
  }
  throw new CarrelError(
    'contextTooSmall',
    `The question does not fit into the ${model.contextTokens.toLocaleString('en')} tokens of context of ${model.title}. Shorten it, or choose a larger context or another model.`,
  );
}

function shortened(blocks: readonly MaterialBlock[], question: string, total: number): MaterialBlock[] {
  return blocks.map((block, at) => {
    const share = Math.floor(total * (at === 0 ? FIRST_SHARE : BLOCK_SHARE));
    return withBody(block, condense(block.body, question, Math.max(SHORTEST_BLOCK, share)));
  });
}

/** Counting may load a model, which takes seconds and cannot be stopped; the question can. */
async function countMessages(
  model: LanguageModel,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
): Promise<number> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([
      model.countTokens(messages.map((message) => message.content).join('\n\n')),
      promise,
    ]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
