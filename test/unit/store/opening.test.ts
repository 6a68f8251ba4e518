/** Opening: versions, backups, damage, crashes of threads. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../src-main/store/open-store.ts';
import { backUp } from '../../../src-main/store/sqlite/backups.ts';
import { openFile } from '../../../src-main/store/sqlite/connection.ts';
import { StoreThread } from '../../../src-main/store/threads/thread.ts';
import type { ReaderCalls } from '../../../src-main/store/threads/reader-calls.ts';
import type { WriterCalls } from '../../../src-main/store/threads/writer-calls.ts';
import { axisVector, contentOf, publishAll } from './sample-content.ts';

const A = contentOf({
  title: 'Alpha',
  sections: [{ title: 'One', page: 1, paragraphs: ['Text about apples.', 'Text about pears.'] }],
});

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'carrel-open-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function digestOf(name: string): string {
  return createHash('sha256')
    .update(readFileSync(join(home, name)))
    .digest('hex');
}

/** Overwrites the middle of a file, as a bad disk would. */
function damage(name: string): void {
  const path = join(home, name);
  const bytes = readFileSync(path);
  bytes.fill(0xa5, 4096 * 2, Math.min(bytes.length, 4096 * 12));
  writeFileSync(path, bytes);
}

async function filled(): Promise<void> {
  const store = await openStore({ home });
  await publishAll(store, [A]);
  await store.index.putVectors(
    'test@1',
    8,
    A.fragments.map(({ id }, index) => ({ fragment: id, vector: axisVector(index) })),
  );
  await store.user.setSetting('theme', 'dark');
  await store.close();
}

describe('openStore', () => {
  it('makes a home that only its owner may enter, and keeps what was written', async () => {
    const inner = join(home, 'deep', 'home');
    const store = await openStore({ home: inner });
    await store.user.setSetting('theme', { mode: 'dark' });
    await store.close();
    if (process.platform !== 'win32') expect(statSync(inner).mode & 0o777).toBe(0o700);
    if (process.platform !== 'win32') expect(statSync(join(inner, 'user.db')).mode & 0o077).toBe(0);
    const again = await openStore({ home: inner });
    expect(await again.user.setting('theme')).toEqual({ mode: 'dark' });
    expect(await again.user.setting('unknown')).toBeNull();
    expect(again.notices).toEqual([]);
    await again.close();
  });

  it.each(['user', 'library', 'runs'])(
    'case 32: a newer %s.db is refused and left unchanged',
    async (name) => {
      await filled();
      const db = new Database(join(home, `${name}.db`));
      db.pragma('user_version = 9999');
      db.close();
      const before = ['user.db', 'library.db', 'runs.db'].map(digestOf);
      await expect(openStore({ home })).rejects.toMatchObject({ code: 'libraryNewer' });
      expect(['user.db', 'library.db', 'runs.db'].map(digestOf)).toEqual(before);
    },
  );

  it('case 33: a damaged library.db is set aside, never deleted, and the folders stay', async () => {
    await filled();
    damage('library.db');
    const broken = digestOf('library.db');
    const store = await openStore({ home });
    expect(store.notices.map(({ code }) => code)).toEqual(['libraryDamaged']);
    const aside = readdirSync(home).find((name) => /^library\.damaged-.*\.db$/.test(name));
    expect(aside).toBeDefined();
    expect(digestOf(aside!)).toBe(broken);
    expect(await store.index.roots()).toMatchObject([{ collection: 'Library', path: '/papers' }]);
    expect(await store.user.setting('theme')).toBe('dark');
    expect((await store.library.documents({ offset: 0, limit: 5 })).total).toBe(0);
    await publishAll(store, [A]);
    expect((await store.library.check()).filter(({ name, ok }) => !ok && name !== 'files on disk')).toEqual(
      [],
    );
    await store.close();
  });

  it('case 33: vectors that can still be read are taken over by fragment id', async () => {
    await filled();
    // Only the page table is broken: what stands elsewhere can be read.
    const db = new Database(join(home, 'library.db'));
    const page = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'page'").pluck().get() as number;
    db.close();
    const bytes = readFileSync(join(home, 'library.db'));
    bytes.fill(0xff, (page - 1) * 4096, page * 4096);
    writeFileSync(join(home, 'library.db'), bytes);
    const store = await openStore({ home });
    expect(store.notices[0]?.message).toContain('2 of its vectors');
    await publishAll(store, [A]);
    expect(await store.index.withoutVectors('test@1', 5)).toEqual([]);
    expect(await store.lookup.cosines(axisVector(1), 'test@1', [A.fragments[1]!.id])).toEqual([1]);
    await store.close();
  });

  it('checks files again after SQLite reported damage during a call', async () => {
    await filled();
    const db = new Database(join(home, 'library.db'));
    const table = db
      .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'section'")
      .pluck()
      .get() as number;
    db.close();
    const store = await openStore({ home });
    const bytes = readFileSync(join(home, 'library.db'));
    bytes.fill(0xff, (table - 1) * 4096, table * 4096);
    writeFileSync(join(home, 'library.db'), bytes);
    await expect(store.library.sections(A.document)).rejects.toMatchObject({ code: 'libraryDamaged' });
    await store.close();
    expect(existsSync(join(home, '.store-damage'))).toBe(true);
    const again = await openStore({ home });
    expect(again.notices.map(({ code }) => code)).toEqual(['libraryDamaged']);
    expect(existsSync(join(home, '.store-damage'))).toBe(false);
    await again.close();
  });

  it('leaves a document whose file was lost in a scan for the scan of the next root', async () => {
    await filled();
    const store = await openStore({ home });
    const [root] = await store.index.roots();
    await store.index.applyScan(root!.id, { present: [], gone: ['/papers/Alpha.pdf'], keepUnheld: true });
    await store.close();
    const again = await openStore({ home });
    await again.index.applyScan(root!.id, {
      present: [{ path: '/papers/new.pdf', size: 1, modified: 1, document: A.document }],
      gone: [],
    });
    expect((await again.library.document('/papers/new.pdf'))?.state).toBe('ready');
    await again.close();
  });

  it('puts the newest copy in the place of a damaged user.db, and refuses where there is none', async () => {
    await filled();
    expect(readdirSync(join(home, 'backups'))).toHaveLength(1);
    damage('user.db');
    const store = await openStore({ home });
    expect(store.notices.map(({ code }) => code)).toEqual(['userRestored']);
    expect(await store.user.setting('theme')).toBe('dark');
    expect(await store.index.roots()).toHaveLength(1);
    await store.close();
    rmSync(join(home, 'backups'), { recursive: true });
    damage('user.db');
    const before = digestOf('user.db');
    await expect(openStore({ home })).rejects.toMatchObject({ code: 'libraryDamaged' });
    expect(digestOf('user.db')).toBe(before);
  });

  it('starts a new record of runs when runs.db is no database', async () => {
    await filled();
    writeFileSync(
      join(home, 'runs.db'),
      'this is not a database, it is a letter of some length '.repeat(200),
    );
    const store = await openStore({ home });
    expect(store.notices.map(({ code }) => code)).toEqual(['runsDamaged']);
    expect(await store.runs.unfinished()).toEqual([]);
    await store.close();
  });

  it('drops files whose folder was removed just before a crash', async () => {
    await filled();
    const db = new Database(join(home, 'user.db'));
    db.exec('DELETE FROM root');
    db.close();
    const store = await openStore({ home });
    expect((await store.library.documents({ offset: 0, limit: 5 })).total).toBe(0);
    expect((await store.library.check()).every(({ ok }) => ok)).toBe(true);
    await store.close();
  });

  it('answers calls after closing with an error, and closes twice without one', async () => {
    const store = await openStore({ home });
    await store.close();
    await store.close();
    await expect(store.library.collections()).rejects.toMatchObject({ code: 'engineUnavailable' });
    await expect(store.user.setSetting('a', 1)).rejects.toMatchObject({ code: 'engineUnavailable' });
    expect(existsSync(join(home, '.store-open'))).toBe(false);
  });

  it('says which files are missing on the disk', async () => {
    const folder = join(home, 'pdfs');
    mkdirSync(folder);
    const store = await openStore({ home });
    await publishAll(store, [A], { folder });
    const missing = (await store.library.check()).find(({ name }) => name === 'files on disk');
    expect(missing).toMatchObject({ ok: false, detail: expect.stringContaining('Alpha.pdf') as string });
    writeFileSync(join(folder, 'Alpha.pdf'), 'x');
    expect((await store.library.check()).every(({ ok }) => ok)).toBe(true);
    await store.close();
  });
});

