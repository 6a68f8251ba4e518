/** Adding folders by the host's own means. In: a collection. Out: chosen paths are added, or the folder browser is opened. */
import { call, electron } from '../../bridge.ts';
import { addPaths } from '../../stores/library.ts';
import { openAddFolder } from '../../stores/overlays.ts';

/** Electron: the system's dialog. Web host: the folder browser of the engine. */
export async function chooseFolder(collection: string): Promise<void> {
  if (!electron) return openAddFolder(collection);
  const paths = await electron.chooseFolders();
  if (paths.length > 0) await addPaths(paths, collection);
}

/** Name under which the engine lists the documents that come with Carrel. */
const SAMPLES = 'Carrel samples';

/** Folder of the sample library, or null where this Carrel came without. */
export async function samplesFolder(): Promise<string | null> {
  const { entries } = await call('library.browse', {});
  return entries.find((entry) => entry.name === SAMPLES)?.path ?? null;
}

/** Collection that the samples go into. */
export const SAMPLE_COLLECTION = 'Sample library';
