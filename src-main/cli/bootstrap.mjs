/**
 * What every npm script goes through. Runs on any system Node ≥ 20 with nothing installed: brings
 * node_modules up to date with the lock file, then hands over to the project's own Node 24.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const modules = join(root, 'node_modules');
const stamp = join(modules, '.carrel-lock');
const windows = process.platform === 'win32';
const node = join(modules, 'node', 'bin', windows ? 'node.exe' : 'node');

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function run(command, commandArguments, options = {}) {
  const done = spawnSync(command, commandArguments, { cwd: root, stdio: 'inherit', ...options });
  if (done.error) fail(`${command} could not be started: ${done.error.message}`);
  return done.status ?? 1;
}

function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const current = existsSync(stamp) && existsSync(node) && readFileSync(stamp, 'utf8') === lock;
  if (current) return;
  process.stderr.write('Installing the packages of the lock file (once)…\n');
  // stdout belongs to the command (--json prints one object and nothing else).
  const npm = windows ? 'npm.cmd' : 'npm';
  const status = run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 2, 2],
    shell: windows,
  });
  if (status !== 0)
    fail('npm ci failed. Look at its output above; a network to a package registry is needed once.');
  if (!existsSync(node))
    fail('The package node@24 did not install its binary; run "npm ci" and look at its warnings.');
  writeFileSync(stamp, lock);
}

const [task = 'help', ...rest] = process.argv.slice(2);
if (Number(process.versions.node.split('.')[0]) < 20) fail('Carrel needs Node 20 or newer to set itself up.');
install();

const tasks = {
  carrel: ['src-main/cli/main.ts', ...rest],
  demo: ['src-main/cli/main.ts', 'demo', ...rest],
  start: ['src-main/cli/start.ts', ...rest],
  build: ['src-main/cli/build.ts', ...rest],
  test: ['test/run.ts', ...rest],
};
const entry = tasks[task];
if (!entry) fail(`Unknown task "${task}". Tasks: ${Object.keys(tasks).join(', ')}.`);
process.exit(run(node, entry));
