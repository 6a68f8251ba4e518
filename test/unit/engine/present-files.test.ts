import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withPresentFiles } from '../../../src-main/engine/present-files.ts';
import type { Search } from '../../../src-main/retrieve/search.ts';
import type { Hit } from '../../../src-main/domain/search.ts';

const never = new AbortController().signal;
const request = { query: 'q', top: 8, mode: 'hybrid', graph: true } as const;

function searchOver(paths: () => string[]): Search {
  return () =>
    Promise.resolve({
      query: 'q',
      milliseconds: 1,
      stages: { embed: 0, lexical: 0, dense: 0, graph: 0, context: 0 },
      hits: paths().map((path, index) => ({ path, rank: index + 1 }) as Hit),
      pending: { pages: 0 },
    });
}

describe('case 31: evidence of files that are gone', () => {
  it('is searched again after the folders were looked at, and what is still gone is left out', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'carrel-present-'));
    const [kept, moved, deleted] = ['a.pdf', 'b.pdf', 'c.pdf'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    for (const path of [kept, moved, deleted]) writeFileSync(path, 'x');
    let known = [deleted, moved, kept];
    let looks = 0;
    const search = withPresentFiles(
      searchOver(() => known),
      () => {
        looks += 1;
        known = known.map((path) => (path === moved ? join(folder, 'new.pdf') : path));
        return Promise.resolve();
      },
    );
    expect((await search(request, never)).hits).toHaveLength(3);
    expect(looks).toBe(0);
    renameSync(moved, join(folder, 'new.pdf'));
    rmSync(deleted);
    const { hits } = await search(request, never);
    expect(looks).toBe(1);
    expect(hits.map((hit) => [hit.rank, hit.path])).toEqual([
      [1, join(folder, 'new.pdf')],
      [2, kept],
    ]);
  });

  it('is kept where the whole folder is out of reach, since a drive may only be unplugged', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'carrel-present-')), 'drive');
    mkdirSync(folder);
    rmSync(folder, { recursive: true });
    const search = withPresentFiles(
      searchOver(() => [join(folder, 'a.pdf')]),
      () => Promise.reject(new Error('not asked')),
    );
    expect((await search(request, never)).hits).toHaveLength(1);
  });
});
