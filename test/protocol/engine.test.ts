import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { attachEngine } from '../../src-main/engine/client/attach.ts';
import { socketAddress } from '../../src-main/engine/client/paths.ts';
import type { Client } from '../../src-preload/contract/client.ts';

const open: { client: Client; home: string }[] = [];

async function attach(home: string): Promise<Client> {
  const client = await attachEngine({ home });
  open.push({ client, home });
  return client;
}

const freshHome = () => mkdtempSync(join(tmpdir(), 'carrel-engine-'));

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

afterEach(async () => {
  const attached = open.splice(0);
  for (const { client } of attached) client.close();
  for (const { home } of attached) {
    await expect.poll(() => existsSync(socketAddress(home)), { timeout: 30_000 }).toBe(false);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
});

describe('one engine per home', () => {
  it('is started once by many hosts at the same time, and all of them share it', async () => {
    const home = freshHome();
    const clients = await Promise.all(Array.from({ length: 5 }, () => attach(home)));
    const infos = await Promise.all(clients.map((client) => client.call('engine.info', {})));
    expect(new Set(infos.map((info) => info.processId)).size).toBe(1);
    expect(infos[0]?.node).toMatch(/^v24\./);
    expect(statSync(home).mode & 0o077).toBe(0);
  });

  it('ends a moment after its last host left, and gives its socket back', async () => {
    const home = freshHome();
    const client = await attach(home);
    const { processId } = await client.call('engine.info', {});
    client.close();
    await expect.poll(() => isAlive(processId), { timeout: 30_000 }).toBe(false);
    expect(existsSync(socketAddress(home))).toBe(false);
  });

  it('case 1: comes back after kill -9, with its socket and lock left behind', async () => {
    const home = freshHome();
    const first = await attach(home);
    const { processId } = await first.call('engine.info', {});
    const pending = first.call('library.index', { paths: [home] }).catch((error: unknown) => error);
    process.kill(processId, 'SIGKILL');
    expect(await pending).toMatchObject({ error: { code: 'engineUnavailable', retryable: true } });
    open.length = 0;
    const second = await attach(home);
    expect((await second.call('engine.info', {})).processId).not.toBe(processId);
    expect((await second.call('doctor.run', {})).ok).toBe(true);
  });

  it('case 32: refuses a library made by a newer Carrel and leaves it as it is', async () => {
    const home = freshHome();
    const client = await attach(home);
    const { processId } = await client.call('engine.info', {});
    client.close();
    open.length = 0;
    await expect.poll(() => isAlive(processId), { timeout: 30_000 }).toBe(false);
    const file = join(home, 'library.db');
    const database = new Database(file);
    database.pragma('user_version = 9999');
    database.pragma('wal_checkpoint(TRUNCATE)');
    database.close();
    const before = readFileSync(file);
    await expect(attachEngine({ home })).rejects.toMatchObject({ code: 'libraryNewer' });
    expect(readFileSync(file).equals(before)).toBe(true);
    rmSync(home, { recursive: true });
  });

  it('says that a data folder cannot be made where a parent is a file or lets nothing in', async () => {
    const parent = join(freshHome(), 'file');
    writeFileSync(parent, 'x');
    const homes = [
      parent,
      join(parent, 'home'),
      ...(process.platform === 'linux' ? ['/proc/nothing/home'] : []),
    ];
    for (const home of homes)
      await expect(attachEngine({ home })).rejects.toMatchObject({ code: 'pathForbidden' });
  });
});
