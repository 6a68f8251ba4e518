/** Names of documents on the command line. In: a path or an id. Out: what the engine looks up. */
import { resolve } from 'node:path';

/**
 * An id (64 hex digits, sha-256) as it is, else a path made absolute, because the engine works in
 * another folder than the person.
 */
export function resolveDocument(document: string): string {
  return /^[0-9a-f]{64}$/u.test(document) ? document : resolve(document);
}
