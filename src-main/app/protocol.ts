/**
 * The page's own scheme. In: the built renderer's folder and a client of the engine. Out: answers
 * to requests for the page, its files and documents; there is nothing else to ask for.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { protocol } from 'electron';
import type { Client } from '../../src-preload/contract/client.ts';
import { APP_SCHEME } from '../../src-preload/contract/host-channels.ts';
import { contentSecurityPolicy, NONCE_PLACEHOLDER } from '../../src-preload/contract/policy.ts';
import { listPublicFiles, type PublicFile } from '../engine/client/public-files.ts';
import { documentBytes } from './document-bytes.ts';
import { isOwnAddress } from './origin.ts';

const DOCUMENT = /^\/document\/([0-9a-f]{64})$/u;

/** Must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ]);
}

async function publicFile(file: PublicFile): Promise<Response> {
  const nonce = randomBytes(16).toString('base64');
  const bytes = await readFile(file.path);
  const page = file.type.startsWith('text/html');
  const body = page ? bytes.toString('utf8').replaceAll(NONCE_PLACEHOLDER, nonce) : new Uint8Array(bytes);
  return new Response(body, {
    headers: {
      // A worker is under the policy of its own script: pdf.js fetches its decoders from there.
      'Content-Security-Policy': contentSecurityPolicy(nonce),
      'Content-Type': file.type,
      'Cache-Control': page ? 'no-store' : file.cache,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-DNS-Prefetch-Control': 'off',
    },
  });
}

/** The answer to one request; an address is only ever compared with a closed list of files. */
export function createAnswer(
  renderer: string,
  client: () => Promise<Client>,
): (request: Request) => Promise<Response> {
  const files = listPublicFiles(renderer);
  return async (request) => {
    if (!isOwnAddress(request.url)) return new Response('There is nothing here.', { status: 404 });
    if (request.method !== 'GET') return new Response('Only reading is possible here.', { status: 405 });
    const path = new URL(request.url).pathname;
    const document = DOCUMENT.exec(path)?.[1];
    if (document !== undefined) return documentBytes(request, document, client);
    const file = files.get(path === '/' ? '/index.html' : path);
    return file === undefined ? new Response('There is nothing here.', { status: 404 }) : publicFile(file);
  };
}

/** Serves the scheme in the default session. Throws when the renderer is not built. */
export function serveScheme(renderer: string, client: () => Promise<Client>): void {
  protocol.handle(APP_SCHEME, createAnswer(renderer, client));
}
