/**
 * In: the blocks of a search and a model. Out: a written answer whose citations, numbers and short form
 * were checked. Code supplies documents, pages, boxes and quotes; the model only writes numbers.
 */
import type { Citation } from '../domain/answer.ts';
import { toCarrelError } from '../domain/errors.ts';
import type { LanguageModel } from '../domain/ports/language-model.ts';
import { CHECKER, finalAnswer } from './final-answer.ts';
import type { FinalAnswer } from './final-answer.ts';
import type { Gathered } from './gather.ts';
import { citationOf, renderMaterial } from './materials.ts';
import type { Material } from './materials.ts';
import { flagNumbers } from './numbers.ts';
import { poolEvent } from './pool-event.ts';
import { fitPool } from './pool-budget.ts';
import type { FittedPool } from './pool-budget.ts';
import { recordedModel } from './recorded-model.ts';
import type { Answered, RunContext } from './run-context.ts';
import { sentencesOf } from './sentences.ts';
import { claimsByNumber, withoutMarks } from './support.ts';
import { isRefusal, NOT_FOUND, synthesize, SYNTHESIZER, synthesizerMessages } from './synthesizer.ts';
import type { Draft, Synthesis } from './synthesizer.ts';

/** Runs synthesizer and checker over the gathered blocks. Without any block no model is asked (case 42). */
export async function writeAnswer(
  context: RunContext,
  gathered: Gathered,
  model: LanguageModel,
): Promise<Answered> {
  const { recorder, question, labels } = context;
  if (gathered.blocks.length === 0) {
    const limit = { total: context.preset.pool.total, cappedBy: 'preset' } as const;
    recorder.append(poolEvent([], [], limit));
    recorder.append({ type: 'evidence', materials: [] });
    recorder.append({ type: 'answer.delta', text: NOT_FOUND });
    return nothingFound(model);
  }
  const pool = await preparePool(context, gathered, model);
  const { materials } = pool;
  const located = await Promise.all(
    materials.map((material) => citationOf(material, [question], question, labels)),
  );
  recorder.append({ type: 'evidence', materials: located });

  const synthesis = await recorder.step('synthesize', 'Writing the answer', () =>
    synthesize(
      recordedModel(model, SYNTHESIZER, recorder),
      pool.messages,
      materials,
      pool.answerTokens,
      recorder,
      (draft) => context.keepPartial(() => draft.text),
      context.signal,
    ),
  );
  const { draft } = synthesis;
  const refused = isRefusal(draft.text) || withoutMarks(draft.text) === '';
  const claims = refused ? new Map<number, string[]>() : claimsOf(draft);
  const cited = await cite(context, materials, located, claims);
  const short = refused
    ? { answerable: false, finalAnswer: '' }
    : await shortest(context, model, pool, synthesis);
  noticeCitations(context, draft, short.answerable && claims.size === 0);
  return {
    model: model.id,
    answer: draft.text === '' ? NOT_FOUND : draft.text,
    ...short,
    citations: [...claims.keys()].flatMap((number) => cited[number - 1] ?? []),
    evidence: cited,
    flaggedNumbers: refused ? [] : flagNumbers(draft.text, materials.map(renderMaterial)),
    droppedCitations: draft.dropped,
    stopped: synthesis.cutShort ? [{ role: SYNTHESIZER, reason: 'length' }] : [],
  };
}

function nothingFound(model: LanguageModel): Answered {
  return {
    model: model.id,
    answer: NOT_FOUND,
    finalAnswer: '',
    answerable: false,
    citations: [],
    evidence: [],
    flaggedNumbers: [],
    droppedCitations: 0,
    stopped: [],
  };
}

/** Counting tokens loads a local model, so it is shown as that step. */
async function preparePool(
  context: RunContext,
  gathered: Gathered,
  model: LanguageModel,
): Promise<FittedPool> {
  const { recorder, preset, question } = context;
  const system = context.prompts.prompt(SYNTHESIZER).text;
  const pool = await recorder.step('load', `Preparing ${model.title}`, () =>
    fitPool(gathered.blocks, preset.pool, model, question, context.signal, (materials) =>
      synthesizerMessages(system, question, materials),
    ),
  );
  recorder.append(poolEvent(gathered.blocks, pool.materials, pool.limit));
  return pool;
}

/**
 * Which sentences cite which material. An answer without any mark gets the marks of the materials that
 * clearly carry its sentences.
 */
function claimsOf(draft: Draft): Map<number, string[]> {
  const written = claimsByNumber(draft.text);
  if (written.size > 0) return written;
  const claims = new Map<number, string[]>();
  for (const range of sentencesOf(draft.text)) {
    const claim = draft.text.slice(range.start, range.end);
    const number = draft.attribution.attribute(claim);
    if (number !== null) claims.set(number, [...(claims.get(number) ?? []), claim]);
  }
  if (claims.size > 0) draft.add(` ${[...claims.keys()].map((number) => `[${number}]`).join('')}`);
  return claims;
}

/** All materials as citations; those that are cited quote what carries their claims. */
function cite(
  context: RunContext,
  materials: readonly Material[],
  located: readonly Citation[],
  claims: ReadonlyMap<number, readonly string[]>,
): Promise<Citation[]> {
  return Promise.all(
    materials.map(async (material, at) => {
      const own = claims.get(material.number);
      const known = located[at];
      if (own === undefined && known !== undefined) return known;
      return citationOf(material, own ?? [], context.question, context.labels);
    }),
  );
}

/** The checker's short form; an answer is not lost because the checker fails. */
async function shortest(
  context: RunContext,
  model: LanguageModel,
  pool: FittedPool,
  synthesis: Synthesis,
): Promise<FinalAnswer> {
  const { recorder, preset, signal } = context;
  const plain = { answerable: true, finalAnswer: '' };
  if (preset.roles.checker === null || synthesis.cutShort) return plain;
  try {
    return await recorder.step('check', 'Putting the answer in short', () =>
      finalAnswer(
        recordedModel(model, CHECKER, recorder),
        pool.messages,
        synthesis.raw,
        context.prompts.prompt(CHECKER).text,
        signal,
      ),
    );
  } catch (thrown) {
    signal.throwIfAborted();
    const error = toCarrelError(thrown);
    recorder.append({
      type: 'notice',
      code: error.code,
      message: `There is no short form of this answer. ${error.message}`,
    });
    return plain;
  }
}

/** Says what code had to change or could not supply. */
function noticeCitations(context: RunContext, draft: Draft, uncited: boolean): void {
  const { recorder } = context;
  const { moved } = draft.attribution;
  if (moved > 0)
    recorder.append({
      type: 'notice',
      code: 'citationMoved',
      message: `${moved === 1 ? 'One citation was' : `${moved} citations were`} moved to the passage that holds what the sentence says.`,
    });
  if (uncited)
    recorder.append({
      type: 'notice',
      code: 'uncited',
      message:
        'The model named no source, and no passage clearly carries this answer. Check it against the evidence.',
    });
}
