import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { browse } from '../../../src-main/engine/handlers/browse.ts';
import { createLocator } from '../../../src-main/engine/handlers/locate.ts';
import { openSettings } from '../../../src-main/engine/settings.ts';
import { chooseModel } from '../../../src-main/engine/handlers/choose-model.ts';
import { hashFile } from '../../../src-main/ingest/hash.ts';
import type { UserStore, ServerRecord } from '../../../src-main/store/interfaces/user.ts';
import type { DocumentId } from '../../../src-main/domain/ids.ts';

const never = new AbortController().signal;
const scratch = () => mkdtempSync(join(tmpdir(), 'carrel-handlers-'));

describe('browsing folders', () => {
  it('lists folders first, then PDFs, in natural order, and nothing else', async () => {
    const folder = scratch();
    for (const name of ['b 10.pdf', 'b 2.PDF', 'note.txt', '.hidden.pdf'])
      writeFileSync(join(folder, name), 'x');
    mkdirSync(join(folder, 'zeta'));
    symlinkSync(join(folder, 'gone'), join(folder, 'broken.pdf'));
    const listing = await browse(folder, '/samples');
    expect(listing.entries.map((entry) => entry.name)).toEqual(['zeta', 'b 2.PDF', 'b 10.pdf']);
    expect(listing.parent).not.toBeNull();
  });

  it('starts at places that exist, the samples among them', async () => {
    const samples = scratch();
    const { path, entries } = await browse(undefined, samples);
    expect(path).toBeNull();
    expect(entries[0]).toEqual({ name: 'Carrel samples', path: samples, kind: 'folder' });
    expect(
      (await browse(undefined, join(samples, 'missing'))).entries.map((entry) => entry.name),
    ).not.toContain('Carrel samples');
  });

  it('says what is wrong with a path', async () => {
    await expect(browse('relative', '/s')).rejects.toMatchObject({ code: 'usage' });
    await expect(browse(join(scratch(), 'nothing'), '/s')).rejects.toMatchObject({ code: 'pathNotFound' });
    await expect(browse('/\u0000', '/s')).rejects.toMatchObject({ code: 'pathNotFound' });
    const closed = scratch();
    chmodSync(closed, 0);
    if (process.getuid?.() !== 0)
      await expect(browse(closed, '/s')).rejects.toMatchObject({ code: 'pathForbidden' });
    chmodSync(closed, 0o700);
  });
});

describe('case 31: locating a document', () => {
  it('finds another path of the same bytes, and refuses changed or vanished ones', async () => {
    const folder = scratch();
    const [first, second] = [join(folder, 'a.pdf'), join(folder, 'b.pdf')];
    writeFileSync(first, 'same bytes');
    writeFileSync(second, 'same bytes');
    const document = await hashFile(first, never);
    let hashed = 0;
    const locator = createLocator({
      pathsOf: () => Promise.resolve([first, second]),
      hash: (path, signal) => {
        hashed += 1;
        return hashFile(path, signal);
      },
    });
    expect(await locator.locate(document)).toEqual({ path: first, bytes: 10 });
    await locator.locate(document);
    expect(hashed).toBe(1);
    // Same size, other bytes: only the hash can tell.
    writeFileSync(first, 'SAME bytes');
    utimesSync(first, new Date(), new Date(Date.now() + 5000));
    expect((await locator.locate(document)).path).toBe(second);
    rmSync(second);
    await expect(locator.locate(document)).rejects.toMatchObject({ code: 'fileChanged' });
    renameSync(first, join(folder, 'elsewhere.pdf'));
    await expect(locator.locate(document)).rejects.toMatchObject({ code: 'pathNotFound' });
    const empty = createLocator({ pathsOf: () => Promise.resolve([]), hash: hashFile });
    await expect(empty.locate('x' as DocumentId)).rejects.toMatchObject({ code: 'pathNotFound' });
  });
});

