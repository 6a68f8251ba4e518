/** One test per migration, and the rules that hold for all of them. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { load } from 'sqlite-vec';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATIONS, latestVersion } from '../../src-main/store/migrations/migration.ts';
import { openFile, prepareForWriting } from '../../src-main/store/sqlite/connection.ts';
import type { Db } from '../../src-main/store/sqlite/connection.ts';
import { DATABASES, databasePath } from '../../src-main/store/sqlite/home.ts';
import type { DatabaseName } from '../../src-main/store/sqlite/home.ts';
import { migrate, storedVersion } from '../../src-main/store/sqlite/migrate.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'carrel-migrate-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function open(name: DatabaseName): Db {
  return prepareForWriting(openFile(databasePath(home, name)), name);
}

function tablesOf(db: Db): string[] {
  return db
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'fragment_index_%' ORDER BY name",
    )
    .pluck()
    .all() as string[];
}

describe('0010-first', () => {
  it('user: makes the tables of the person', async () => {
    const db = open('user');
    expect(await migrate(db, 'user', MIGRATIONS.user.slice(0, 1))).toBe(false);
    expect(storedVersion(db)).toBe(10);
    expect(tablesOf(db)).toEqual([
      'answer',
      'citation',
      'collection',
      'mark',
      'question',
      'root',
      'server',
      'setting',
    ]);
    expect(() => db.exec("INSERT INTO setting VALUES ('a', 'no json')")).toThrow();
    db.close();
  });

  it('library: makes the tables of the files, the word index included', async () => {
    const db = open('library');
    await migrate(db, 'library', MIGRATIONS.library.slice(0, 1));
    expect(storedVersion(db)).toBe(10);
    expect(tablesOf(db)).toEqual([
      ...['asset', 'document', 'file', 'fingerprint', 'fragment', 'fragment_index', 'job', 'knowledge_point'],
      ...['page', 'point_topic', 'region', 'relation', 'salvaged_vector', 'section'],
    ]);
    expect(() =>
      db.exec("INSERT INTO document (id, bytes, state, added_at) VALUES ('a', 1, 'odd', '')"),
    ).toThrow();
    db.close();
  });

  it('runs: makes the tables of traces', async () => {
    const db = open('runs');
    await migrate(db, 'runs', MIGRATIONS.runs.slice(0, 1));
    expect(storedVersion(db)).toBe(10);
    expect(tablesOf(db)).toEqual(['event', 'run', 'run_text', 'text']);
    db.close();
  });
});

describe('all migrations', () => {
  it.each(DATABASES)('%s: versions rise, and the latest is the last', (name) => {
    const versions = MIGRATIONS[name].map(({ version }) => version);
    expect(versions).toEqual([...new Set(versions)].sort((left, right) => left - right));
    expect(latestVersion(name)).toBe(versions.at(-1));
  });

  it('case 32: copies a filled database beside itself before it changes it', async () => {
    const db = open('user');
    await migrate(db, 'user');
    db.exec("INSERT INTO setting VALUES ('theme', '\"dark\"')");
    const next = {
      version: latestVersion('user') + 10,
      up: (each: Db) => void each.exec('DROP TABLE setting'),
    };
    expect(await migrate(db, 'user', [...MIGRATIONS.user, next])).toBe(true);
    expect(storedVersion(db)).toBe(next.version);
    db.close();
    const name = readdirSync(home).find((file) => file.includes('.before-'));
    expect(name).toBe(`user.db.before-${next.version}`);
    const copy = new Database(join(home, name!), { readonly: true });
    expect(copy.prepare('SELECT value FROM setting').pluck().get()).toBe('"dark"');
    expect(copy.pragma('user_version', { simple: true })).toBe(latestVersion('user'));
    copy.close();
  });

  it('leaves nothing of a migration that fails, and the version as it was', async () => {
    const db = open('library');
    await migrate(db, 'library');
    const broken = {
      version: latestVersion('library') + 10,
      up: (each: Db) => {
        each.exec('CREATE TABLE half (a)');
        throw new Error('The power went off.');
      },
    };
    await expect(migrate(db, 'library', [...MIGRATIONS.library, broken])).rejects.toThrow('power');
    expect(tablesOf(db)).not.toContain('half');
    expect(storedVersion(db)).toBe(latestVersion('library'));
    db.close();
  });

  it('gives a library the same schema on every machine: sqlite-vec is loaded, WAL is on', async () => {
    const db = open('library');
    await migrate(db, 'library');
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('synchronous', { simple: true })).toBe(1);
    expect(db.prepare('SELECT vec_version()').pluck().get()).toBe('v0.1.9');
    db.close();
    const plain = new Database(databasePath(home, 'library'), { readonly: true });
    load(plain);
    expect(plain.pragma('foreign_key_check')).toEqual([]);
    plain.close();
    const user = open('user');
    expect(user.pragma('synchronous', { simple: true })).toBe(2);
    user.close();
  });
});
