/**
 * Folders and PDFs for hosts that have no file dialog (a browser gives no paths). In: a folder.
 * Out: its folders and PDFs by name; without one, the places where a person starts.
 */
import { existsSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, parse, resolve } from 'node:path';
import type { CallOutput } from '../../../src-preload/contract/contract.ts';
import { CarrelError } from '../../domain/errors.ts';

type Listing = CallOutput<'library.browse'>;
type Entry = Listing['entries'][number];

/** A folder with more entries than a person reads is cut; the filter box of the dialog finds the rest. */
const MAX_ENTRIES = 2000;

function startingPlaces(samples: string): Entry[] {
  const home = homedir();
  const places: Entry[] = [
    { name: 'Carrel samples', path: samples, kind: 'folder' },
    { name: 'Home', path: home, kind: 'folder' },
    ...['Documents', 'Desktop', 'Downloads'].map((name): Entry => ({
      name,
      path: join(home, name),
      kind: 'folder',
    })),
    { name: 'This computer', path: parse(home).root, kind: 'folder' },
  ];
  return places.filter((place) => existsSync(place.path));
}

async function entryOf(folder: string, name: string): Promise<Entry | null> {
  const path = join(folder, name);
  const about = await stat(path).catch(() => null);
  if (about?.isDirectory()) return { name, path, kind: 'folder' };
  if (about?.isFile() && /\.pdf$/i.test(name)) return { name, path, kind: 'file' };
  return null;
}

/** Throws pathNotFound or pathForbidden. Hidden names are left out. */
export async function browse(path: string | undefined, samples: string): Promise<Listing> {
  if (path === undefined) return { path: null, parent: null, entries: startingPlaces(samples) };
  if (!isAbsolute(path)) throw new CarrelError('usage', 'A folder is named by its whole path.');
  let folder: string;
  let names: string[];
  try {
    folder = await realpath(resolve(path));
    names = await readdir(folder);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'EACCES' || code === 'EPERM')
      throw new CarrelError('pathForbidden', `The system does not let Carrel look into ${basename(path)}.`, {
        cause,
      });
    throw new CarrelError('pathNotFound', `There is no folder at ${path}.`, { cause });
  }
  const visible = names.filter((name) => !name.startsWith('.')).slice(0, MAX_ENTRIES);
  const entries = (await Promise.all(visible.map((name) => entryOf(folder, name)))).filter(
    (entry) => entry !== null,
  );
  entries.sort((a, b) =>
    a.kind === b.kind
      ? a.name.localeCompare(b.name, undefined, { numeric: true })
      : a.kind === 'folder'
        ? -1
        : 1,
  );
  const parent = dirname(folder);
  return { path: folder, parent: parent === folder ? null : parent, entries };
}
