/**
 * Finds the PDFs of a folder. In: a root path. Out: a stream of files, without following loops,
 * so that ten thousand files show up one by one and never block the process.
 */
import { open, opendir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Dirent } from 'node:fs';
import type { FoundFile } from '../domain/library.ts';
import { CarrelError } from '../domain/errors.ts';

/** ISO 32000-2, 7.5.2 and implementation note: readers look for the header in the first 1024 bytes. */
const HEADER_WINDOW = 1024;
const HEADER = '%PDF-';

/** Folders that hold programs' own data; a person's documents are not kept there. */
const SKIPPED_FOLDERS = new Set([
  'node_modules',
  '__macosx',
  '$recycle.bin',
  'system volume information',
  'lost+found',
]);

export interface WalkOptions {
  /** Called with a folder or file that could not be read; the walk goes on. */
  readonly onUnreadable?: (path: string, code: string) => void;
}

/** Hidden entries (a leading dot) and programs' own folders are left out. */
function skippedFolder(name: string): boolean {
  return name.startsWith('.') || SKIPPED_FOLDERS.has(name.toLowerCase());
}

function errorCode(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'UNKNOWN';
}

/** True when `%PDF-` stands in the first kilobyte. Throws what the file system throws. */
export async function holdsPdfHeader(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_WINDOW), 0, HEADER_WINDOW, 0);
    return buffer.subarray(0, bytesRead).includes(HEADER, 0, 'latin1');
  } finally {
    await file.close();
  }
}

/**
 * Every PDF under `root`. A file counts when its name ends in `.pdf` (the page reader says so when
 * it is none), or when it has no extension and holds a PDF header. A root that is a file counts
 * whatever its name. Throws CarrelError `pathNotFound` or `pathForbidden` for the root itself.
 */
export async function* walk(
  root: string,
  signal: AbortSignal,
  options: WalkOptions = {},
): AsyncGenerator<FoundFile> {
  let kind: 'folder' | 'file';
  try {
    kind = (await stat(root)).isDirectory() ? 'folder' : 'file';
  } catch (thrown) {
    throw rootError(root, thrown);
  }
  const visited = new Set<string>();
  const unreadable = (path: string, thrown: unknown): void => options.onUnreadable?.(path, errorCode(thrown));

  async function* file(path: string): AsyncGenerator<FoundFile> {
    try {
      const status = await stat(path);
      if (!status.isFile()) return;
      if (path !== root && !/\.pdf$/i.test(path) && !(await holdsPdfHeader(path))) return;
      yield { path, size: status.size, modified: Math.round(status.mtimeMs) };
    } catch (thrown) {
      unreadable(path, thrown);
    }
  }

  async function* folder(path: string): AsyncGenerator<FoundFile> {
    let identity: string;
    try {
      // Bind mounts and links lead to one real path (or one inode) by many names.
      const status = await stat(path, { bigint: true });
      identity = status.ino === 0n ? await realpath(path) : `${status.dev}:${status.ino}`;
    } catch (thrown) {
      unreadable(path, thrown);
      return;
    }
    if (visited.has(identity)) return;
    visited.add(identity);
    const folders: string[] = [];
    try {
      for await (const entry of await opendir(path)) {
        signal.throwIfAborted();
        const full = join(path, entry.name);
        const what = await kindOf(entry, full);
        if (what === 'folder' && !skippedFolder(entry.name)) folders.push(full);
        else if (what === 'file' && mayBePdf(entry.name)) yield* file(full);
      }
    } catch (thrown) {
      signal.throwIfAborted();
      unreadable(path, thrown);
    }
    for (const inner of folders.sort()) yield* folder(inner);
  }

  if (kind === 'folder') yield* folder(root);
  else yield* file(root);
}

function rootError(root: string, thrown: unknown): CarrelError {
  const forbidden = ['EACCES', 'EPERM'].includes(errorCode(thrown));
  return forbidden
    ? new CarrelError('pathForbidden', `Carrel may not read ${root}. Check the folder's permissions.`)
    : new CarrelError('pathNotFound', `${root} was not found. Check the path, or plug the drive in.`);
}

/** A link counts as what it leads to; a dangling one as nothing. */
async function kindOf(entry: Dirent, path: string): Promise<'folder' | 'file' | 'other'> {
  if (entry.isDirectory()) return 'folder';
  if (entry.isFile()) return 'file';
  if (!entry.isSymbolicLink()) return 'other';
  try {
    const target = await stat(path);
    if (target.isDirectory()) return 'folder';
    return target.isFile() ? 'file' : 'other';
  } catch {
    return 'other';
  }
}

/** macOS writes `._name` beside files on foreign drives; any other extension than .pdf says what it is. */
function mayBePdf(name: string): boolean {
  if (name.startsWith('.')) return false;
  return /\.pdf$/i.test(name) || !basename(name).includes('.');
}
