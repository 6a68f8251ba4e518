/**
 * Bytes of a document for the page view. In: a request with or without Range, and a client of the
 * engine. Out: the PDF as it lies on the disk; the engine says where, and refuses one that changed.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { parseRange } from '../../src-preload/contract/byte-range.ts';
import { ContractFailure, type Client } from '../../src-preload/contract/client.ts';
import type { ErrorCode } from '../../src-preload/contract/errors.ts';

const STATUS: Partial<Record<ErrorCode, number>> = {
  notFound: 404,
  pathNotFound: 404,
  pathForbidden: 403,
  fileChanged: 409,
  engineUnavailable: 503,
};

function failure(thrown: unknown): Response {
  if (!(thrown instanceof ContractFailure))
    return new Response('The Carrel engine does not answer. It is started again by itself.', { status: 503 });
  const { error } = thrown;
  return new Response(error.message, { status: STATUS[error.code] ?? 500 });
}

function body(file: FileHandle, first: number, last: number): ReadableStream {
  // The stream closes the file at its end, and when the page goes away in the middle.
  const stream = file.createReadStream({ start: first, end: last, autoClose: true });
  return Readable.toWeb(stream) as unknown as ReadableStream;
}

async function read(request: Request, located: { path: string; bytes: number }): Promise<Response> {
  const changed = new Response('The file is not as it was when it was read. Index its folder again.', {
    status: 409,
  });
  const file = await open(located.path, 'r').catch(() => null);
  if (file === null) return changed;
  const { size } = await file.stat();
  const range = parseRange(request.headers.get('range') ?? undefined, size);
  const headers: Record<string, string> = {
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'no-store',
    'Content-Type': 'application/pdf',
    'X-Content-Type-Options': 'nosniff',
  };
  if (size !== located.bytes || range.kind === 'none') {
    await file.close();
    if (size !== located.bytes) return changed;
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${size}` } });
  }
  const [first, last] = range.kind === 'part' ? [range.first, range.last] : [0, size - 1];
  headers['Content-Length'] = String(last - first + 1);
  if (range.kind === 'part') headers['Content-Range'] = `bytes ${first}-${last}/${size}`;
  return new Response(body(file, first, last), { status: range.kind === 'part' ? 206 : 200, headers });
}

/** Answers the request for the document of this id (64 hex digits). Never rejects. */
export async function documentBytes(
  request: Request,
  id: string,
  client: () => Promise<Client>,
): Promise<Response> {
  try {
    const located = await (await client()).call('library.locate', { document: id });
    return await read(request, located);
  } catch (thrown) {
    return failure(thrown);
  }
}
