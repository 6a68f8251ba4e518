/** Walking folders: what is found, what is skipped, and that loops end. */
import { createHash } from 'node:crypto';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashFile } from '../../../src-main/ingest/hash.ts';
import { walk } from '../../../src-main/ingest/walk.ts';
import { scratch, type Scratch } from '../../fixtures/readers.ts';

const signal = new AbortController().signal;
let files: Scratch;

beforeEach(async () => {
  files = await scratch();
});
afterEach(async () => {
  await files.remove();
});

async function found(root = files.folder): Promise<string[]> {
  const paths: string[] = [];
  for await (const file of walk(root, signal)) paths.push(relative(files.folder, file.path));
  return paths.sort();
}

it('finds PDFs by name and by header, and leaves out hidden and system folders', async () => {
  await files.put('Report.PDF', '%PDF-1.4');
  await files.put('not really.pdf', 'text');
  await files.put('no-extension', 'junk before\n%PDF-1.7 and more');
  await files.put('plain', 'no header here');
  await files.put('scan.tiff', '%PDF-1.4 by header but not by name');
  await files.put('._Report.pdf', 'resource fork');
  for (const folder of ['sub', '.hidden', 'node_modules', '__MACOSX']) {
    await mkdir(join(files.folder, folder));
    await files.put(join(folder, 'inner.pdf'), '%PDF-1.4');
  }
  expect(await found()).toEqual(['Report.PDF', 'no-extension', 'not really.pdf', 'sub/inner.pdf']);
});

it('follows links but no loop, and finds a folder reached twice once', { timeout: 10_000 }, async () => {
  await mkdir(join(files.folder, 'a', 'b'), { recursive: true });
  await files.put('a/b/deep.pdf', '%PDF-1.4');
  await symlink(files.folder, join(files.folder, 'a', 'b', 'up'));
  await symlink(join(files.folder, 'a'), join(files.folder, 'zz-second-name'));
  await symlink(join(files.folder, 'nowhere'), join(files.folder, 'dangling.pdf'));
  expect(await found()).toEqual(['a/b/deep.pdf']);
});

it('takes a single file whatever its name, and says when a root is not there', async () => {
  const path = await files.put('paper.download', '%PDF-1.4');
  expect(await found(path)).toEqual(['paper.download']);
  await expect(found(join(files.folder, 'gone'))).rejects.toMatchObject({ code: 'pathNotFound' });
});

it('case 4: yields while it walks and stops at once', async () => {
  for (let folder = 0; folder < 20; folder++) {
    await mkdir(join(files.folder, String(folder)));
    for (let file = 0; file < 25; file++) await files.put(`${folder}/${file}.pdf`, '%PDF-1.4');
  }
  const stop = new AbortController();
  let seen = 0;
  const walking = async (): Promise<void> => {
    for await (const file of walk(files.folder, stop.signal)) {
      seen += 1;
      expect(file.size).toBe(8);
      if (seen === 30) stop.abort();
    }
  };
  await expect(walking()).rejects.toMatchObject({ name: 'AbortError' });
  expect(seen).toBe(30);
});

it('hashes a file as a stream', async () => {
  const path = await files.put('large.pdf', '%PDF-1.4');
  await truncate(path, 5_000_000);
  const expected = createHash('sha256')
    .update(Buffer.concat([Buffer.from('%PDF-1.4'), Buffer.alloc(5_000_000 - 8)]))
    .digest('hex');
  expect(await hashFile(path, signal)).toBe(expected);
  await writeFile(path, 'other');
  expect(await hashFile(path, signal)).not.toBe(expected);
});
