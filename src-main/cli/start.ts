/**
 * Entry of `npm start`. In: what is installed. Out: the Electron app, or the same user interface in
 * the system's browser where Electron's binary is missing, and a line that says why.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { resolveHome } from '../engine/client/paths.ts';
import { ensureBuilt, ensureRenderer } from './build.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const note = (line: string): void => void process.stderr.write(`${line}\n`);

/**
 * Electron's binary, or null. `require('electron')` would download it, so its path file is read
 * instead (the package writes it when the binary is unpacked).
 */
export function electronBinary(
  packageFolder: string = dirname(createRequire(import.meta.url).resolve('electron/package.json')),
): string | null {
  const pathFile = join(packageFolder, 'path.txt');
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override === undefined && !existsSync(pathFile)) return null;
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : 'electron';
  const binary = join(override ?? join(packageFolder, 'dist'), name);
  return existsSync(binary) ? binary : null;
}

/** The command that opens an address in the system's browser; null where no screen can show it. */
export function browserCommand(
  url: string,
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
): [string, string[]] | null {
  if (platform === 'darwin') return ['open', [url]];
  // `start` takes the first quoted word for a window title; & must not split the address.
  if (platform === 'win32') return ['cmd', ['/c', 'start', '""', url.replaceAll('&', '^&')]];
  return environment['DISPLAY'] || environment['WAYLAND_DISPLAY'] ? ['xdg-open', [url]] : null;
}

/** Never fails: the address has been printed and can be opened by hand. */
function openBrowser(url: string): void {
  const command = browserCommand(url);
  if (command === null)
    return note('There is no screen here; open the address in a browser of this computer.');
  const child = spawn(command[0], command[1], { stdio: 'ignore', detached: true });
  child.on('error', () => note('No browser could be started; open the address by hand.'));
  child.unref();
}

async function startApp(binary: string, rest: readonly string[]): Promise<number> {
  await ensureBuilt('all', note);
  const child = spawn(binary, [root, ...rest], { stdio: 'inherit', cwd: root });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

async function startInBrowser(rest: readonly string[]): Promise<number> {
  note(
    'The Electron binary is not installed here, so Carrel opens in your browser. It is the same interface.',
  );
  const renderer = await ensureRenderer(note);
  const host = fileURLToPath(new URL('../serve/main.ts', import.meta.url));
  const homeAt = rest.indexOf('--home');
  const home = resolveHome(homeAt < 0 ? undefined : rest[homeAt + 1]);
  const child = spawn(process.execPath, [host, '--home', home, '--port', '0', '--renderer', renderer], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGTERM'));
  if (child.stdout === null) throw new Error('The web host has no output.');
  createInterface({ input: child.stdout }).once('line', (line) => {
    const { url } = JSON.parse(line) as { url: string };
    process.stdout.write(`${url}\n`);
    note('Ctrl-C ends it.');
    openBrowser(url);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rest = process.argv.slice(2);
  const binary = electronBinary();
  process.exitCode = await (binary === null ? startInBrowser(rest) : startApp(binary, rest));
  process.exit();
}
