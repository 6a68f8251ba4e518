/** `npm start`: is Electron's binary here, and how is a browser opened. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { browserCommand, electronBinary } from '../../../src-main/cli/start.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('Electron', () => {
  test('is not there before it was unpacked, and nothing is downloaded to find out', () => {
    expect(electronBinary(folder)).toBeNull();
    writeFileSync(join(folder, 'path.txt'), 'electron');
    expect(electronBinary(folder)).toBeNull();
  });

  test('is there when its path file names a binary that exists', () => {
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'path.txt'), 'electron\n');
    writeFileSync(join(folder, 'dist', 'electron'), '');
    expect(electronBinary(folder)).toBe(join(folder, 'dist', 'electron'));
  });
});

describe('browser', () => {
  const url = 'http://127.0.0.1:1/?token=a&b';
  test('each system has its own command', () => {
    expect(browserCommand(url, 'darwin', {})).toEqual(['open', [url]]);
    expect(browserCommand(url, 'win32', {})?.[1]).toContain('http://127.0.0.1:1/?token=a^&b');
    expect(browserCommand(url, 'linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open', [url]]);
  });
  test('without a screen none is tried', () => expect(browserCommand(url, 'linux', {})).toBeNull());
});
