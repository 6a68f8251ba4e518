/** The window: its options, its place between two starts, its theme, and a page that crashes. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { electronModule, fakeElectron, type FakeWindow } from './fake-electron.ts';

vi.mock('electron', () => electronModule);
const { openWindow } = await import('../../../src-main/app/window.ts');
const { readWindowState, writeWindowState } = await import('../../../src-main/app/window-state.ts');

const folder = mkdtempSync(join(tmpdir(), 'carrel-window-'));
const state = join(folder, 'window.json');
const files = { preload: join(folder, 'preload.cjs'), state, icon: join(folder, 'icon.png') };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = (development = false, platform: NodeJS.Platform = 'linux'): FakeWindow =>
  openWindow(files, development, platform) as unknown as FakeWindow;

beforeEach(() => {
  fakeElectron.reset();
  rmSync(state, { force: true });
});

describe('a window', () => {
  it('isolates and sandboxes the page, without Node, spell checker or developer tools', () => {
    expect(open().options.webPreferences).toEqual({
      preload: files.preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: false,
      enableWebSQL: false,
      devTools: false,
    });
    expect(open(true).options.webPreferences['devTools']).toBe(true);
  });

  it('loads the page of our own scheme and shows when it is drawn', () => {
    const window = open();
    expect(window.loaded).toBe('carrel-app://carrel/index.html');
    expect([window.options['show'], window.calls]).toEqual([false, []]);
    window.emit('ready-to-show');
    expect(window.calls).toEqual(['show']);
  });

  it('opens where it was closed, maximised if it was', () => {
    const first = open();
    first.bounds = { x: 111, y: 222, width: 999, height: 666 };
    first.maximized = true;
    first.close();
    const second = open();
    expect(second.options).toMatchObject({ x: 111, y: 222, width: 999, height: 666 });
    second.emit('ready-to-show');
    expect(second.calls).toEqual(['maximize', 'show']);
  });

  it('follows the theme until it is closed', () => {
    const window = open(false, 'win32');
    expect(window.options['titleBarOverlay']).toMatchObject({ height: 44, color: '#f3f2ee' });
    fakeElectron.theme.shouldUseDarkColors = true;
    fakeElectron.theme.emit('updated');
    expect(window.calls).toEqual(['background #191a19', 'overlay #191a19']);
    window.close();
    expect(fakeElectron.theme.listenerCount('updated')).toBe(0);
  });

  it('shows a crashed page again, but not for ever', () => {
    const { webContents } = open();
    webContents.emit('render-process-gone', {}, { reason: 'clean-exit' });
    expect(webContents.reloads).toBe(0);
    for (let crash = 0; crash < 10; crash++)
      webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    expect(webContents.reloads).toBe(3);
  });
});

describe('the stored place', () => {
  const screens = [{ x: 0, y: 0, width: 1920, height: 1080 }];
  const good = { x: 10, y: 20, width: 800, height: 600, maximized: false };

  it('is written whole and read back', () => {
    writeWindowState(join(folder, 'new', 'window.json'), good);
    expect(readWindowState(join(folder, 'new', 'window.json'), screens)).toEqual(good);
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{"x":'],
    ['a wrong type', JSON.stringify({ ...good, width: 'wide' })],
    ['a size of nothing', JSON.stringify({ ...good, width: 0 })],
    ['a place on a screen that is gone', JSON.stringify({ ...good, x: 5000 })],
    ['an upper edge out of reach', JSON.stringify({ ...good, y: -400 })],
  ])('is not used when the file holds %s', (_name, text) => {
    if (text !== null) writeFileSync(state, text);
    expect(readWindowState(state, screens)).toBeNull();
  });

  it('leaves the old file when the new one cannot be written', () => {
    writeWindowState(state, good);
    writeWindowState(join(state, 'inside-a-file.json'), { ...good, x: 1 });
    expect(JSON.parse(readFileSync(state, 'utf8'))).toEqual(good);
  });
});
