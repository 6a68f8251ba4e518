/** The window. In: where preload and state are. Out: a window that shows the page and remembers its place. */
import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { BrowserWindowConstructorOptions } from 'electron';
import { APP_ORIGIN } from '../../src-preload/contract/host-channels.ts';
import { readWindowState, writeWindowState } from './window-state.ts';

export interface WindowFiles {
  readonly preload: string;
  readonly state: string;
  readonly icon: string;
}

/** Height of the renderer's title bar, points (design: panes). */
const TITLE_BAR = 44;
/** Tokens `surface-1` and `text-1`: what shows before the page does, and the buttons of the frame. */
const COLOURS = {
  light: { color: '#f3f2ee', symbolColor: '#1d1e1b' },
  dark: { color: '#191a19', symbolColor: '#e9e8e3' },
} as const;

const colours = (): { color: string; symbolColor: string } =>
  nativeTheme.shouldUseDarkColors ? COLOURS.dark : COLOURS.light;

function frame(platform: NodeJS.Platform): Partial<BrowserWindowConstructorOptions> {
  if (platform === 'darwin') return { titleBarStyle: 'hiddenInset', trafficLightPosition: { x: 14, y: 14 } };
  if (platform !== 'win32') return { autoHideMenuBar: true };
  return { titleBarStyle: 'hidden', titleBarOverlay: { height: TITLE_BAR, ...colours() } };
}

/** Follows the theme with the frame's buttons, where the frame has its own. */
function followTheme(window: BrowserWindow, platform: NodeJS.Platform): void {
  const follow = (): void => {
    if (window.isDestroyed()) return;
    window.setBackgroundColor(colours().color);
    if (platform === 'win32') window.setTitleBarOverlay({ height: TITLE_BAR, ...colours() });
  };
  nativeTheme.on('updated', follow);
  window.on('closed', () => nativeTheme.off('updated', follow));
}

/** A page whose process crashed is shown again; one that keeps crashing is left as it is. */
const MAX_RELOADS = 3;

function reviveAfterCrash(window: BrowserWindow): void {
  let left = MAX_RELOADS;
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason !== 'clean-exit' && left-- > 0) window.webContents.reload();
  });
}

/** Opens the window; `development` leaves the developer tools in. */
export function openWindow(
  files: WindowFiles,
  development: boolean,
  platform: NodeJS.Platform = process.platform,
): BrowserWindow {
  const screens = screen.getAllDisplays().map((display) => display.workArea);
  const state = readWindowState(files.state, screens);
  const window = new BrowserWindow({
    ...(state ?? { width: 1280, height: 800 }),
    minWidth: 640,
    minHeight: 400,
    show: false,
    title: 'Carrel',
    icon: files.icon,
    backgroundColor: colours().color,
    ...frame(platform),
    webPreferences: {
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
      devTools: development,
    },
  });
  window.once('ready-to-show', () => {
    if (state?.maximized) window.maximize();
    window.show();
  });
  window.on('close', () =>
    writeWindowState(files.state, { ...window.getNormalBounds(), maximized: window.isMaximized() }),
  );
  followTheme(window, platform);
  reviveAfterCrash(window);
  void window.loadURL(`${APP_ORIGIN}/index.html`);
  return window;
}
