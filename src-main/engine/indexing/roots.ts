/**
 * Which roots a person's paths mean. In: paths and a collection. Out: roots to scan, one for each
 * part of the disk, so that no file is found twice.
 */
import { stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { CarrelError } from '../../domain/errors.ts';
import type { IndexStore, Root } from '../../domain/ports/index-store.ts';

/** True for the folder itself and everything below it. */
export function under(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

export interface ChosenRoots {
  readonly roots: readonly Root[];
  /** Roots that a new one covers; to be removed once the new one was scanned. */
  readonly covered: readonly Root[];
  /** The paths as asked for, absolute. */
  readonly paths: readonly string[];
}

async function kindOf(path: string): Promise<'folder' | 'file' | null> {
  const status = await stat(path).catch(() => null);
  if (status === null) return null;
  return status.isDirectory() ? 'folder' : 'file';
}

/**
 * Without paths: all roots of the collection. Throws CarrelError `pathNotFound` for a path that
 * neither exists nor is known, and for a collection without folders.
 */
export async function chooseRoots(
  store: IndexStore,
  collection: string,
  given: readonly string[],
): Promise<ChosenRoots> {
  const known = await store.roots(collection);
  if (given.length === 0) {
    if (known.length === 0)
      throw new CarrelError(
        'pathNotFound',
        `The collection "${collection}" has no folders. Name one to index.`,
      );
    return { roots: known, covered: [], paths: known.map((root) => root.path) };
  }
  const paths = [...new Set(given.map((path) => resolve(path)))];
  const roots = new Map<number, Root>();
  const fresh: Pick<Root, 'path' | 'kind'>[] = [];
  for (const path of paths) {
    const covering = known.find(
      (root) => root.path === path || (root.kind === 'folder' && under(root.path, path)),
    );
    const kind = await kindOf(path);
    if (kind === null && (covering === undefined || (covering.kind === 'folder' && covering.path === path)))
      throw new CarrelError('pathNotFound', `${path} was not found. Check the path, or plug the drive in.`);
    if (covering !== undefined) roots.set(covering.id, covering);
    else if (kind !== null) fresh.push({ path, kind });
  }
  const outer = fresh.filter(
    (one) => !fresh.some((other) => other !== one && other.kind === 'folder' && under(other.path, one.path)),
  );
  if (outer.length > 0) for (const root of await store.addRoots(collection, outer)) roots.set(root.id, root);
  const covered = known.filter((root) =>
    outer.some((one) => one.kind === 'folder' && one.path !== root.path && under(one.path, root.path)),
  );
  return { roots: [...roots.values()].filter((root) => !covered.includes(root)), covered, paths };
}
