/**
 * Who may talk to the web host. In: request headers. Out: yes or no. Three locks: the Host and
 * Origin headers (a page elsewhere that rebinds its name to 127.0.0.1 is refused), a cookie that
 * only the printed address gives, and the browser's own word on who asks.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** 256 bits each, as URL-safe text. */
const secret = (): string => randomBytes(32).toString('base64url');

function same(given: string | null | undefined, wanted: string): boolean {
  if (given === null || given === undefined) return false;
  const a = Buffer.from(given);
  const b = Buffer.from(wanted);
  return a.length === b.length && timingSafeEqual(a, b);
}

export interface Guard {
  /** Goes into the printed address; whoever has it gets the cookie. */
  readonly token: string;
  /** Value of Set-Cookie: no script can read it, no other site's page makes the browser send it. */
  readonly cookie: string;
  isToken(given: string | null): boolean;
  hasCookie(headers: IncomingHttpHeaders): boolean;
  /** The Host header names this server by a loopback name. */
  hostAllowed(headers: IncomingHttpHeaders): boolean;
  /** The page that asks is our own; `required` refuses requests that do not say. */
  originAllowed(headers: IncomingHttpHeaders, required: boolean): boolean;
  /** Sec-Fetch-Site: typed by the person or from our own page. Older clients do not send it. */
  siteAllowed(headers: IncomingHttpHeaders): boolean;
}

/** A guard of the server on this port; its secrets live as long as the process. */
export function createGuard(port: number): Guard {
  const token = secret();
  const session = secret();
  // Cookies are shared by all ports of a host: the name keeps two servers apart.
  const name = `carrel-${port}`;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  return {
    token,
    cookie: `${name}=${session}; HttpOnly; SameSite=Strict; Path=/`,
    isToken: (given) => same(given, token),
    hasCookie: (headers) =>
      (headers.cookie ?? '').split(';').some((part) => {
        const [key, value] = part.trim().split('=', 2);
        return key === name && same(value, session);
      }),
    hostAllowed: (headers) => hosts.includes((headers.host ?? '').toLowerCase()),
    originAllowed: (headers, required) =>
      headers.origin === undefined
        ? !required
        : headers.origin === `http://${(headers.host ?? '').toLowerCase()}`,
    siteAllowed: (headers) =>
      ['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string),
  };
}
