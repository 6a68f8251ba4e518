/** Result files are whole or not there; input files that cannot be read are wrong usage. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UsageError } from '../../../src-main/cli/errors.ts';
import { writeWhole } from '../../../src-main/cli/files.ts';
import { readPasswords, wholeNumber } from '../../../src-main/cli/options.ts';
import { resolveDocument } from '../../../src-main/cli/paths.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-cli-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('writing', () => {
  test('replaces a file as a whole and leaves nothing beside it', async () => {
    const file = join(folder, 'answer.html');
    writeFileSync(file, 'old');
    expect(await writeWhole(file, 'new')).toBe(file);
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['answer.html']);
  });

  test('a missing folder is wrong usage', async () => {
    await expect(writeWhole(join(folder, 'none', 'x.md'), 'x')).rejects.toThrow(UsageError);
  });

  test('a target that cannot be replaced leaves nothing beside it', async () => {
    mkdirSync(join(folder, 'taken', 'inside'), { recursive: true });
    await expect(writeWhole(join(folder, 'taken'), 'x')).rejects.toThrow(/cannot be written/);
    expect(readdirSync(folder)).toEqual(['taken']);
  });
});

describe('options', () => {
  test('passwords are lines; spaces belong to them', () => {
    const file = join(folder, 'passwords');
    writeFileSync(file, ' two words \r\n\nöäü\n');
    expect(readPasswords(file)).toEqual([' two words ', 'öäü']);
    expect(readPasswords(undefined)).toEqual([]);
    expect(() => readPasswords(join(folder, 'missing'))).toThrow(UsageError);
  });

  test.each(['0', '201', '-1', '1.5', 'x', '', ' 5', '1e2'])(
    '"%s" is no whole number of 1 to 200',
    (text) => {
      expect(() => wholeNumber(1, 200)(text)).toThrow();
    },
  );
  test('a whole number is taken', () => expect(wholeNumber(1, 200)('200')).toBe(200));

  test('a document is an id or a path made absolute', () => {
    const id = 'ab'.repeat(32);
    expect(resolveDocument(id)).toBe(id);
    expect(resolveDocument('x.pdf')).toBe(join(process.cwd(), 'x.pdf'));
  });
});
