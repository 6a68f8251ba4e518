/**
 * Passwords of protected files, in memory only. In: what a person gave, for a document or for a
 * call. Out: the ones to try; the one that opened a document is kept until the engine ends.
 */
import type { DocumentId } from '../../domain/ids.ts';

export interface Passwords {
  /** To be tried for every protected file, the latest first. */
  offer(passwords: readonly string[]): void;
  withdraw(passwords: readonly string[]): void;
  /** Given for this document, or known to open it. */
  set(document: DocumentId, password: string): void;
  of(document: DocumentId): string | undefined;
  candidates(document: DocumentId): readonly string[];
}

export function createPasswords(): Passwords {
  const known = new Map<DocumentId, string>();
  const offered: string[] = [];
  return {
    offer(passwords) {
      offered.unshift(...passwords);
    },
    withdraw(passwords) {
      for (const password of passwords) {
        const at = offered.indexOf(password);
        if (at >= 0) offered.splice(at, 1);
      }
    },
    set(document, password) {
      known.set(document, password);
    },
    of: (document) => known.get(document),
    candidates(document) {
      const own = known.get(document);
      return [...new Set([...(own === undefined ? [] : [own]), ...offered])];
    },
  };
}
