/**
 * Which request gets what. In: a request. Out: the page, one of its files, a document's bytes, or a
 * refusal; checks come first and in one place.
 */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { NONCE_PLACEHOLDER } from '../../src-preload/contract/policy.ts';
import { sendDocument } from './documents.ts';
import type { EngineLine } from '../engine/client/engine-line.ts';
import type { PublicFile } from '../engine/client/public-files.ts';
import type { Guard } from './guard.ts';
import { baseHeaders, pageHeaders } from './headers.ts';

const DOCUMENT = /^\/document\/([0-9a-f]{64})$/u;

const nonce = (): string => randomBytes(16).toString('base64');

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...baseHeaders, 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
}

async function sendPage(response: ServerResponse, file: PublicFile): Promise<void> {
  const value = nonce();
  const html = (await readFile(file.path, 'utf8')).replaceAll(NONCE_PLACEHOLDER, value);
  response.writeHead(200, { ...pageHeaders(value), 'Content-Type': file.type });
  response.end(html);
}

async function sendPublicFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: PublicFile,
): Promise<void> {
  // A worker is under the policy of its own script: pdf.js fetches its decoders from there.
  response.writeHead(200, {
    ...pageHeaders(nonce()),
    'Content-Type': file.type,
    'Cache-Control': file.cache,
  });
  if (request.method === 'HEAD') response.end();
  else await pipeline(createReadStream(file.path), response).catch(() => response.destroy());
}

/** Answers after the checks: the request is from this computer's own page. */
async function sendWanted(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  files: ReadonlyMap<string, PublicFile>,
  engine: EngineLine,
): Promise<void> {
  const document = DOCUMENT.exec(path)?.[1];
  if (document !== undefined) return sendDocument(request, response, document, engine.client);
  const file = files.get(path === '/' ? '/index.html' : path);
  if (file === undefined) return sendText(response, 404, 'There is nothing here.');
  return file.type.startsWith('text/html')
    ? sendPage(response, file)
    : sendPublicFile(request, response, file);
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  guard: Guard,
  files: ReadonlyMap<string, PublicFile>,
  engine: EngineLine,
): Promise<void> {
  const { headers } = request;
  if (!guard.hostAllowed(headers) || !guard.originAllowed(headers, false))
    return sendText(response, 403, 'This address is only for the computer it runs on.');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return sendText(response, 405, 'Only reading is possible here.');
  }
  const url = URL.parse(request.url ?? '/', 'http://127.0.0.1');
  if (url === null) return sendText(response, 400, 'This address cannot be read.');
  if (url.pathname === '/' && guard.isToken(url.searchParams.get('token'))) {
    response.writeHead(303, { ...baseHeaders, 'Set-Cookie': guard.cookie, Location: '/' }).end();
    return;
  }
  if (!guard.hasCookie(headers))
    return sendText(
      response,
      401,
      'Open the address that "carrel serve" printed. If you just did, reload this page.',
    );
  if (!guard.siteAllowed(headers)) return sendText(response, 403, 'Only Carrel’s own page may ask for this.');
  return sendWanted(request, response, url.pathname, files, engine);
}

/** The listener of the server's `request` event. */
export function createRoutes(
  guard: Guard,
  files: ReadonlyMap<string, PublicFile>,
  engine: EngineLine,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    answer(request, response, guard, files, engine).catch(() => {
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'This could not be answered. Nothing that was stored is lost.');
    });
  };
}
