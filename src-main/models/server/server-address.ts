/**
 * The address of an OpenAI-compatible server. In: what a person typed. Out: base URLs to try, with
 * `/v1` and without, and the root beside them where servers keep calls of their own.
 */

/** In the order to try; without a trailing slash. */
export function baseUrlCandidates(typed: string): string[] {
  const withScheme = /^https?:\/\//iu.test(typed) ? typed : `http://${typed}`;
  const bare = withScheme.replace(/\/+$/u, '').replace(/\/(?:chat\/completions|completions|models)$/u, '');
  if (/\/v\d+$/u.test(bare)) return [bare, bare.replace(/\/v\d+$/u, '')];
  return [`${bare}/v1`, bare];
}

/** Where `/tokenize`, `/props` and the like live. */
export function serverRoot(baseUrl: string): string {
  return baseUrl.replace(/\/v\d+$/u, '');
}
