/**
 * Where model files lie, and which of them are whole. In: the home folder and the environment.
 * Out: paths of files whose SHA-256 was checked. A file that is not whole is never called installed.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import envPaths from 'env-paths';
import type { ModelEntry } from './catalogue.ts';

export interface ModelFiles {
  /** Downloads go here: `CARREL_MODELS`, else the platform's cache folder, shared by all homes. */
  readonly downloads: string;
  /** Absolute path of the whole file, or null. A file not seen before is read once to check it. */
  find(entry: ModelEntry): Promise<string | null>;
  /** Records that the file at `path` has this entry's checksum, so that it is not read again. */
  remember(entry: ModelEntry, path: string): Promise<void>;
  /** Deletes the file and what belongs to it from the folders that downloads and people use. */
  remove(entry: ModelEntry): Promise<void>;
}

/** SHA-256 of a file's bytes, in hex. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash, signal ? { signal } : {});
  return hash.digest('hex');
}

interface Seen {
  readonly sha256: string;
  readonly bytes: number;
  readonly modified: number;
}

const seenFile = (path: string): string => `${path}.checked.json`;

async function fileFacts(path: string): Promise<{ bytes: number; modified: number } | null> {
  try {
    const facts = await stat(path);
    return facts.isFile() ? { bytes: facts.size, modified: facts.mtimeMs } : null;
  } catch {
    return null;
  }
}

async function readSeen(path: string): Promise<Seen | null> {
  try {
    return JSON.parse(await readFile(seenFile(path), 'utf8')) as Seen;
  } catch {
    return null;
  }
}

/** `home` and `resources` are absolute folders. */
export function createModelFiles(home: string, resources: string): ModelFiles {
  const downloads = process.env['CARREL_MODELS'] ?? join(envPaths('carrel', { suffix: '' }).cache, 'models');
  const homeFolder = join(home, 'models');
  /** Checks of this process; the folder of the bundled file is never written to. */
  const memory = new Map<string, Seen>();
  const checking = new Map<string, Promise<Seen | null>>();

  async function check(path: string, persist: boolean): Promise<Seen | null> {
    const facts = await fileFacts(path);
    if (!facts) return null;
    const fresh = (seen: Seen | null | undefined): seen is Seen =>
      seen?.bytes === facts.bytes && seen.modified === facts.modified;
    const known = memory.get(path) ?? (await readSeen(path));
    if (fresh(known)) return known;
    const seen = { sha256: await hashFile(path), ...facts };
    memory.set(path, seen);
    if (persist) await writeFile(seenFile(path), JSON.stringify(seen)).catch(() => undefined);
    return seen;
  }

  function checkOnce(path: string, persist: boolean): Promise<Seen | null> {
    const running = checking.get(path);
    if (running) return running;
    const started = check(path, persist).finally(() => checking.delete(path));
    checking.set(path, started);
    return started;
  }

  return {
    downloads,
    async find(entry) {
      const folders = entry.bundled ? [join(resources, 'models')] : [homeFolder, downloads];
      for (const folder of folders) {
        const path = join(folder, entry.file);
        // A wrong size needs no reading: the file is another one, or cut off.
        if ((await fileFacts(path))?.bytes !== entry.bytes) continue;
        if ((await checkOnce(path, !entry.bundled))?.sha256 === entry.sha256) return path;
      }
      return null;
    },
    async remember(entry, path) {
      const facts = await fileFacts(path);
      if (!facts) return;
      const seen = { sha256: entry.sha256, ...facts };
      memory.set(path, seen);
      await mkdir(downloads, { recursive: true });
      await writeFile(seenFile(path), JSON.stringify(seen));
    },
    async remove(entry) {
      for (const folder of [homeFolder, downloads]) {
        const path = join(folder, entry.file);
        memory.delete(path);
        for (const file of [path, seenFile(path), `${path}.part`, `${path}.part.json`])
          await rm(file, { force: true });
      }
    },
  };
}