describe('backups of user.db', () => {
  it('keep three daily copies', async () => {
    await filled();
    const db = openFile(join(home, 'user.db'));
    rmSync(join(home, 'backups'), { recursive: true });
    for (const day of ['01', '02', '03', '03', '04', '05'])
      await backUp(db, home, new Date(`2026-03-${day}T12:00:00Z`));
    db.close();
    expect(readdirSync(join(home, 'backups')).sort()).toEqual([
      'user-2026-03-03.db',
      'user-2026-03-04.db',
      'user-2026-03-05.db',
    ]);
  });
});

describe('a thread that dies', () => {
  it('rejects its open calls and is started again by the next one', async () => {
    await filled();
    const thread = new StoreThread<ReaderCalls>('lexical', home);
    await thread.open();
    const calls = Array.from({ length: 20 }, () => thread.calls.checkRows());
    const outcomes = Promise.allSettled(calls);
    await thread.worker?.terminate();
    const rejected = (await outcomes).filter(({ status }) => status === 'rejected');
    expect(rejected.length).toBeGreaterThan(0);
    for (const outcome of rejected)
      expect(outcome).toMatchObject({ reason: { code: 'internal', retryable: true } });
    expect(thread.pending).toBe(0);
    expect(await thread.calls.collections()).toHaveLength(1);
    await thread.close();
  });

  it('loses no acknowledged write when the writer dies, and writes on after it', async () => {
    const thread = new StoreThread<WriterCalls>('writer', home);
    await thread.open();
    const acknowledged: number[] = [];
    const writes = Array.from({ length: 200 }, (_unused, index) =>
      thread.calls.setSetting(`key-${index}`, index).then(() => acknowledged.push(index)),
    );
    const outcomes = Promise.allSettled(writes);
    while (acknowledged.length < 5) await new Promise((resolve) => setTimeout(resolve, 1));
    await thread.worker?.terminate();
    await outcomes;
    await thread.calls.setSetting('after', true);
    await thread.close();
    const store = await openStore({ home });
    for (const index of acknowledged) expect(await store.user.setting(`key-${index}`)).toBe(index);
    expect(await store.user.setting('after')).toBe(true);
    await store.close();
  });

  it('keeps the code of an error that crosses', async () => {
    const store = await openStore({ home });
    await expect(store.runs.events('none' as never, 0)).rejects.toMatchObject({
      code: 'runNotFound',
      name: 'CarrelError',
    });
    await store.close();
  });
});
