/**
 * Where a document's bytes are now. In: a document. Out: a path whose bytes make that document,
 * so that no page of another file is ever shown under its name (case 31).
 */
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { DocumentId } from '../../domain/ids.ts';
import { CarrelError } from '../../domain/errors.ts';

export interface Located {
  readonly path: string;
  readonly bytes: number;
}

export interface Locator {
  locate(document: DocumentId): Promise<Located>;
}

/** `hash` gives the document id of a file; what was hashed is remembered by size and time. */
export function createLocator(deps: {
  pathsOf(document: DocumentId): Promise<string[]>;
  hash(path: string, signal: AbortSignal): Promise<DocumentId>;
}): Locator {
  const seen = new Map<
    string,
    { readonly size: number; readonly modified: number; readonly document: DocumentId }
  >();
  const never = new AbortController().signal;

  async function holds(path: string, document: DocumentId): Promise<Located | 'gone' | 'changed'> {
    const about = await stat(path).catch(() => null);
    if (!about?.isFile()) return 'gone';
    const known = seen.get(path);
    let made = known?.document;
    if (known?.size !== about.size || known.modified !== about.mtimeMs) {
      made = await deps.hash(path, never);
      seen.set(path, { size: about.size, modified: about.mtimeMs, document: made });
    }
    return made === document ? { path, bytes: about.size } : 'changed';
  }

  return {
    async locate(document) {
      const paths = await deps.pathsOf(document);
      let changed: string | null = null;
      for (const path of paths) {
        const found = await holds(path, document);
        if (found === 'changed') changed = path;
        else if (found !== 'gone') return found;
      }
      if (changed !== null)
        throw new CarrelError(
          'fileChanged',
          `${basename(changed)} was changed since it was read. Index its folder again to see what is in it now.`,
        );
      throw new CarrelError(
        'pathNotFound',
        paths[0] === undefined
          ? 'This document is no longer in the library.'
          : `${basename(paths[0])} is not where it was. If its drive is unplugged, plug it in; nothing was removed.`,
      );
    },
  };
}
