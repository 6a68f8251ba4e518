/**
 * Entry of the store's threads. In: `workerData` with role and home, then requests. Out: replies in
 * the order of the requests; a call that throws is answered with its code, the thread goes on.
 */
import { writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { backUp } from '../sqlite/backups.ts';
import { LOG_LIMIT, openReader } from '../sqlite/connection.ts';
import type { Db } from '../sqlite/connection.ts';
import { storeError } from '../sqlite/errors.ts';
import { damageMarker } from '../sqlite/home.ts';
import type { Databases } from '../sqlite/open-databases.ts';
import { closeDatabases, openDatabases } from '../sqlite/open-databases.ts';
import type { Reply, Request, ThreadData } from './messages.ts';
import { toWire } from './messages.ts';
import { createReaderCalls } from './reader-calls.ts';
import { createWriterCalls } from './writer-calls.ts';

type Calls = Readonly<Record<string, (...parameters: unknown[]) => unknown>>;

const { role, home } = workerData as ThreadData;
const port = parentPort;
if (port === null) throw new Error('The store thread must be started as a worker thread.');

function send(reply: Reply, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(reply, transfer);
}

/** Buffers that belong to a result alone can move; small ones share Node's pool and are copied. */
function movable(value: unknown, found: Set<ArrayBuffer> = new Set()): Set<ArrayBuffer> {
  if (value instanceof Uint8Array || value instanceof Float32Array) {
    const { buffer } = value;
    const alone = value.byteOffset === 0 && value.byteLength === buffer.byteLength;
    if (buffer instanceof ArrayBuffer && alone && value.byteLength > Buffer.poolSize) found.add(buffer);
  } else if (Array.isArray(value)) for (const item of value) movable(item, found);
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) movable(item, found);
  return found;
}

function answer(calls: () => Calls, request: Request): void {
  try {
    const call = calls()[request.method];
    if (call === undefined) throw new Error(`The store knows no call ${request.method}.`);
    const value = call(...request.parameters);
    send({ type: 'result', id: request.id, value }, [...movable(value)]);
  } catch (thrown) {
    const error = storeError(thrown);
    if (error.code === 'libraryDamaged') writeFileSync(damageMarker(home), error.detail ?? '');
    send({ type: 'error', id: request.id, error: toWire(error) });
  }
}

/** Readers are short, so a log that outgrew its limit can be written back between two calls. */
function cutLog(library: Db): void {
  const [state] = library.pragma('wal_checkpoint(PASSIVE)') as { log: number }[];
  if ((state?.log ?? 0) * 4096 > LOG_LIMIT) library.pragma('wal_checkpoint(TRUNCATE)');
}

/** Calls after which the log may have grown by megabytes. */
const HEAVY = new Set(['publish', 'stagePages', 'putVectors', 'putKnowledge', 'applyScan', 'removeRoots']);

/** A copy of user.db is made on the first change of a day, and anew on closing when anything changed. */
function createBackups(user: Db): { due(): void; finish(): Promise<void> } {
  const changes = user.prepare('SELECT total_changes()').pluck();
  let saved = changes.get() as number;
  let day = '';
  let running: Promise<void> = Promise.resolve();
  const start = (): void => {
    saved = changes.get() as number;
    // A copy that fails (a full disk) must not end the thread; the next one tries again.
    running = running.then(() => backUp(user, home)).catch(() => undefined);
  };
  return {
    due: () => {
      const today = new Date().toISOString().slice(0, 10);
      if (today === day || changes.get() === saved) return;
      day = today;
      start();
    },
    finish: () => {
      if (changes.get() !== saved) start();
      return running;
    },
  };
}

function serveWriter(databases: Databases): void {
  const calls = createWriterCalls(databases) as unknown as Calls;
  const backups = createBackups(databases.user);
  let heavy = 0;
  port?.on('message', (request: Request) => {
    if (request.method === 'close') {
      void backups.finish().then(() => {
        closeDatabases(home, databases);
        send({ type: 'result', id: request.id, value: null });
        port?.close();
      });
      return;
    }
    answer(() => calls, request);
    backups.due();
    if (HEAVY.has(request.method) && ++heavy % 16 === 0) cutLog(databases.library);
  });
  send({ type: 'ready', notices: databases.notices });
}

/** Opens its view with the first call: the writer may still be making the files when the thread is up. */
function serveReader(): void {
  let db: Db | null = null;
  let calls: Calls = {};
  const open = (): void => {
    db = openReader(home);
    calls = createReaderCalls(db) as unknown as Calls;
  };
  port?.on('message', (request: Request) => {
    if (request.method === 'close') {
      db?.close();
      send({ type: 'result', id: request.id, value: null });
      port?.close();
      return;
    }
    answer(() => {
      if (db === null) open();
      return calls;
    }, request);
  });
  send({ type: 'ready', notices: [] });
}

try {
  if (role === 'writer') serveWriter(await openDatabases(home));
  else serveReader();
} catch (thrown) {
  send({ type: 'refused', error: toWire(storeError(thrown)) });
  port.close();
}
