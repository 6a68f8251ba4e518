/**
 * A model from its public address. In: the url. Out: the whole file at `job.part`, resumed by HTTP
 * ranges where a try before left it. Its checksum is the caller's business.
 */
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { CarrelError, toCarrelError } from '../../domain/errors.ts';
import type { DoorResponse } from '../network-door.ts';
import { readNote, resumePart, writeNote } from './part-file.ts';
import type { PartNote } from './part-file.ts';
import type { SourceJob } from './download-models.ts';

const TRIES = 4;
const HEAD_TIMEOUT = 20_000;
const IDLE_TIMEOUT = 30_000;
/** The note is written this often; a kill loses no more than this. */
const NOTE_EVERY_BYTES = 16_000_000;

function header(response: DoorResponse, name: string): string {
  const value = response.headers[name];
  return typeof value === 'string' ? value : '';
}

/** Where the body starts in the file, or null when it is not the part that was asked for. */
function bodyStart(response: DoorResponse, asked: number): number | null {
  if (response.status === 200) return 0;
  const match = /^bytes (\d+)-/u.exec(header(response, 'content-range'));
  return response.status === 206 && Number(match?.[1]) === asked ? asked : null;
}

async function receive(response: DoorResponse, job: SourceJob, note: PartNote): Promise<void> {
  const { part, entry } = job;
  const file = await open(part, 'r+');
  let at = note.bytes;
  let noted = at;
  try {
    await file.truncate(at);
    for await (const piece of response.body) {
      if (at + piece.length > entry.bytes)
        throw new CarrelError(
          'modelChecksum',
          `The address of ${entry.title} sends a larger file than the catalogue names. It is not used.`,
        );
      await file.write(piece, 0, piece.length, at);
      at += piece.length;
      job.progress(at);
      if (at - noted >= NOTE_EVERY_BYTES) {
        await file.datasync();
        await writeNote(part, { ...note, bytes: at });
        noted = at;
      }
    }
  } finally {
    await file.datasync();
    await file.close();
    await writeNote(part, { ...note, bytes: at });
  }
  if (at < entry.bytes)
    throw new CarrelError('downloadFailed', `The connection ended after ${at} of ${entry.bytes} bytes.`, {
      retryable: true,
    });
}

async function tryOnce(url: string, allowed: readonly string[], job: SourceJob): Promise<void> {
  const before = await readNote(job.part);
  // The tag of the try before: an address that serves another file now must not be joined to it.
  const tag = before?.origin.startsWith(`${url} `) ? before.origin.slice(url.length + 1) : '';
  let note = await resumePart(job.part, `${url} ${tag}`);
  job.progress(note.bytes);
  if (note.bytes === job.entry.bytes) return;
  const response = await job.door.open(
    {
      url,
      method: 'GET',
      headers: note.bytes > 0 ? { range: `bytes=${note.bytes}-`, ...(tag && { 'if-range': tag }) } : {},
      purpose: `download of ${job.entry.title}`,
      allowed,
      headTimeout: HEAD_TIMEOUT,
      idleTimeout: IDLE_TIMEOUT,
    },
    job.signal,
  );
  const start = bodyStart(response, note.bytes);
  if (start === null) {
    await response.text();
    // The range does not fit the file of today: the next try starts from nothing.
    if (response.status === 416 || response.status === 206) await resumePart(job.part, `${url} restarted`);
    throw new CarrelError(
      'downloadFailed',
      `${new URL(url).host} answered ${response.status} to the download.`,
      {
        retryable: response.status === 416 || response.status === 429 || response.status >= 500,
      },
    );
  }
  note = { origin: `${url} ${header(response, 'etag')}`, bytes: start, packages: 0 };
  await writeNote(job.part, note);
  await receive(response, job, note);
}

/**
 * Tries until four tries in a row brought nothing new.
 * @throws CarrelError downloadFailed and what the door throws.
 */
export async function downloadFromUrl(
  source: { readonly url: string },
  allowed: readonly string[],
  job: SourceJob,
): Promise<void> {
  let fruitless = 0;
  for (;;) {
    const before = (await readNote(job.part))?.bytes ?? 0;
    try {
      return await tryOnce(source.url, allowed, job);
    } catch (thrown) {
      job.signal.throwIfAborted();
      const error = toCarrelError(thrown);
      const after = (await readNote(job.part))?.bytes ?? 0;
      fruitless = after > before ? 0 : fruitless + 1;
      // A hub that cannot be reached at all is no reason to wait: the mirror is next.
      const gone = error.code === 'serverUnreachable' && after === 0;
      if (!error.retryable || gone || fruitless === TRIES) throw error;
      await sleep(500 * (fruitless + 1), undefined, { signal: job.signal });
    }
  }
}
