/**
 * One generation. In: chat messages, limits, an optional JSON schema. Out: prompt progress, text
 * pieces, and usage. The prompt is evaluated in short pieces, so that an abort ends it within 1 s.
 */
import { LlamaGrammarEvaluationState } from 'node-llama-cpp';
import type { ChatHistoryItem, LlamaContextSequence, Token } from 'node-llama-cpp';
import { CarrelError } from '../../domain/errors.ts';
import type { ChatMessage } from '../../domain/ports/language-model.ts';
import type { LoadedModel } from './language-worker.ts';
import type { GenerateEvent, GenerateInput, GenerateOutput } from './protocol.ts';
import { grammarSchema } from './grammar-schema.ts';
import { createTextStream, isCompleteJson, stopTexts } from './text-stream.ts';

/** A piece of prompt should take about this long, in milliseconds: the wait of an abort. */
const PIECE_MILLISECONDS = 400;
const SMALLEST_PIECE = 16;
const FIRST_PIECE = 64;
const LARGEST_PIECE = 512;

function chatHistory(messages: readonly ChatMessage[]): ChatHistoryItem[] {
  const items = messages.map(({ role, content }): ChatHistoryItem => {
    if (role === 'assistant') return { type: 'model', response: [content] };
    return { type: role, text: content };
  });
  // The open turn that the model is to fill.
  return [...items, { type: 'model', response: [] }];
}

async function evaluatePrompt(
  on: LoadedModel,
  sequence: LlamaContextSequence,
  tokens: readonly Token[],
  reused: number,
  signal: AbortSignal,
  emit: (event: GenerateEvent) => void,
): Promise<void> {
  // The last token is left for `evaluate`, which needs one to start from.
  const end = tokens.length - 1;
  let size = FIRST_PIECE;
  for (let at = reused; at < end;) {
    signal.throwIfAborted();
    const piece = tokens.slice(at, Math.min(at + size, end));
    const started = performance.now();
    await sequence.evaluateWithoutGeneratingNewTokens(piece);
    on.governor.tick();
    const rate = piece.length / Math.max(1, performance.now() - started);
    at += piece.length;
    size = Math.min(LARGEST_PIECE, Math.max(SMALLEST_PIECE, Math.round(rate * PIECE_MILLISECONDS)));
    emit({ type: 'prompt', evaluated: at, total: tokens.length });
  }
}

function checkFits(on: LoadedModel, promptTokens: number, maxTokens: number): void {
  if (promptTokens + maxTokens <= on.contextTokens) return;
  throw new CarrelError(
    'contextTooSmall',
    `The prompt has ${promptTokens} tokens and the answer may have ${maxTokens}, but the context is set to ${on.contextTokens}. Set a larger context in the settings, or ask with fewer materials.`,
  );
}

/** Aligns the sequence with the prompt and says how many leading tokens are evaluated already. */
async function reusePrefix(sequence: LlamaContextSequence, tokens: Token[]): Promise<number> {
  const { firstDifferentIndex } = sequence.compareContextTokens(tokens);
  const keep = Math.min(firstDifferentIndex, tokens.length - 1);
  if (keep < sequence.nextTokenIndex)
    await sequence.eraseContextTokenRanges([{ start: keep, end: sequence.nextTokenIndex }]);
  return sequence.nextTokenIndex;
}

/**
 * Generates with the model's own chat template.
 * @throws CarrelError `contextTooSmall`; the signal's reason when aborted.
 */
export async function generate(
  on: LoadedModel,
  input: GenerateInput,
  signal: AbortSignal,
  emit: (event: GenerateEvent) => void,
): Promise<GenerateOutput> {
  const { model, wrapper, llama } = on;
  const state = wrapper.generateContextState({ chatHistory: chatHistory(input.messages) });
  const tokens = state.contextText.tokenize(model.tokenizer);
  checkFits(on, tokens.length, input.maxTokens);
  const grammar = input.schema ? await llama.createGrammarForJsonSchema(grammarSchema(input.schema)) : null;
  const sequence = on.sequences.take(input.role);
  try {
    const reused = await reusePrefix(sequence, tokens);
    await evaluatePrompt(on, sequence, tokens, reused, signal, emit);
    const stream = createTextStream(model, stopTexts(state.stopGenerationTriggers), (text) =>
      emit({ type: 'text', text }),
    );
    let generated = 0;
    let reason: GenerateOutput['reason'] = 'stop';
    const next = sequence.evaluate(tokens.slice(sequence.nextTokenIndex), {
      temperature: input.temperature,
      seed: input.seed,
      ...(grammar && { grammarEvaluationState: new LlamaGrammarEvaluationState({ model, grammar }) }),
    });
    for await (const token of next) {
      signal.throwIfAborted();
      on.governor.tick();
      generated += 1;
      if (stream.push(token)) break;
      if (grammar && isCompleteJson(stream.text)) break;
      if (generated >= input.maxTokens) {
        reason = 'length';
        break;
      }
    }
    signal.throwIfAborted();
    stream.end();
    return { reason, usage: { prompt: tokens.length, reused, generated } };
  } catch (thrown) {
    // An aborted prefix is whole tokens and stays of use; after anything else start afresh.
    if (!signal.aborted) await on.sequences.drop(input.role);
    throw thrown;
  }
}
