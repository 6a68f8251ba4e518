/**
 * Tokens as a server counts them. In: text. Out: the server's own number where it has a tokenize
 * call (llama-server, vLLM, sglang), else the estimate.
 */
import { serverRoot } from './server-address.ts';
import type { ServerHttp } from './server-http.ts';
import { estimateTokens } from './token-estimate.ts';

export interface TokenCounter {
  /** Never rejects for a server's sake; rejects with the signal's reason when aborted. */
  count(text: string, signal: AbortSignal): Promise<number>;
}

function countIn(text: string): number | null {
  try {
    const { count, tokens } = JSON.parse(text) as { count?: unknown; tokens?: unknown };
    if (typeof count === 'number' && count > 0) return count;
    return Array.isArray(tokens) && tokens.length > 0 ? tokens.length : null;
  } catch {
    return null;
  }
}

export function createTokenCounter(http: ServerHttp, baseUrl: string, model: string): TokenCounter {
  const url = `${serverRoot(baseUrl)}/tokenize`;
  let exists = true;
  return {
    async count(text, signal) {
      if (text === '') return 0;
      if (exists)
        try {
          // llama-server reads `content`, the others `model` and `prompt`.
          const response = await http.post(
            url,
            { model, prompt: text, content: text },
            'token count of a model server',
            signal,
          );
          const counted = countIn(await response.text());
          if (response.status === 200 && counted !== null) return counted;
          exists = false;
        } catch {
          signal.throwIfAborted();
          exists = false;
        }
      return estimateTokens(text);
    },
  };
}
