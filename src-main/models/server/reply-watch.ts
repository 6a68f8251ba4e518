/**
 * Watches a reply as it comes. In: pieces of a chat response. Out: model events; it ends replies
 * that only add blanks, and takes JSON that a server put where the thinking belongs.
 */
import type { TokenUsage } from '../../domain/answer.ts';
import type { ModelEvent } from '../../domain/ports/language-model.ts';
import type { ChatPiece } from './chat-stream.ts';
import { createThinkSplitter } from './think-splitter.ts';
import type { SplitPiece } from './think-splitter.ts';

export interface ReplyWatch {
  readonly text: string;
  /** True when the rest of the response need not be read. */
  take(piece: ChatPiece): boolean;
  end(): { readonly reason: 'stop' | 'length'; readonly usage: TokenUsage | null };
}

/** Blanks in a row after which a reply is stuck; tables in Markdown have fewer. */
const MOST_BLANKS = 400;
/** After a whole JSON value, blanks are certainly the loop. */
const MOST_BLANKS_AFTER_JSON = 16;

function isWholeJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function createReplyWatch(wantsJson: boolean, emit: (event: ModelEvent) => void): ReplyWatch {
  const splitter = createThinkSplitter();
  let text = '';
  let reasoning = '';
  let reason: 'stop' | 'length' = 'stop';
  let usage: TokenUsage | null = null;
  let stuck = false;

  function pass(pieces: readonly SplitPiece[]): void {
    for (const piece of pieces) {
      if (piece.type === 'text') text += piece.text;
      else reasoning += piece.text;
      emit(piece);
    }
  }

  function isStuck(): boolean {
    const blanks = text.length - text.trimEnd().length;
    if (blanks > MOST_BLANKS) return true;
    return wantsJson && blanks > MOST_BLANKS_AFTER_JSON && isWholeJson(text.trim());
  }

  return {
    get text() {
      return text;
    },
    take(piece) {
      if (piece.type === 'finish') ({ reason } = piece);
      else if (piece.type === 'usage') {
        const { prompt, reused, generated } = piece;
        usage = { prompt, reused, generated };
      } else pass(piece.type === 'text' ? splitter.push(piece.text) : [piece]);
      stuck = isStuck();
      return stuck;
    },
    end() {
      pass(splitter.end());
      // A loop of blanks before anything whole is a reply that was cut, not one that ended.
      if (stuck) reason = wantsJson && isWholeJson(text.trim()) ? 'stop' : 'length';
      if (
        text.trim() === '' &&
        reasoning.trim() !== '' &&
        (wantsJson ? isWholeJson(reasoning.trim()) : reason === 'stop')
      )
        pass([{ type: 'text', text: reasoning.trim() }]);
      return { reason, usage };
    },
  };
}
