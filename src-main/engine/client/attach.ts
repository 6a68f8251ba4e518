/**
 * How every host gets an engine. In: a home folder. Out: a port (or client) to the engine that
 * runs for it; one is started when none does.
 */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, type Client } from '../../../src-preload/contract/client.ts';
import type { Port } from '../../../src-preload/contract/contract.ts';
import { ERROR_CODES, type ErrorCode } from '../../../src-preload/contract/errors.ts';
import { CarrelError } from '../../domain/errors.ts';
import { productPaths, socketAddress } from './paths.ts';
import { socketPort } from './socket-port.ts';

/** What the engine's entry says over its ipc channel before it is left alone. */
export type EngineReport =
  { type: 'ready' } | { type: 'failed'; code: string; message: string; detail: string | null };

const START_LIMIT_MILLISECONDS = 30_000;
/** How long an engine that holds the lock is waited for before another one is tried. */
const RACE_MILLISECONDS = 3_000;
const LOG_LIMIT_BYTES = 5 * 1024 * 1024;

function tryConnect(address: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', () => resolve(null));
  });
}

/** One folder after the other: where a parent lets nothing be made, Node's `recursive` never ends. */
function makeFolder(path: string): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw new Error(`${path} is a file.`);
    return;
  }
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (cause) {
    // Another host made it in this moment.
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
}

function openLog(home: string): number {
  const folder = join(home, 'logs');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'engine.log');
  if (existsSync(file) && statSync(file).size > LOG_LIMIT_BYTES)
    renameSync(file, join(folder, 'engine.1.log'));
  return openSync(file, 'a', 0o600);
}

/** Starts an engine and resolves with its first report, or null when it ended without one. */
function startEngine(home: string): Promise<EngineReport | null> {
  const paths = productPaths();
  const log = openLog(home);
  // Detached, so that a Ctrl-C in the host's terminal does not end an engine that others use.
  const child = spawn(paths.node, [paths.engineEntry, '--home', home], {
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log, 'ipc'],
    // Compiled code is kept between starts: the engine and its workers load in about half the time.
    env: { NODE_COMPILE_CACHE: join(home, 'cache', 'code'), ...process.env, CARREL_NODE: paths.node },
  });
  closeSync(log);
  return new Promise((resolve) => {
    child.once('message', (message) => {
      resolve(message as EngineReport);
      if (child.connected) child.disconnect();
      child.unref();
    });
    child.once('error', (error) =>
      resolve({
        type: 'failed',
        code: 'engineUnavailable',
        message: 'The Carrel engine could not be started: its Node binary did not run.',
        detail: error.message,
      }),
    );
    child.once('exit', () => resolve(null));
  });
}

function knownCode(code: string): ErrorCode {
  return ERROR_CODES.find((known) => known === code) ?? 'engineUnavailable';
}

/** A port to the engine of this home. Throws `engineUnavailable` or what the engine reported. */
export async function attachEnginePort(options: { home: string }): Promise<Port> {
  const { home } = options;
  try {
    makeFolder(home);
  } catch (cause) {
    throw new CarrelError(
      'pathForbidden',
      `The data folder ${home} cannot be made. Choose another with --home.`,
      {
        cause,
      },
    );
  }
  const address = socketAddress(home);
  const limit = Date.now() + START_LIMIT_MILLISECONDS;
  while (Date.now() < limit) {
    const socket = await tryConnect(address);
    if (socket) return socketPort(socket);
    const report = await startEngine(home);
    if (report?.type === 'ready') continue;
    if (report?.type === 'failed' && report.code !== 'engineLocked')
      throw new CarrelError(knownCode(report.code), report.message, { detail: report.detail ?? '' });
    // Another host was quicker: its engine holds the lock and will listen in a moment, or is ending.
    const patience = Date.now() + RACE_MILLISECONDS;
    while (Date.now() < patience) {
      await delay(100);
      const late = await tryConnect(address);
      if (late) return socketPort(late);
    }
  }
  throw new CarrelError(
    'engineUnavailable',
    `The Carrel engine did not start within ${START_LIMIT_MILLISECONDS / 1000} seconds. Look at logs/engine.log in ${home}.`,
    { retryable: true },
  );
}

/** A typed client of the engine of this home. */
export async function attachEngine(options: { home: string }): Promise<Client> {
  return createClient(await attachEnginePort(options));
}
