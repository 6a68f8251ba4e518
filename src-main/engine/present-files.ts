/**
 * Evidence of files that are gone is refused, also while the engine runs (case 31). In: a search.
 * Out: the same search, whose hits stand in files that are there.
 */
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Hit } from '../domain/search.ts';
import type { Search } from '../retrieve/search.ts';

/** How long a search waits for the folders to be looked at again; what is gone is left out anyway. */
const PATIENCE_MILLISECONDS = 3000;

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Gone while its folder is there; where the folder is gone too, a drive may only be unplugged. */
async function vanishedPaths(hits: readonly Hit[]): Promise<ReadonlySet<string>> {
  const paths = [...new Set(hits.map((hit) => hit.path))];
  const gone = await Promise.all(
    paths.map(async (path) => !(await exists(path)) && (await exists(dirname(path)))),
  );
  return new Set(paths.filter((_, index) => gone[index] === true));
}

/** `reconcile` looks at all folders again: moved files get their new path, deleted ones leave. */
export function withPresentFiles(search: Search, reconcile: () => Promise<void>): Search {
  return async (request, signal) => {
    const first = await search(request, signal);
    if ((await vanishedPaths(first.hits)).size === 0) return first;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MILLISECONDS);
    });
    await Promise.race([reconcile().catch(() => undefined), late]);
    clearTimeout(timer);
    const second = await search(request, signal);
    const vanished = await vanishedPaths(second.hits);
    const hits = second.hits
      .filter((hit) => !vanished.has(hit.path))
      .map((hit, index) => ({ ...hit, rank: index + 1 }));
    return { ...second, hits };
  };
}