function userStore(start: unknown = null) {
  let value: unknown = start;
  let servers: ServerRecord[] = [];
  return {
    setting: () => Promise.resolve(value),
    setSetting: (_key: string, next: unknown) => {
      value = next;
      return Promise.resolve();
    },
    servers: () => Promise.resolve(servers),
    putServer: (server: Omit<ServerRecord, 'key'> & { key?: string | null | undefined }) => {
      const old = servers.find((one) => one.id === server.id);
      const key = server.key === undefined ? (old?.key ?? null) : server.key;
      servers = [...servers.filter((one) => one.id !== server.id), { ...server, key }];
      return Promise.resolve();
    },
    removeServer: (id: string) => {
      servers = servers.filter((one) => one.id !== id);
      return Promise.resolve();
    },
  } as unknown as UserStore;
}

describe('settings', () => {
  it('keeps what was set, drops what it does not understand, and tells every change', async () => {
    const changes: unknown[] = [];
    const store = userStore({ theme: 'purple', offline: true });
    const settings = await openSettings(store, (value) => changes.push(value));
    expect(settings.current()).toMatchObject({ theme: 'system', answerModel: null, offline: true });
    await settings.set({ theme: 'dark' });
    expect(changes).toHaveLength(1);
    const again = await openSettings(store, () => undefined);
    expect(again.wire()).toMatchObject({ theme: 'dark', contextTokens: 8192 });
  });

  it('never shows a key, keeps it when none is given, and forgets it when emptied', async () => {
    const settings = await openSettings(userStore(), () => undefined);
    const server = await settings.putServer({
      url: '10.0.0.12:30000/v1/',
      key: 'secret',
      allowPublic: false,
    });
    expect(server).toMatchObject({ url: 'http://10.0.0.12:30000/v1', hasKey: true });
    expect(JSON.stringify(settings.wire())).not.toContain('secret');
    await settings.putServer({ id: server.id, url: server.url, allowPublic: true });
    expect(settings.current().servers[0]).toMatchObject({ key: 'secret', allowPublic: true });
    expect(
      (await settings.putServer({ id: server.id, url: server.url, key: '', allowPublic: true })).hasKey,
    ).toBe(false);
    for (const url of ['', 'ftp://x', 'http://', 'http://user:pw@host', 'http://a b'])
      await expect(settings.putServer({ url, allowPublic: false })).rejects.toMatchObject({ code: 'usage' });
    await settings.set({ answerModel: { provider: 'server', server: server.id, model: 'm' } });
    await settings.removeServer(server.id);
    expect(settings.wire()).toMatchObject({ servers: [], answerModel: null });
  });
});

describe('choosing a model', () => {
  it('prefers what the caller named, then the setting, and knows what it does not know', async () => {
    const settings = await openSettings(userStore(), () => undefined);
    const server = await settings.putServer({ url: 'http://127.0.0.1:1', allowPublic: false });
    const models = {
      catalogue: () => Promise.resolve([{ id: 'small', kind: 'language' }]),
      language: (target: unknown) => Promise.resolve({ target }),
    };
    const choose = (input: object) =>
      chooseModel({ models, settings } as never, { preset: 'auto', ...input }, never);
    expect(await choose({})).toBeNull();
    expect(await choose({ model: 'small' })).toEqual({ target: { provider: 'llama-cpp', model: 'small' } });
    expect(await choose({ model: `${server.id}/org/m` })).toEqual({
      target: { provider: 'server', server: server.id, model: 'org/m' },
    });
    expect(await choose({ endpoint: 'http://e', model: 'm' })).toEqual({
      target: { endpoint: 'http://e', model: 'm' },
    });
    await expect(choose({ model: 'nothing' })).rejects.toMatchObject({ code: 'modelUnknown' });
    await settings.set({ answerModel: { provider: 'llama-cpp', model: 'small' } });
    expect(await choose({})).toEqual({ target: { provider: 'llama-cpp', model: 'small' } });
    expect(await choose({ preset: 'evidence', model: 'small' })).toBeNull();
  });
});
