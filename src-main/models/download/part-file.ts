/**
 * The unfinished file of a download and its note. In: what a source has written. Out: where the
 * next try goes on. A note of another source or version makes the next try start afresh.
 */
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';

export interface PartNote {
  /** What the bytes come from: a url with its ETag, or a list of packages. */
  readonly origin: string;
  /** Bytes that are surely whole. */
  readonly bytes: number;
  /** Packages joined so far. */
  readonly packages: number;
}

const noteFile = (part: string): string => `${part}.json`;

export async function readNote(part: string): Promise<PartNote | null> {
  try {
    return JSON.parse(await readFile(noteFile(part), 'utf8')) as PartNote;
  } catch {
    return null;
  }
}

export async function writeNote(part: string, note: PartNote): Promise<void> {
  await writeFile(noteFile(part), JSON.stringify(note));
}

/** Cuts the file to its whole bytes and says so; starts an empty one for another origin. */
export async function resumePart(part: string, origin: string): Promise<PartNote> {
  const note = await readNote(part);
  if (note?.origin === origin)
    try {
      await truncate(part, note.bytes);
      return note;
    } catch {
      // The file of the note is gone: start afresh.
    }
  await writeFile(part, '');
  const fresh = { origin, bytes: 0, packages: 0 };
  await writeNote(part, fresh);
  return fresh;
}

/** Deletes the unfinished file and its note. */
export async function clearPart(part: string): Promise<void> {
  await rm(part, { force: true });
  await rm(noteFile(part), { force: true });
}
