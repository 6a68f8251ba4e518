/**
 * Entry of the Electron app. In: the command line. Out: one window per home, an engine behind it,
 * and their orderly end. No parsing, no database and no model runs in this process.
 */
import { mkdirSync } from 'node:fs';
import { app, BrowserWindow, dialog, ipcMain, Menu, session } from 'electron';
import { HOST_CHANNELS } from '../../src-preload/contract/host-channels.ts';
import { attachEngine, attachEnginePort } from '../engine/client/attach.ts';
import { createEngineLine } from '../engine/client/engine-line.ts';
import { guardContents, guardSession } from './guard.ts';
import { answerHostCalls } from './host-calls.ts';
import { menuTemplate } from './menu.ts';
import { isOwnSender } from './origin.ts';
import { findPlaces } from './places.ts';
import { registerScheme, serveScheme } from './protocol.ts';
import { createRelay, type Relay } from './relay.ts';
import { switchOffNetworking } from './switches.ts';
import { openWindow } from './window.ts';

const places = findPlaces(app);
const development = !app.isPackaged;
const relays = new Map<number, Relay>();
const line = createEngineLine(() => attachEngine({ home: places.home }));

function showWindow(): void {
  const existing = BrowserWindow.getAllWindows()[0];
  if (existing) {
    if (existing.isMinimized()) existing.restore();
    existing.focus();
    return;
  }
  const window = openWindow(
    { preload: places.preload, state: places.windowState, icon: places.icon },
    development,
  );
  const { id } = window.webContents;
  relays.set(
    id,
    createRelay(window.webContents, () => attachEnginePort({ home: places.home })),
  );
  window.on('closed', () => {
    relays.get(id)?.close();
    relays.delete(id);
  });
}

function relayFrames(): void {
  const listen = (channel: string, take: (relay: Relay, values: unknown[]) => void): void => {
    ipcMain.on(channel, (event, ...values: unknown[]) => {
      const relay = isOwnSender(event) ? relays.get(event.sender.id) : undefined;
      if (relay) take(relay, values);
    });
  };
  listen(HOST_CHANNELS.connect, (relay) => relay.connect());
  listen(HOST_CHANNELS.frame, (relay, [connection, frame]) => relay.fromPage(connection, frame));
  listen(HOST_CHANNELS.taken, (relay, [connection, count]) => relay.taken(connection, count));
}

function start(): void {
  guardSession(session.defaultSession, development);
  serveScheme(places.renderer, line.client);
  answerHostCalls();
  relayFrames();
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate({
        platform: process.platform,
        development,
        command: (command) =>
          BrowserWindow.getFocusedWindow()?.webContents.send(HOST_CHANNELS.command, command),
      }),
    ),
  );
  // Starts the engine beside the window; while the app runs, the engine does too. Why it cannot
  // start is said in the window, by the relay's own attempt.
  line.client().catch(() => undefined);
  showWindow();
}

function fail(thrown: unknown): void {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  dialog.showErrorBox('Carrel could not start', `${reason}\n\nNothing that was stored is lost.`);
  app.exit(1);
}

function run(): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents));
  app.on('second-instance', showWindow);
  app.on('activate', showWindow);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  // The engine ends by itself a moment after its last host has left.
  app.on('will-quit', () => {
    for (const relay of relays.values()) relay.close();
    line.close();
  });
  app.whenReady().then(start).catch(fail);
}

switchOffNetworking(app.commandLine);
registerScheme();
app.enableSandbox();
try {
  mkdirSync(places.profile, { recursive: true, mode: 0o700 });
  app.setPath('userData', places.profile);
  if (app.requestSingleInstanceLock()) run();
  else app.quit();
} catch (thrown) {
  fail(thrown);
}
