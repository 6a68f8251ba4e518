/** Dialogs, file manager and theme: answers to our own page, refusals to any other frame. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOST_CHANNELS } from '../../../src-preload/contract/host-channels.ts';
import { electronModule, fakeElectron, FakeWindow } from './fake-electron.ts';

vi.mock('electron', () => electronModule);
const { answerHostCalls } = await import('../../../src-main/app/host-calls.ts');

const folder = mkdtempSync(join(tmpdir(), 'carrel-calls-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let window: FakeWindow;
beforeEach(() => {
  fakeElectron.reset();
  window = new FakeWindow({ webPreferences: {} });
  answerHostCalls();
});

const invoke = (channel: string, event: unknown, ...values: unknown[]): Promise<unknown> =>
  Promise.resolve(fakeElectron.ipc.answers.get(channel)?.(event, ...values));
const ours = (): unknown => fakeElectron.event(window);
const foreign = (): unknown => fakeElectron.event(window, { url: 'carrel-app://carrel/frame.html' });

describe('choosing folders', () => {
  it('asks with the window as owner and gives the paths', async () => {
    fakeElectron.dialogs.open = { canceled: false, filePaths: ['/a', '/b'] };
    expect(await invoke(HOST_CHANNELS.chooseFolders, ours())).toEqual(['/a', '/b']);
    expect(fakeElectron.dialogs.asked[0]?.window).toBe(window);
    expect(fakeElectron.dialogs.asked[0]?.options['properties']).toEqual([
      'openDirectory',
      'multiSelections',
    ]);
  });

  it('is empty when dismissed', async () => {
    fakeElectron.dialogs.open = { canceled: true, filePaths: ['/a'] };
    expect(await invoke(HOST_CHANNELS.chooseFolders, ours())).toEqual([]);
  });

  it('is refused to another frame', async () => {
    await expect(invoke(HOST_CHANNELS.chooseFolders, foreign())).rejects.toThrow('own page');
    expect(fakeElectron.dialogs.asked).toEqual([]);
  });
});

describe('saving a text', () => {
  it('writes where the person chose and gives the path', async () => {
    const filePath = join(folder, 'answer.md');
    fakeElectron.dialogs.save = { canceled: false, filePath };
    expect(await invoke(HOST_CHANNELS.saveText, ours(), 'answer.md', '# Réponse')).toBe(filePath);
    expect(readFileSync(filePath, 'utf8')).toBe('# Réponse');
  });

  it('proposes a plain file name, whatever the page says', async () => {
    fakeElectron.dialogs.save = { canceled: true, filePath: '' };
    expect(await invoke(HOST_CHANNELS.saveText, ours(), '../../etc/pass:wd?\n.md', 'x')).toBeNull();
    expect(fakeElectron.dialogs.asked[0]?.options['defaultPath']).toBe('.. .. etc pass wd .md');
  });

  it.each([
    ['a name that is no text', [7, 'x']],
    ['a text that is none', ['a.md', { toString: () => 'x' }]],
  ])('refuses %s', async (_name, values) => {
    await expect(invoke(HOST_CHANNELS.saveText, ours(), ...values)).rejects.toThrow('cannot be saved');
  });

  it('is refused to another frame', async () => {
    await expect(invoke(HOST_CHANNELS.saveText, foreign(), 'a.md', 'x')).rejects.toThrow('own page');
    expect(fakeElectron.dialogs.asked).toEqual([]);
  });
});

describe('the file manager and the theme', () => {
  it('shows absolute paths that our page names', () => {
    fakeElectron.ipc.emit(HOST_CHANNELS.showInFolder, ours(), '/library/a.pdf');
    fakeElectron.ipc.emit(HOST_CHANNELS.showInFolder, ours(), 'a.pdf');
    fakeElectron.ipc.emit(HOST_CHANNELS.showInFolder, ours(), { path: '/x' });
    fakeElectron.ipc.emit(HOST_CHANNELS.showInFolder, foreign(), '/library/b.pdf');
    expect(fakeElectron.shown).toEqual(['/library/a.pdf']);
  });

  it('sets the three themes and nothing else', () => {
    fakeElectron.ipc.emit(HOST_CHANNELS.setTheme, ours(), 'dark');
    expect(fakeElectron.theme.themeSource).toBe('dark');
    fakeElectron.ipc.emit(HOST_CHANNELS.setTheme, ours(), 'sepia');
    fakeElectron.ipc.emit(HOST_CHANNELS.setTheme, foreign(), 'light');
    expect(fakeElectron.theme.themeSource).toBe('dark');
  });
});
