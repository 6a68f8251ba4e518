/**
 * Entry of the store's threads. In: `workerData` with role and home, then requests. Out: replies in
 * the order of the requests; a call that throws is answered with its code, the thread goes on.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { backUpDaily } from '../sqlite/backups.ts';
import { LOG_LIMIT, openReader } from '../sqlite/connection.ts';
import type { Db } from '../sqlite/connection.ts';
import { storeError } from '../sqlite/errors.ts';
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
    send({ type: 'error', id: request.id, error: toWire(storeError(thrown)) });
  }
}

/** Readers are short, so a log that outgrew its limit can be written back between two calls. */
function cutLog(library: Db): void {
  const [state] = library.pragma('wal_checkpoint(PASSIVE)') as { log: number }[];
  if ((state?.log ?? 0) * 4096 > LOG_LIMIT) library.pragma('wal_checkpoint(TRUNCATE)');
}

/** Calls after which the log may have grown by megabytes. */
const HEAVY = new Set(['publish', 'stagePages', 'putVectors', 'putKnowledge', 'applyScan', 'removeRoots']);

function serveWriter(databases: Databases): void {
  const calls = createWriterCalls(databases) as unknown as Calls;
  let backup: Promise<unknown> = Promise.resolve();
  const backUp = (): void => {
    backup = backup.then(() => backUpDaily(databases.user, home)).catch(() => undefined);
  };
  let day = new Date().getDate();
  backUp();
  let heavy = 0;
  port?.on('message', (request: Request) => {
    if (request.method === 'close') {
      void backup.then(() => {
        closeDatabases(home, databases);
        send({ type: 'result', id: request.id, value: null });
        port?.close();
      });
      return;
    }
    answer(() => calls, request);
    if (HEAVY.has(request.method) && ++heavy % 16 === 0) cutLog(databases.library);
    if (new Date().getDate() !== day) {
      day = new Date().getDate();
      backUp();
    }
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
