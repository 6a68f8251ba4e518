/** Identity of a document. In: a path. Out: sha-256 of the file's bytes, read as a stream. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { asDocumentId, type DocumentId } from '../domain/ids.ts';

/** 256 KiB keeps the thread pool's reads large enough and memory small. */
const CHUNK = 256 * 1024;

/** Throws what the file system throws, or the signal's reason. */
export async function hashFile(path: string, signal: AbortSignal): Promise<DocumentId> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK, signal }))
    hash.update(chunk as Buffer);
  return asDocumentId(hash.digest('hex'));
}
