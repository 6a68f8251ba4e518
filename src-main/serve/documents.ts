/**
 * Bytes of a document for the page view. In: GET /document/<id>, with or without Range. Out: the
 * PDF as it lies on the disk; the engine says where, and refuses one that changed.
 */
import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Client } from '../../src-preload/contract/client.ts';
import { ContractFailure } from '../../src-preload/contract/client.ts';
import type { ContractError, ErrorCode } from '../../src-preload/contract/errors.ts';
import { baseHeaders } from './headers.ts';
import { parseRange } from '../../src-preload/contract/byte-range.ts';

const STATUS: Partial<Record<ErrorCode, number>> = {
  notFound: 404,
  pathNotFound: 404,
  pathForbidden: 403,
  fileChanged: 409,
  engineUnavailable: 503,
};

/** Sends an error of the contract as JSON. */
export function sendError(
  response: ServerResponse,
  error: ContractError,
  status = STATUS[error.code] ?? 500,
): void {
  if (response.headersSent) return void response.destroy();
  const { code, message, retryable } = error;
  response.writeHead(status, { ...baseHeaders, 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify({ error: { code, message, retryable } }));
}

const unreadable: ContractError = {
  code: 'fileChanged',
  message: 'The file is not as it was when it was read. Index its folder again to see it as it is now.',
  retryable: true,
};

async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
  located: { path: string; bytes: number },
): Promise<void> {
  await using file = await open(located.path, 'r').catch(() => {
    throw new ContractFailure(unreadable);
  });
  const { size } = await file.stat();
  if (size !== located.bytes) throw new ContractFailure(unreadable);
  const tag = `"${id}"`;
  const stale = request.headers['if-range'] !== undefined && request.headers['if-range'] !== tag;
  const range = stale ? ({ kind: 'whole' } as const) : parseRange(request.headers.range, size);
  const headers = {
    ...baseHeaders,
    'Content-Type': 'application/pdf',
    'Content-Disposition': 'inline; filename="document.pdf"',
    'Accept-Ranges': 'bytes',
    ETag: tag,
  };
  if (range.kind === 'none') {
    response.writeHead(416, { ...headers, 'Content-Range': `bytes */${size}` }).end();
    return;
  }
  const [first, last] = range.kind === 'part' ? [range.first, range.last] : [0, size - 1];
  response.writeHead(range.kind === 'part' ? 206 : 200, {
    ...headers,
    'Content-Length': last - first + 1,
    ...(range.kind === 'part' ? { 'Content-Range': `bytes ${first}-${last}/${size}` } : {}),
  });
  if (request.method === 'HEAD' || size === 0) response.end();
  // A browser that goes away in the middle is no error.
  else
    await pipeline(file.createReadStream({ start: first, end: last, autoClose: false }), response).catch(() =>
      response.destroy(),
    );
}

/** Answers the request; `client` is asked where the document of this id (64 hex digits) lies. */
export async function sendDocument(
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
  client: () => Promise<Client>,
): Promise<void> {
  try {
    const located = await (await client()).call('library.locate', { document: id });
    await sendFile(request, response, id, located);
  } catch (thrown) {
    if (thrown instanceof ContractFailure) sendError(response, thrown.error);
    else
      sendError(response, {
        code: 'engineUnavailable',
        message: 'The Carrel engine does not answer. It is started again by itself.',
        retryable: true,
      });
  }
}
