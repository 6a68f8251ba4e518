/**
 * Tokens to text. In: generated tokens. Out: pieces of text that never split a character and never
 * contain the start of a stop text.
 */
import { LlamaText } from 'node-llama-cpp';
import type { LlamaModel, LlamaTextInputValue, Token } from 'node-llama-cpp';

export interface TextStream {
  /** Everything emitted so far and held back, without a stop text. */
  readonly text: string;
  /** True when a stop text was reached: the generation is over. */
  push(token: Token): boolean;
  /** Emits what was held back. */
  end(): void;
}

/** The stop triggers of a chat template that are plain text; special tokens end by themselves. */
export function stopTexts(triggers: readonly LlamaTextInputValue[]): string[] {
  return triggers.flatMap((trigger) => {
    const values = LlamaText(trigger).values;
    const plain = values.every((value) => typeof value === 'string');
    const text = plain ? values.join('') : '';
    return text === '' ? [] : [text];
  });
}

/** Length of the longest end of `text` that could become one of `stops`. */
function heldBack(text: string, stops: readonly string[]): number {
  let held = 0;
  for (const stop of stops)
    for (let length = Math.min(stop.length - 1, text.length); length > held; length--)
      if (text.endsWith(stop.slice(0, length))) held = length;
  return held;
}

export function createTextStream(
  model: Pick<LlamaModel, 'detokenize'>,
  stops: readonly string[],
  emit: (text: string) => void,
): TextStream {
  let before: Token[] = [];
  let open: Token[] = [];
  let text = '';
  let emitted = 0;

  function flush(until: number): void {
    if (until > emitted) emit(text.slice(emitted, until));
    emitted = Math.max(emitted, until);
  }

  return {
    get text() {
      return text;
    },
    push(token) {
      open.push(token);
      const piece = model.detokenize(open, false, before);
      // Bytes of an unfinished character come out as U+FFFD: wait for the rest (4 bytes at most).
      if (piece.endsWith('\uFFFD') && open.length < 4) return false;
      text += piece;
      before = [...before, ...open].slice(-8);
      open = [];
      const found = stops.map((stop) => text.indexOf(stop, Math.max(0, emitted - stop.length)));
      const stop = Math.min(...found.filter((at) => at >= 0), Number.POSITIVE_INFINITY);
      if (stop !== Number.POSITIVE_INFINITY) {
        text = text.slice(0, stop);
        flush(stop);
        return true;
      }
      flush(text.length - heldBack(text, stops));
      return false;
    },
    end() {
      if (open.length > 0) text += model.detokenize(open, false, before);
      open = [];
      flush(text.length);
    },
  };
}

/** True when `text` is one whole JSON object or array; used to stop a grammar's trailing space. */
export function isCompleteJson(text: string): boolean {
  const trimmed = text.trimEnd();
  if (!trimmed.endsWith('}') && !trimmed.endsWith(']')) return false;
  try {
    JSON.parse(trimmed);
    return true;
  } catch {
    return false;
  }
}
