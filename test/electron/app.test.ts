/**
 * The real app in the real Electron. It needs Electron's binary, which npm does not install without a
 * network; where it is missing the tests are skipped and say so.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../src-main/cli/build.ts';
import { electronBinary } from '../../src-main/cli/start.ts';

const root = join(import.meta.dirname, '..', '..');
const binary = electronBinary();
const screen =
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
const reason =
  binary === null
    ? 'the binary of Electron is not installed (node_modules/electron/dist is missing)'
    : screen
      ? null
      : 'there is no display';
if (reason !== null) process.stderr.write(`Electron tests are skipped: ${reason}.\n`);

describe.skipIf(reason !== null)(
  `the app in Electron${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    const home = mkdtempSync(join(tmpdir(), 'carrel-electron-'));
    let app: ElectronApplication;
    let page: Page;

    beforeAll(async () => {
      await ensureBuilt('all', (line) => console.error(line));
      app = await _electron.launch({
        executablePath: binary ?? '',
        args: [join(root, 'out', 'main', 'app', 'main.js'), '--home', home],
        cwd: root,
        env: { ...(process.env as Record<string, string>), CARREL_NODE: process.execPath },
      });
      page = await app.firstWindow();
    });
    afterAll(async () => {
      await app.close();
      rmSync(home, { recursive: true, force: true });
    });

    it('shows the page of its own scheme, connected to an engine', async () => {
      expect(page.url()).toBe('carrel-app://carrel/index.html');
      await page.getByText('No documents yet').first().waitFor();
    });

    it('gives the page nothing of Node', async () => {
      expect(await page.evaluate(() => [typeof globalThis.process, typeof globalThis.require])).toEqual([
        'undefined',
        'undefined',
      ]);
    });

    it('case 40: reaches no address but its own', async () => {
      const outcome = await page.evaluate(() =>
        fetch('http://127.0.0.1:9/').then(
          () => 'reached',
          () => 'refused',
        ),
      );
      expect(outcome).toBe('refused');
    });

    it('stays where it is and opens no window', async () => {
      await page.evaluate(() => {
        window.open('https://example.org/');
        window.location.href = 'https://example.org/';
      });
      expect(page.url()).toBe('carrel-app://carrel/index.html');
      expect(app.windows()).toHaveLength(1);
    });
  },
);
