/**
 * What every npm script goes through. In: a task name and its arguments, on any system Node ≥ 20
 * with nothing installed. Out: node_modules as the lock file says, then the task under Node 24.
 */
import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const modules = join(root, 'node_modules');
const windows = process.platform === 'win32';
const node = join(modules, 'node', 'bin', windows ? 'node.exe' : 'node');

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function packagesOf(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
}

/** npm writes what it really installed into node_modules/.package-lock.json; optional ones may lack. */
function isInstalled() {
  const record = join(modules, '.package-lock.json');
  if (!existsSync(node) || !existsSync(record)) return false;
  const installed = packagesOf(record);
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(([path, wanted]) => {
    if (path === '') return true;
    const found = installed[path];
    return found ? found.version === wanted.version : wanted.optional === true;
  });
}

function install() {
  if (isInstalled()) return;
  process.stderr.write('Installing the packages of the lock file (once)…\n');
  // stdout belongs to the command: --json prints one object and nothing else.
  const npm = windows ? 'npm.cmd' : 'npm';
  const done = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: windows,
  });
  if (done.error) fail(`npm could not be started: ${done.error.message}`);
  if (done.status !== 0)
    fail('npm ci failed; its output is above. A package registry must be reachable once.');
  if (!existsSync(node))
    fail('The package node@24 did not install its binary. Run "npm ci" and look at its warnings.');
}

/** Hands over to Node 24 and passes signals on; the child takes a Ctrl-C that comes twice for one. */
function handOver([file, ...entryArguments], cwd) {
  const child = spawn(node, [join(root, file), ...entryArguments], {
    cwd,
    stdio: 'inherit',
    // Compiled code of the sources, for this process and all that it starts (an engine starts with
    // 1.3 s of processor time instead of 2.3, a command with 0.14 instead of 0.37).
    env: { NODE_COMPILE_CACHE: join(modules, '.cache', 'carrel'), ...process.env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm's shell does not pass a signal on: when it is gone, nobody waits for this any more.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 1000);
  watch.unref();
  child.on('error', (error) => fail(`Node 24 could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

/** npm moves to the package's folder; relative paths mean the folder where the person stands. */
function personsFolder() {
  const throughNpm = process.env.npm_lifecycle_event === task && process.cwd() === root;
  return (throughNpm && process.env.INIT_CWD) || process.cwd();
}

const [task = '', ...rest] = process.argv.slice(2);
const tasks = {
  carrel: ['src-main/cli/main.ts', ...rest],
  demo: ['src-main/cli/main.ts', 'demo', ...rest],
  start: ['src-main/cli/start.ts', ...rest],
  build: ['src-main/cli/build.ts', ...rest],
  test: ['test/run.ts', ...rest],
};
const entry = Object.hasOwn(tasks, task) ? tasks[task] : undefined;
if (!entry) fail(`Unknown task "${task}". Tasks: ${Object.keys(tasks).join(', ')}.`);
if (Number(process.versions.node.split('.')[0]) < 20) fail('Carrel needs Node 20 or newer to set itself up.');
install();
handOver(entry, task === 'carrel' || task === 'demo' ? personsFolder() : root);
