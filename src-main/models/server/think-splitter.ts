/**
 * Thinking inside the content. In: pieces of content. Out: the same, with a leading
 * `<think>…</think>` (servers without a reasoning parser) told apart as reasoning.
 */

export interface SplitPiece {
  readonly type: 'reasoning' | 'text';
  readonly text: string;
}

const OPEN = '<think>';
const CLOSE = '</think>';

export interface ThinkSplitter {
  push(text: string): SplitPiece[];
  end(): SplitPiece[];
}

export function createThinkSplitter(): ThinkSplitter {
  let state: 'start' | 'thinking' | 'text' = 'start';
  let held = '';

  function step(): SplitPiece[] {
    if (state === 'start') {
      const begun = held.trimStart();
      if (begun.startsWith(OPEN)) {
        state = 'thinking';
        held = begun.slice(OPEN.length);
      } else if (OPEN.startsWith(begun)) return [];
      else state = 'text';
    }
    if (state === 'thinking') {
      const close = held.indexOf(CLOSE);
      // Keep as much as could be the beginning of the closing mark.
      const until = close >= 0 ? close : Math.max(0, held.length - CLOSE.length + 1);
      const pieces: SplitPiece[] = until > 0 ? [{ type: 'reasoning', text: held.slice(0, until) }] : [];
      held = held.slice(until);
      if (close < 0) return pieces;
      state = 'text';
      held = held.slice(CLOSE.length).trimStart();
      return [...pieces, ...step()];
    }
    const text = held;
    held = '';
    return text === '' ? [] : [{ type: 'text', text }];
  }

  return {
    push(text) {
      held += text;
      return step();
    },
    end() {
      const text = held;
      held = '';
      if (text === '') return [];
      return [{ type: state === 'thinking' ? 'reasoning' : 'text', text }];
    },
  };
}
