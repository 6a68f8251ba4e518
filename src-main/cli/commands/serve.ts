/** Command `serve`. In: a port. Out: the web host as a process of its own, which prints its address. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { moduleExtension } from '../../engine/client/paths.ts';
import { ensureRenderer } from '../build.ts';
import { wholeNumber } from '../options.ts';
import { runAction } from '../session.ts';

const ENTRY = fileURLToPath(new URL(`../../serve/main${moduleExtension}`, import.meta.url));

/** Starts the web host and stays until it ends; an abort ends it. Resolves to its exit status. */
export function runWebHost(
  options: { home: string; port: number; renderer: string; json: boolean },
  signal: AbortSignal,
): Promise<number> {
  const { home, port, renderer, json } = options;
  const child = spawn(
    process.execPath,
    [ENTRY, '--home', home, '--port', String(port), '--renderer', renderer, ...(json ? ['--json'] : [])],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  const stop = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      signal.removeEventListener('abort', stop);
      resolve(code ?? 1);
    });
  });
}

/** Adds the command to the program. */
export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('the same user interface in a browser of this computer')
    .option('--port <number>', 'port on 127.0.0.1; 0 takes a free one', wholeNumber(0, 65535), 0)
    .action((options: { port: number }, command: Command) =>
      runAction(command, async ({ home, output, signal, client }) => {
        // The engine starts beside the web host; if it cannot, the window is told why.
        client().catch(() => undefined);
        const renderer = await ensureRenderer(output.note);
        return runWebHost({ home, port: options.port, renderer, json: output.json }, signal);
      }),
    );
}
