/**
 * Runs the tests. In: nothing (the quick set), or names of test folders, or `models` / `long`. Out:
 * what failed, the reason of each skip, and as the last line "N passed, N failed, N skipped".
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Tally } from './tally-reporter.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const scratch = mkdtempSync(join(tmpdir(), 'carrel-test-'));
const bin = (name: string): string => join(root, 'node_modules', ...name.split('/'));
/** A step that hangs is ended, so that the last line is printed whatever happens. */
const STEP_LIMIT_MILLISECONDS = 12 * 60_000;
const LONG_STEP_LIMIT_MILLISECONDS = 4 * 3_600_000;

interface Step {
  readonly name: string;
  readonly arguments: readonly string[];
  readonly limit: number;
  /** Vitest counts its own tests; any other step counts as one. */
  readonly tallyFile: string | null;
  readonly environment?: Readonly<Record<string, string>>;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const total: Tally = { passed: 0, failed: 0, skipped: [] };

function tool(name: string, file: string, ...toolArguments: string[]): Step {
  return { name, arguments: [bin(file), ...toolArguments], limit: STEP_LIMIT_MILLISECONDS, tallyFile: null };
}

function vitest(projects: readonly string[], limit = STEP_LIMIT_MILLISECONDS, ...more: string[]): Step {
  return {
    name: `tests: ${projects.join(', ')}`,
    arguments: [
      bin('vitest/vitest.mjs'),
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--passWithNoTests',
      '--reporter=default',
      `--reporter=${join(root, 'test', 'tally-reporter.ts')}`,
      ...more,
    ],
    limit,
    tallyFile: join(scratch, `${projects.join('-')}.json`),
  };
}

/** Runs the step to its end or its limit; its children end with it. */
function execute(step: Step): Promise<{ status: number; output: string }> {
  const child = spawn(process.execPath, step.arguments, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    env: {
      ...process.env,
      ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
      ...(step.tallyFile ? { CARREL_TALLY: step.tallyFile } : {}),
      ...step.environment,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const end = (): void => {
    if (child.pid === undefined) return;
    if (process.platform === 'win32') child.kill();
    else process.kill(-child.pid, 'SIGKILL');
  };
  const timer = setTimeout(() => {
    output += `\nThis step was ended after ${step.limit / 60_000} minutes.\n`;
    end();
  }, step.limit);
  running.add(end);
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ status: 1, output: error.message }));
    child.once('close', (code) => {
      clearTimeout(timer);
      running.delete(end);
      resolve({ status: code ?? 1, output });
    });
  });
}
const running = new Set<() => void>();

function countStep(step: Step, status: number): void {
  if (step.tallyFile === null) {
    if (status === 0) total.passed += 1;
    else total.failed += 1;
    return;
  }
  try {
    const tally = JSON.parse(readFileSync(step.tallyFile, 'utf8')) as Tally;
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.skipped.push(...tally.skipped);
    if (status !== 0 && tally.failed === 0) total.failed += 1;
  } catch {
    // The run ended before it could report: one failure, unless there was nothing to run.
    if (status !== 0) total.failed += 1;
  }
}

async function run(step: Step): Promise<void> {
  const started = performance.now();
  const { status, output } = await execute(step);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  say(`\n── ${step.name}: ${status === 0 ? 'ok' : 'FAILED'} (${seconds} s)`);
  if (status !== 0 || step.tallyFile !== null) say(output.trimEnd());
  countStep(step, status);
}

async function lane(...steps: readonly Step[]): Promise<void> {
  for (const step of steps) await run(step);
}

const typecheck = ['main', 'app', 'renderer', 'test'].map((runtime) =>
  tool(`types of ${runtime}`, 'typescript/bin/tsc', '-p', `tsconfig.${runtime}.json`),
);
const lint = tool('lint', 'eslint/bin/eslint.js', '.');
const format = tool('format', 'prettier/bin/prettier.cjs', '--check', '.');
const build: Step = {
  name: 'build',
  arguments: [join(root, 'src-main', 'cli', 'build.ts')],
  limit: STEP_LIMIT_MILLISECONDS,
  tallyFile: null,
};

/** The first kills of each seeded series; `npm test long` runs them all. */
const SELECTION = { CARREL_KILLS: '6' };

/**
 * Two lanes for two cores: checks of the sources beside the small tests, in one worker; then the
 * tests that start whole engines, one file at a time, because each of them uses both cores.
 */
async function quick(): Promise<void> {
  await Promise.all([
    lane(lint, format, ...typecheck),
    lane(build, vitest(['unit', 'migrations'], STEP_LIMIT_MILLISECONDS, '--maxWorkers=1')),
  ]);
  await lane(vitest(['protocol', 'web', 'electron']), {
    ...vitest(['long']),
    name: 'tests: long, a seeded selection',
    environment: SELECTION,
  });
}

const sets: Record<string, string[]> = { models: ['models'], long: ['long', 'shared-data'] };

process.on('SIGINT', () => {
  for (const end of running) end();
  process.exit(130);
});
const names = process.argv.slice(2);
if (names.length === 0) await quick();
else
  await lane(
    vitest(
      names.flatMap((name) => sets[name] ?? [name]),
      LONG_STEP_LIMIT_MILLISECONDS,
    ),
  );

rmSync(scratch, { recursive: true, force: true });
if (total.skipped.length > 0) say('\nSkipped:');
for (const { name, reason } of total.skipped) say(`  ${name}: ${reason}`);
say(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped.length} skipped`);
process.exit(total.failed > 0 ? 1 : 0);
