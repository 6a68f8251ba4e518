/**
 * Looks at one root again. In: a root, what the store knows of it. Out: the store brought up to
 * date while the walk goes on, and for every file found what became of it.
 */
import { access, stat } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { CarrelError } from '../../domain/errors.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { FoundFile, Problem } from '../../domain/library.ts';
import type { IndexStore, Root } from '../../domain/ports/index-store.ts';
import { hashFile } from '../../ingest/hash.ts';
import { walk } from '../../ingest/walk.ts';

/** A file of the root as it stands now. */
export interface ScannedFile {
  readonly path: string;
  readonly document: DocumentId;
  /** Size and time of change are as the store knew them, so the file was not read. */
  readonly unchanged: boolean;
}

export interface RootScan {
  readonly files: readonly ScannedFile[];
  readonly gone: readonly { readonly path: string; readonly document: DocumentId }[];
  /** Files that exist but could not be read. */
  readonly unreadable: readonly Problem[];
}

export interface ScanHooks {
  /** Documents that are new to the library, as soon as the store has them. */
  onAdded(documents: readonly DocumentId[]): void;
  /** Files seen so far, for progress. */
  onSeen(files: number): void;
}

/** Registered at once, so that reading begins while a large folder is still walked. */
const FILES_PER_WRITE = 25;
const MILLISECONDS_PER_WRITE = 500;

function unreadable(path: string): Problem {
  return {
    path,
    code: 'pathForbidden',
    message: 'Carrel may not read this file. Check its permissions and index again.',
  };
}

/** A file root that is gone, in a folder that is there, was deleted; anything else is out of reach. */
async function deletedFile(root: Root): Promise<boolean> {
  if (root.kind !== 'file') return false;
  try {
    await access(dirname(root.path));
  } catch {
    return false;
  }
  return stat(root.path).then(
    () => false,
    () => true,
  );
}

/**
 * Throws CarrelError `pathNotFound` or `pathForbidden` when the root is out of reach (an unplugged
 * drive): then nothing is removed. Documents without a file stay until `removeUnheld`.
 */
export async function scanRoot(
  store: IndexStore,
  root: Root,
  hooks: ScanHooks,
  signal: AbortSignal,
): Promise<RootScan> {
  const known = new Map((await store.knownFiles(root.id)).map((file) => [file.path, file]));
  if (await deletedFile(root)) {
    const gone = [...known.values()].map(({ path, document }) => ({ path, document }));
    await store.applyScan(root.id, { present: [], gone: gone.map(({ path }) => path), keepUnheld: true });
    return { files: [], gone, unreadable: [] };
  }
  const files: ScannedFile[] = [];
  const outOfReach: string[] = [];
  const problems: Problem[] = [];
  const seen = new Set<string>();
  let present: (FoundFile & { document: DocumentId })[] = [];
  let written = performance.now();

  async function write(): Promise<void> {
    written = performance.now();
    if (present.length === 0) return;
    const batch = present;
    present = [];
    const { added } = await store.applyScan(root.id, { present: batch, gone: [], keepUnheld: true });
    if (added.length > 0) hooks.onAdded(added);
  }

  const found = walk(root.path, signal, {
    onUnreadable(path) {
      outOfReach.push(path);
      if (/\.pdf$/i.test(path)) problems.push(unreadable(path));
    },
  });
  for await (const file of found) {
    signal.throwIfAborted();
    seen.add(file.path);
    hooks.onSeen(seen.size);
    const before = known.get(file.path);
    if (before?.size === file.size && before.modified === file.modified) {
      files.push({ path: file.path, document: before.document, unchanged: true });
      continue;
    }
    try {
      const document = await hashFile(file.path, signal);
      present.push({ ...file, document });
      files.push({ path: file.path, document, unchanged: false });
    } catch (thrown) {
      signal.throwIfAborted();
      if (thrown instanceof CarrelError) throw thrown;
      outOfReach.push(file.path);
      problems.push(unreadable(file.path));
    }
    if (present.length >= FILES_PER_WRITE || performance.now() - written > MILLISECONDS_PER_WRITE)
      await write();
  }
  await write();

  // A folder that may not be entered now hides its files; they are not gone.
  const hidden = (path: string): boolean =>
    outOfReach.some((closed) => path === closed || path.startsWith(closed + sep));
  const gone = [...known.values()]
    .filter(({ path }) => !seen.has(path) && !hidden(path))
    .map(({ path, document }) => ({ path, document }));
  if (gone.length > 0)
    await store.applyScan(root.id, { present: [], gone: gone.map(({ path }) => path), keepUnheld: true });
  return { files, gone, unreadable: problems };
}
