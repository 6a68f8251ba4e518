/** The whole app over a fake Electron: start, single instance, frames of its page, quit. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../src-preload/contract/client.ts';
import { HOST_CHANNELS } from '../../../src-preload/contract/host-channels.ts';
import { electronModule, fakeElectron, FakeWindow, settle } from './fake-electron.ts';
import { memoryPort, type MemoryPort } from './memory-port.ts';

vi.mock('electron', () => electronModule);

const folder = mkdtempSync(join(tmpdir(), 'carrel-main-'));
const home = join(folder, 'home');
mkdirSync(join(folder, 'out', 'renderer'), { recursive: true });
writeFileSync(join(folder, 'out', 'renderer', 'index.html'), '<title>Carrel</title>');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ports that the app attached: the window's, and the app's own line. */
let windowPorts: MemoryPort[];
let linePorts: MemoryPort[];
vi.mock('../../../src-main/engine/client/attach.ts', () => ({
  attachEnginePort: (options: { home: string }) => {
    expect(options.home).toBe(home);
    windowPorts.push(memoryPort());
    return Promise.resolve(windowPorts.at(-1));
  },
  attachEngine: () => {
    linePorts.push(memoryPort());
    return Promise.resolve(createClient(linePorts.at(-1) as MemoryPort));
  },
}));

const argv = process.argv;

async function startApp(prepare: () => void = () => undefined): Promise<void> {
  vi.resetModules();
  fakeElectron.reset();
  fakeElectron.app.appPath = folder;
  [windowPorts, linePorts] = [[], []];
  process.argv = [...argv, '--home', home];
  prepare();
  await import('../../../src-main/app/main.ts');
  await settle();
}

beforeEach(() => vi.stubEnv('CARREL_NODE', undefined));
afterEach(() => {
  vi.unstubAllEnvs();
  process.argv = argv;
});

const window = (): FakeWindow => {
  const [only] = FakeWindow.all;
  if (!only) throw new Error('There is no window.');
  return only;
};
const say = (channel: string, ...values: unknown[]): void =>
  void fakeElectron.ipc.emit(channel, fakeElectron.event(window()), ...values);

describe('start', () => {
  it('prepares before it is ready: profile, switches, scheme, sandbox', async () => {
    await startApp(() => (fakeElectron.app.ready = new Promise(() => undefined)));
    const { app } = fakeElectron;
    expect(app.paths['userData']).toBe(join(home, 'window'));
    expect(existsSync(join(home, 'window'))).toBe(true);
    expect(app.switches['host-resolver-rules']).toBe('MAP * ~NOTFOUND');
    expect(fakeElectron.schemes).toHaveLength(1);
    expect(app.calls).toEqual(['enableSandbox']);
    expect(FakeWindow.all).toEqual([]);
    expect(linePorts).toEqual([]);
  });

  it('opens one window, with menu, scheme, guards and an engine', async () => {
    await startApp();
    expect(FakeWindow.all).toHaveLength(1);
    expect(window().options.webPreferences['preload']).toBe(join(folder, 'out', 'preload', 'preload.cjs'));
    expect(window().webContents.openHandler?.({ url: 'https://example.org' })).toEqual({ action: 'deny' });
    expect(fakeElectron.menu).toBeInstanceOf(Array);
    expect([...fakeElectron.served.keys()]).toEqual(['carrel-app']);
    expect(Object.keys(fakeElectron.session.handlers)).toEqual(
      expect.arrayContaining(['request', 'check', 'device', 'web']),
    );
    expect(linePorts).toHaveLength(1);
  });

  it('says why it cannot start when the renderer is not built', async () => {
    await startApp(() => (fakeElectron.app.appPath = join(folder, 'elsewhere')));
    expect(fakeElectron.dialogs.errors[0]).toContain('Carrel could not start');
    expect(fakeElectron.app.calls).toContain('exit 1');
  });

  it('case 35: runs the engine in our Node, never in Electron', async () => {
    await startApp();
    const node = join(
      folder,
      'node_modules',
      'node',
      'bin',
      process.platform === 'win32' ? 'node.exe' : 'node',
    );
    expect(process.env['CARREL_NODE']).toBe(node);
  });
});

describe('single instance', () => {
  it('quits when another runs for this home, before it opens anything', async () => {
    await startApp(() => (fakeElectron.app.lock = false));
    expect(fakeElectron.app.calls).toContain('quit');
    expect(FakeWindow.all).toEqual([]);
    expect(linePorts).toEqual([]);
  });

  it('brings its window up when it is started again', async () => {
    await startApp();
    window().minimized = true;
    fakeElectron.app.emit('second-instance', {}, ['carrel'], '/');
    expect(FakeWindow.all).toHaveLength(1);
    expect(window().calls).toEqual(['restore', 'focus']);
  });
});

describe('frames', () => {
  it('go between our page and the engine once the page asks', async () => {
    await startApp();
    expect(windowPorts).toEqual([]);
    say(HOST_CHANNELS.connect);
    await settle();
    const [opened] = window().webContents.sent;
    expect(opened?.channel).toBe(HOST_CHANNELS.opened);
    const connection = opened?.values[0];
    say(HOST_CHANNELS.frame, connection, { id: 1, call: 'engine.info', input: {} });
    expect(windowPorts[0]?.received).toEqual([{ id: 1, call: 'engine.info', input: {} }]);
    windowPorts[0]?.say({ id: 1, output: { ok: true } });
    expect(window().webContents.sent.at(-1)).toEqual({
      channel: HOST_CHANNELS.frame,
      values: [connection, { id: 1, output: { ok: true } }],
    });
  });

  it('of any other frame are not taken', async () => {
    await startApp();
    const inner = fakeElectron.event(window(), { url: 'carrel-app://carrel/index.html' });
    fakeElectron.ipc.emit(HOST_CHANNELS.connect, inner);
    await settle();
    expect(windowPorts).toEqual([]);
    window().webContents.mainFrame.url = 'https://example.org/';
    say(HOST_CHANNELS.connect);
    await settle();
    expect(windowPorts).toEqual([]);
  });

  it('carry commands of the menu to the page', async () => {
    await startApp();
    const menus = fakeElectron.menu as { submenu?: { accelerator?: string; click?: () => void }[] }[];
    const item = menus
      .flatMap((menu) => menu.submenu ?? [])
      .find(({ accelerator }) => accelerator === 'CmdOrCtrl+O');
    item?.click?.();
    expect(window().webContents.sent).toEqual([{ channel: HOST_CHANNELS.command, values: ['addFolder'] }]);
  });
});

describe('the end', () => {
  it('lets go of the engine when the last window is closed', async () => {
    await startApp();
    say(HOST_CHANNELS.connect);
    await settle();
    window().close();
    await settle();
    expect(windowPorts.map((port) => port.closed)).toEqual([true]);
    expect(existsSync(join(home, 'window.json'))).toBe(true);
    const leaves = process.platform !== 'darwin';
    expect(fakeElectron.app.calls.includes('quit')).toBe(leaves);
    expect(linePorts.map((port) => port.closed)).toEqual([leaves]);
  });

  it('closes every port on quit', async () => {
    await startApp();
    say(HOST_CHANNELS.connect);
    await settle();
    fakeElectron.app.quit();
    await settle();
    expect([...windowPorts, ...linePorts].map((port) => port.closed)).toEqual([true, true]);
  });
});
