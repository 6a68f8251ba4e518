/** The real command line on wrong usage: exit status 2 and one JSON error, without an engine. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const entry = join(import.meta.dirname, '..', '..', '..', 'src-main', 'cli', 'main.ts');
const home = mkdtempSync(join(tmpdir(), 'carrel-usage-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function carrel(...words: string[]): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [entry, '--home', home, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, stdout, stderr })));
}

const wrong: readonly (readonly string[])[] = [
  ['frobnicate'],
  [],
  ['index'],
  ['index', '.', '--password-file', '/does/not/exist'],
  ['search'],
  ['search', 'x', '--top', '0'],
  ['search', 'x', '--mode', 'psychic'],
  ['search', 'x', '--batch', 'rows.jsonl'],
  ['search', '--batch', '/does/not/exist.jsonl'],
  ['remove'],
  ['ask', ' '],
  ['show', 'page', 'x.pdf', '0'],
  ['models', 'frobnicate', 'x'],
  ['export', 'run', '--format', 'pdf', '--out', 'x.pdf'],
  ['export', 'run', '--format', 'docx', '--out', 'x.docx'],
  ['export', '--format', 'md', '--out', 'x.md'],
  ['export', 'run', '--collection', 'c', '--format', 'md', '--out', 'x.md'],
  ['serve', '--port', '70000'],
];

describe('wrong usage', () => {
  test.concurrent.each(wrong.map((words) => ({ words, title: words.join(' ') || '(nothing)' })))(
    'carrel $title ends with 2 and one JSON error',
    async ({ words }) => {
      const { status, stdout, stderr } = await carrel('--json', ...words);
      expect({ status, stderr }).toEqual({ status: 2, stderr: '' });
      expect(stdout.trimEnd().split('\n')).toHaveLength(1);
      const { error } = JSON.parse(stdout) as {
        error: { code: string; message: string; retryable: boolean };
      };
      expect(error).toMatchObject({ code: 'usage', retryable: false });
      expect(error.message).toMatch(/\S/);
    },
  );

  test('without --json the sentence is on stderr and stdout is empty', async () => {
    const { status, stdout, stderr } = await carrel('search');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('Give a query');
  });

  test('a format of a later version says so', async () => {
    const { stderr } = await carrel('export', 'run', '--format', 'bibtex', '--out', 'x.bib');
    expect(stderr).toContain('cannot write bibtex yet');
  });

  test('help and version end with 0', async () => {
    expect(await carrel('--help')).toMatchObject({ status: 0, stderr: '' });
    expect(await carrel('search', '--help')).toMatchObject({ status: 0, stderr: '' });
    expect((await carrel('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test('none of this started an engine or wrote into the home', () => expect(readdirSync(home)).toEqual([]));
});
