/**
 * The content security policy of the renderer, one text for both hosts. In: a nonce and where
 * documents come from. Out: the header's value.
 */

/**
 * Stands in the built `index.html` wherever a nonce belongs. A host replaces every occurrence with
 * a random value of its own per response, and sends the policy below with the same value.
 */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/**
 * Value of `Content-Security-Policy`. `documents` is the origin of document bytes where it is not
 * the page's own ("carrel-document:"). WebAssembly is allowed for the image decoders of pdf.js;
 * nothing else is evaluated, and nothing is loaded from any other origin.
 */
export function contentSecurityPolicy(nonce: string, documents = ''): string {
  return [
    `default-src 'none'`,
    `script-src 'self' 'wasm-unsafe-eval'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:`,
    `font-src 'self' data:`,
    `connect-src ${["'self'", documents].filter(Boolean).join(' ')}`,
    `worker-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
  ].join('; ');
}
