/** Preload of the window. In: Electron's ipc. Out: `window.carrel`, and nothing else of Electron. */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { ContractError } from './contract/errors.ts';
import { APP_ORIGIN, FRAMES_PER_ACKNOWLEDGEMENT, HOST_CHANNELS } from './contract/host-channels.ts';
import type { CarrelHost, HostCommand, HostPort } from './contract/host.ts';

let connection = 0;
let open = false;
let asked = false;
let taken = 0;

function onFrame(listener: (frame: unknown) => void): void {
  ipcRenderer.on(HOST_CHANNELS.frame, (_event, of: number, frame: unknown) => {
    if (of === connection) listener(frame);
  });
}

function onOpen(listener: () => void): void {
  ipcRenderer.on(HOST_CHANNELS.opened, () => listener());
  if (open) listener();
  if (!asked) ipcRenderer.send(HOST_CHANNELS.connect);
  asked = true;
}

ipcRenderer.on(HOST_CHANNELS.opened, (_event, of: number) => {
  [connection, open, taken] = [of, true, 0];
});
ipcRenderer.on(HOST_CHANNELS.closed, () => (open = false));
ipcRenderer.on(HOST_CHANNELS.frame, (_event, of: number) => {
  if (of !== connection || ++taken < FRAMES_PER_ACKNOWLEDGEMENT) return;
  ipcRenderer.send(HOST_CHANNELS.taken, connection, taken);
  taken = 0;
});

const port: HostPort = {
  send: (frame) => {
    if (open) ipcRenderer.send(HOST_CHANNELS.frame, connection, frame);
  },
  onFrame,
  onOpen,
  onClose: (listener) => {
    ipcRenderer.on(HOST_CHANNELS.closed, (_event, error: ContractError | null) => listener(error));
  },
};

const host: CarrelHost = {
  host: 'electron',
  platform: process.platform as CarrelHost['platform'],
  port,
  chooseFolders: () => ipcRenderer.invoke(HOST_CHANNELS.chooseFolders) as Promise<string[]>,
  pathsOfDroppedFiles: (files) => files.map((file) => webUtils.getPathForFile(file as File)),
  saveText: (name, text) => ipcRenderer.invoke(HOST_CHANNELS.saveText, name, text) as Promise<string | null>,
  documentUrl: (document) => `${APP_ORIGIN}/document/${encodeURIComponent(document)}`,
  showInFolder: (path) => ipcRenderer.send(HOST_CHANNELS.showInFolder, path),
  setTheme: (theme) => ipcRenderer.send(HOST_CHANNELS.setTheme, theme),
  onCommand: (listener) => {
    ipcRenderer.on(HOST_CHANNELS.command, (_event, command: HostCommand) => listener(command));
  },
};

contextBridge.exposeInMainWorld('carrel', host);
