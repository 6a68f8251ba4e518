/** Runs the real command line against a home of its own, and waits for the engine of that home to end. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { attachEngine } from '../../src-main/engine/client/attach.ts';
import type { Client } from '../../src-preload/contract/client.ts';

export const root = join(import.meta.dirname, '..', '..');
export const samples = join(root, 'resources', 'samples');
const entry = join(root, 'src-main', 'cli', 'main.ts');

export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandLine {
  readonly folder: string;
  readonly home: string;
  /** Starts `carrel --home HOME …`; the caller ends it. */
  start(...words: string[]): ChildProcess;
  /** Runs it to its end. */
  run(...words: string[]): Promise<Finished>;
  /** Runs it with --json, expects the exit status, and parses the one line it prints. */
  json(...words: string[]): Promise<unknown>;
  /** Lines of a command that prints one JSON value a line. */
  lines(...words: string[]): Promise<unknown[]>;
  /** Holds a connection, so that the commands that follow find the engine warm. */
  keepWarm(): Promise<void>;
  /** Waits for the engine to end by itself and removes the folder. */
  close(): Promise<void>;
}

/** Output and status of a child that was started with pipes. */
export function finished(child: ChildProcess): Promise<Finished> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, stdout, stderr })));
}

/** A command line with a fresh folder; its home is `<folder>/home`. */
export function commandLine(): CommandLine {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-protocol-'));
  const home = join(folder, 'home');
  // Models that this computer has must not change what the tests see.
  const environment = { ...process.env, CARREL_MODELS: join(folder, 'models') };
  let held: Client | null = null;
  const start = (...words: string[]): ChildProcess =>
    spawn(process.execPath, [entry, '--home', home, ...words], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment,
    });
  const run = (...words: string[]): Promise<Finished> => finished(start(...words));
  async function lines(...words: string[]): Promise<unknown[]> {
    const { status, stdout, stderr } = await run(...words);
    if (status !== 0) throw new Error(`carrel ${words.join(' ')} ended with ${status}: ${stdout}${stderr}`);
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  }
  return {
    folder,
    home,
    start,
    run,
    lines,
    async json(...words) {
      const values = await lines('--json', ...words);
      if (values.length !== 1) throw new Error(`One JSON object was expected, not ${values.length}.`);
      return values[0];
    },
    async keepWarm() {
      Object.assign(process.env, { CARREL_MODELS: environment.CARREL_MODELS });
      held = await attachEngine({ home });
    },
    async close() {
      held?.close();
      const socket = join(home, 'engine.sock');
      for (let waited = 0; existsSync(socket) && waited < 15_000; waited += 100) await delay(100);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
