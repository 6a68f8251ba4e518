/**
 * What the page asks of the host: dialogs, the file manager, the theme. In: ipc messages of our own
 * frame. Out: answers; a message of any other frame is refused.
 */
import { writeFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { BrowserWindow, dialog, ipcMain, nativeTheme, shell } from 'electron';
import type { IpcMainEvent, IpcMainInvokeEvent, OpenDialogOptions, SaveDialogOptions } from 'electron';
import { HOST_CHANNELS } from '../../src-preload/contract/host-channels.ts';
import { isOwnSender } from './origin.ts';

/** Longest exported text: an answer with its evidence is far below. */
const MAX_TEXT = 64 * 1024 * 1024;
const THEMES = ['system', 'light', 'dark'] as const;

function owner(event: IpcMainEvent | IpcMainInvokeEvent): BrowserWindow {
  const window = isOwnSender(event) ? BrowserWindow.fromWebContents(event.sender) : null;
  if (window === null) throw new Error('Only Carrel’s own page may ask for this.');
  return window;
}

/** A file name a person sees in the dialog; folders in it are not taken over. */
const plainName = (name: string): string =>
  name
    .replaceAll(/[/\\:*?"<>|\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 120);

async function chooseFolders(event: IpcMainInvokeEvent): Promise<string[]> {
  const options: OpenDialogOptions = {
    title: 'Add folder',
    properties: ['openDirectory', 'multiSelections'],
  };
  const { canceled, filePaths } = await dialog.showOpenDialog(owner(event), options);
  return canceled ? [] : filePaths;
}

async function saveText(event: IpcMainInvokeEvent, name: unknown, text: unknown): Promise<string | null> {
  const window = owner(event);
  if (typeof name !== 'string' || typeof text !== 'string' || text.length > MAX_TEXT)
    throw new Error('This cannot be saved: it is not a text, or it is too long.');
  const options: SaveDialogOptions = { title: 'Export', defaultPath: plainName(name) };
  const { canceled, filePath } = await dialog.showSaveDialog(window, options);
  if (canceled || filePath === '') return null;
  await writeFile(filePath, text, 'utf8');
  return filePath;
}

/** Registers the answers; once, before the first window. */
export function answerHostCalls(): void {
  ipcMain.handle(HOST_CHANNELS.chooseFolders, chooseFolders);
  ipcMain.handle(HOST_CHANNELS.saveText, saveText);
  ipcMain.on(HOST_CHANNELS.showInFolder, (event, path: unknown) => {
    if (isOwnSender(event) && typeof path === 'string' && isAbsolute(path)) shell.showItemInFolder(path);
  });
  ipcMain.on(HOST_CHANNELS.setTheme, (event, theme: unknown) => {
    const known = THEMES.find((name) => name === theme);
    if (isOwnSender(event) && known) nativeTheme.themeSource = known;
  });
}
