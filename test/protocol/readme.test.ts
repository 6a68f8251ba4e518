/**
 * README.md says what is true: its blocks marked `sh test` run one after the other in one shell, in
 * a checkout, on a home of their own; every command of the program is named in it.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProgram } from '../../src-main/cli/program.ts';
import { commandLine, finished, root, type CommandLine } from './cli-runner.ts';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/^```sh test\n([\s\S]*?)^```$/gmu)].map((match) => match[1]!);
const commands = blocks.flatMap((block) => block.replaceAll('\\\n', ' ').trim().split('\n'));

let cli: CommandLine;
beforeAll(() => {
  cli = commandLine();
});
afterAll(() => cli.close());

describe('README.md', () => {
  test('has commands to run', () => expect(commands.length).toBeGreaterThanOrEqual(8));

  test('names every command of the program', () => {
    const names = createProgram('0.0.0', true).commands.map((command) => command.name());
    expect(names.filter((name) => !readme.includes(`\`${name}`) && !readme.includes(`-- ${name}`))).toEqual(
      [],
    );
  });

  test.each(['README.md', 'ARCHITECTURE.md'])('%s links only to files that exist', (name) => {
    const text = readFileSync(join(root, name), 'utf8');
    const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)\)/gu)].map((match) => match[1]!);
    const paths = [...text.matchAll(/`((?:src-[a-z]+|resources|test|prompts)\/[^`\s]*)`/gu)].map(
      (match) => match[1]!,
    );
    expect([...targets, ...paths].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('every command marked as tested ends with 0', { timeout: 300_000 }, async (context) => {
    context.skip(process.platform === 'win32', 'the blocks are for a POSIX shell');
    await cli.keepWarm();
    const script = ['set -euo pipefail', 'OUT=$(mktemp -d)', ...commands].join('\n');
    const shell = spawn('bash', ['-c', script], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        CARREL_HOME: cli.home,
        CARREL_MODELS: join(cli.folder, 'models'),
        INIT_CWD: root,
      },
    });
    const { status, stdout, stderr } = await finished(shell);
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('All is well.');
  });
});
