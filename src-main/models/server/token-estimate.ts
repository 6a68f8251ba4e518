/**
 * Tokens of a text for a tokenizer that is not at hand. In: text. Out: a number that is meant never
 * to be too small: the tokenizers in use split letters into longer pieces than assumed here.
 */

/** Runs of: Latin letters, digits, blanks, line ends, then any other single character. */
const PIECES = /[A-Za-z]+|\d|[^\S\n]+|\n|[\s\S]/gu;

/** A word of ordinary case: its pieces are seldom shorter than three letters. */
const WORD = /^(?:[A-Z]?[a-z]+|[A-Z]{1,4})$/u;
const LETTERS_A_PIECE = 3;
/** Codes and hashes split into pieces of two letters, seldom one. */
const CODE_LETTERS_A_PIECE = 1.3;
const LONGEST_WORD = 16;

/** A chat template adds role marks and line ends around a message. */
export const MESSAGE_TOKENS = 8;

export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECES)) {
    const first = piece.charCodeAt(0);
    if (/[A-Za-z]/u.test(piece)) {
      const ordinary = WORD.test(piece) && piece.length <= LONGEST_WORD;
      tokens += Math.ceil(piece.length / (ordinary ? LETTERS_A_PIECE : CODE_LETTERS_A_PIECE));
    } else if (/^[^\S\n]+$/u.test(piece)) {
      // One blank belongs to the word that follows; longer runs are tokens of their own.
      tokens += piece.length === 1 ? 0 : Math.ceil(piece.length / 4);
    } else if (first < 0x80) tokens += 1;
    // Beyond ASCII a character may fall to its bytes, less one: tokenizers of today know the pairs.
    else tokens += Math.max(1, Buffer.byteLength(piece) - 1);
  }
  return tokens;
}
