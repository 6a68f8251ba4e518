/**
 * Connections. In: paths. Out: better-sqlite3 handles with the pragmas of design.md, sqlite-vec
 * loaded, and prepared statements kept per handle.
 */
import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { load as loadVectors } from 'sqlite-vec';
import { databasePath } from './home.ts';
import type { DatabaseName } from './home.ts';

export type Db = Database.Database;
export type Statement = Database.Statement;

/** Milliseconds to wait for a lock: a checkpoint by the other side takes far less. */
const BUSY_TIMEOUT = 10_000;
/** Bytes to which the log file is cut back after a checkpoint. */
export const LOG_LIMIT = 64 * 1024 * 1024;

/** Opens a file for writing, without changing it yet. A new one is for its owner only, and so are its log files. */
export function openFile(path: string): Db {
  closeSync(openSync(path, 'a', 0o600));
  return new Database(path, { timeout: BUSY_TIMEOUT });
}

/** WAL for all; FULL for what cannot be rebuilt, NORMAL for the rest: no losses in 400 cut-off writes. */
export function prepareForWriting(db: Db, name: DatabaseName): Db {
  db.pragma('journal_mode = WAL');
  db.pragma(`synchronous = ${name === 'user' ? 'FULL' : 'NORMAL'}`);
  db.pragma('foreign_keys = ON');
  db.pragma(`journal_size_limit = ${LOG_LIMIT}`);
  db.pragma('temp_store = MEMORY');
  if (name === 'library') {
    loadVectors(db);
    db.pragma('cache_size = -65536');
  }
  return db;
}

/** A read-only view of the three files: the library as `main`, `user` and `runs` attached. */
export function openReader(home: string): Db {
  const db = new Database(databasePath(home, 'library'), { readonly: true, timeout: BUSY_TIMEOUT });
  loadVectors(db);
  db.prepare('ATTACH DATABASE ? AS user').run(databasePath(home, 'user'));
  db.prepare('ATTACH DATABASE ? AS runs').run(databasePath(home, 'runs'));
  db.pragma('cache_size = -65536');
  db.pragma('mmap_size = 268435456');
  db.pragma('temp_store = MEMORY');
  return db;
}

const statements = new WeakMap<Db, Map<string, Statement>>();

/** The prepared statement of this text on this handle; prepared once. */
export function sql(db: Db, text: string): Statement {
  let known = statements.get(db);
  if (known === undefined) statements.set(db, (known = new Map()));
  let statement = known.get(text);
  if (statement === undefined) known.set(text, (statement = db.prepare(text)));
  return statement;
}

/** All rows, typed by the caller that wrote the columns. */
export function rows<Row>(db: Db, text: string, ...parameters: unknown[]): Row[] {
  return sql(db, text).all(...parameters) as Row[];
}

/** The first row, or undefined. */
export function row<Row>(db: Db, text: string, ...parameters: unknown[]): Row | undefined {
  return sql(db, text).get(...parameters) as Row | undefined;
}

export function run(db: Db, text: string, ...parameters: unknown[]): Database.RunResult {
  return sql(db, text).run(...parameters);
}

/** Runs `work` in one transaction that takes the write lock at once. */
export function transact<Result>(db: Db, work: () => Result): Result {
  return db.inTransaction ? work() : db.transaction(work).immediate();
}
