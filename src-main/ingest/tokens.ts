/**
 * The one fixed tokenizer that sizes fragments, whatever model is in use: o200k_base.
 * A CJK paragraph therefore counts as what it is, not as two tokens.
 */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** Number of tokens in `text`; special-token strings count as plain text. */
export function countFixedTokens(text: string): number {
  return countTokens(text, { disallowedSpecial: new Set<string>(), allowedSpecial: new Set<string>() });
}
