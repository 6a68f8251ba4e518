/**
 * In: materials and the question. Out: the answer as it streams, with checked citation marks. What is
 * the same from question to question comes first (system prompt), then the materials, the question
 * last, so that a model's evaluated prefix can be used again.
 */
import type { ChatMessage, LanguageModel } from '../domain/ports/language-model.ts';
import { createMarkFilter } from './marks.ts';
import { renderMaterial } from './materials.ts';
import type { Material } from './materials.ts';
import type { Recorder } from './recorder.ts';
import { createAttribution } from './support.ts';
import type { Attribution } from './support.ts';

/** The role's name, also of the sequence whose evaluated tokens are kept. */
export const SYNTHESIZER = 'synthesizer';
/**
 * The paper's runner uses 0.3 here and 0 elsewhere; at 0 the same question over the same library gives
 * the same answer, which a person checking a source expects.
 */
const TEMPERATURE = 0;
/** What the synthesizer writes when the materials hold no answer; prompt, code and tests share it. */
export const NOT_FOUND = 'Not in these documents.';

/** An answer under way; the run keeps what it holds when it is stopped. */
export interface Draft {
  /** What has been shown. */
  readonly text: string;
  /** Numbers that named no material. */
  readonly dropped: number;
  readonly attribution: Attribution;
  /** Shows more of the answer after the model has ended. */
  add(text: string): void;
}

export interface Synthesis {
  readonly draft: Draft;
  /** What the model wrote, unchanged. */
  readonly raw: string;
  /** The answer reached its longest length and was cut off. */
  readonly cutShort: boolean;
}

/** Messages for the materials: system, then materials and question in one turn. */
export function synthesizerMessages(
  system: string,
  question: string,
  materials: readonly Material[],
): readonly ChatMessage[] {
  const shown = materials.map(renderMaterial).join('\n\n');
  return [
    { role: 'system', content: system },
    { role: 'user', content: `<materials>\n${shown}\n</materials>\n\nQuestion: ${question}` },
  ];
}

/** Whether the answer is the sentence that says that nothing was found. */
export function isRefusal(answer: string): boolean {
  const sentinel = NOT_FOUND.slice(0, -1).toLowerCase();
  const start = answer.replace(/^[\s"'“*_]+/u, '').toLowerCase();
  return start.startsWith(sentinel);
}

/**
 * Streams one answer as `answer.delta`. `begin` is called with a fresh draft at the start and after
 * every restart of the model. Throws what the model throws; the draft then holds what was shown.
 */
export async function synthesize(
  model: LanguageModel,
  messages: readonly ChatMessage[],
  materials: readonly Material[],
  maxTokens: number,
  recorder: Recorder,
  begin: (draft: Draft) => void,
  signal: AbortSignal,
): Promise<Synthesis> {
  const texts = materials.map(renderMaterial);
  let raw = '';
  let cutShort = false;
  let writing = startDraft(texts, recorder);
  begin(writing.draft);
  const request = { messages, temperature: TEMPERATURE, maxTokens, role: SYNTHESIZER };
  for await (const event of model.generate(request, signal))
    if (event.type === 'text') {
      raw += event.text;
      writing.push(event.text);
    } else if (event.type === 'restart') {
      recorder.append({ type: 'answer.reset', reason: event.reason });
      raw = '';
      writing = startDraft(texts, recorder);
      begin(writing.draft);
    } else if (event.type === 'end') cutShort = event.reason === 'length';
  writing.end();
  return { draft: writing.draft, raw, cutShort };
}

interface Writing {
  readonly draft: Draft;
  push(piece: string): void;
  end(): void;
}

function startDraft(texts: readonly string[], recorder: Recorder): Writing {
  const attribution = createAttribution(texts);
  const filter = createMarkFilter(attribution.resolve);
  let added = '';
  const show = (text: string): void => {
    if (text !== '') recorder.append({ type: 'answer.delta', text });
  };
  return {
    draft: {
      get text() {
        return filter.text + added;
      },
      get dropped() {
        return filter.dropped;
      },
      attribution,
      add(text) {
        added += text;
        show(text);
      },
    },
    push: (piece) => show(filter.push(piece)),
    end: () => show(filter.end()),
  };
}
