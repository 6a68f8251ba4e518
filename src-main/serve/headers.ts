/** Headers of every response. In: a nonce. Out: what keeps the page offline and to itself. */
import type { OutgoingHttpHeaders } from 'node:http';
import { contentSecurityPolicy } from '../../src-preload/contract/policy.ts';

/** For the page itself; `nonce` marks its style elements. */
export function pageHeaders(nonce: string): OutgoingHttpHeaders {
  return { ...baseHeaders, 'Content-Security-Policy': contentSecurityPolicy(nonce) };
}

/** For everything else: never stored, never framed, never readable by another origin. */
export const baseHeaders: OutgoingHttpHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Frame-Options': 'DENY',
};
