/**
 * A stand-in for the `electron` module: it records what the app asks for and lets a test send the
 * events that Electron would. Use it with `vi.mock('electron', () => fakeElectron.module)`.
 */
import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers';

export interface Sent {
  readonly channel: string;
  readonly values: unknown[];
}

export class FakeContents extends EventEmitter {
  readonly id: number;
  readonly mainFrame = { url: 'carrel-app://carrel/index.html' };
  readonly sent: Sent[] = [];
  destroyed = false;
  reloads = 0;
  openHandler: ((details: { url: string }) => { action: string }) | null = null;

  constructor(id: number) {
    super();
    this.id = id;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  getURL(): string {
    return this.mainFrame.url;
  }
  send(channel: string, ...values: unknown[]): void {
    if (this.destroyed) throw new Error('Object has been destroyed');
    this.sent.push({ channel, values });
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }
  reload(): void {
    this.reloads += 1;
  }
}

export class FakeWindow extends EventEmitter {
  static all: FakeWindow[] = [];
  static getAllWindows = (): FakeWindow[] => FakeWindow.all;
  static getFocusedWindow = (): FakeWindow | null => FakeWindow.all[0] ?? null;
  static fromWebContents = (contents: unknown): FakeWindow | null =>
    FakeWindow.all.find((window) => window.webContents === contents) ?? null;

  readonly options: Record<string, unknown> & { webPreferences: Record<string, unknown> };
  readonly webContents = new FakeContents(FakeWindow.all.length + 1);
  readonly calls: string[] = [];
  loaded = '';
  bounds = { x: 20, y: 30, width: 1000, height: 700 };
  maximized = false;
  minimized = false;

  constructor(options: FakeWindow['options']) {
    super();
    this.options = options;
    FakeWindow.all.push(this);
    fakeElectron.app.emit('web-contents-created', {}, this.webContents);
  }
  loadURL(url: string): Promise<void> {
    this.loaded = url;
    return Promise.resolve();
  }
  show = (): void => void this.calls.push('show');
  focus = (): void => void this.calls.push('focus');
  restore = (): void => void this.calls.push('restore');
  maximize = (): void => void this.calls.push('maximize');
  isMinimized = (): boolean => this.minimized;
  isMaximized = (): boolean => this.maximized;
  isDestroyed = (): boolean => this.webContents.destroyed;
  getNormalBounds = (): FakeWindow['bounds'] => this.bounds;
  setBackgroundColor = (colour: string): void => void this.calls.push(`background ${colour}`);
  setTitleBarOverlay = (overlay: { color: string }): void => void this.calls.push(`overlay ${overlay.color}`);
  /** What a person's press on the close button does. */
  close(): void {
    this.emit('close');
    this.webContents.destroyed = true;
    FakeWindow.all = FakeWindow.all.filter((window) => window !== this);
    this.emit('closed');
    if (FakeWindow.all.length === 0) fakeElectron.app.emit('window-all-closed');
  }
}

class FakeApp extends EventEmitter {
  isPackaged = false;
  appPath = '/nowhere';
  readonly calls: string[] = [];
  readonly paths: Record<string, string> = {};
  readonly switches: Record<string, string> = {};
  lock = true;
  ready: Promise<void> = Promise.resolve();
  readonly commandLine = {
    appendSwitch: (name: string, value = ''): void => void (this.switches[name] = value),
  };
  getAppPath = (): string => this.appPath;
  setPath = (name: string, path: string): void => void (this.paths[name] = path);
  enableSandbox = (): void => void this.calls.push('enableSandbox');
  requestSingleInstanceLock = (): boolean => this.lock;
  whenReady = (): Promise<void> => this.ready;
  exit = (code: number): void => void this.calls.push(`exit ${code}`);
  quit = (): void => {
    this.calls.push('quit');
    this.emit('will-quit', {});
  };
}

type Handler = (...values: never[]) => unknown;

export class FakeSession extends EventEmitter {
  handlers: Record<string, Handler> = {};
  spellChecker: boolean | null = null;
  setPermissionRequestHandler = (handler: Handler): void => void (this.handlers['request'] = handler);
  setPermissionCheckHandler = (handler: Handler): void => void (this.handlers['check'] = handler);
  setDevicePermissionHandler = (handler: Handler): void => void (this.handlers['device'] = handler);
  setSpellCheckerEnabled = (enabled: boolean): void => void (this.spellChecker = enabled);
  readonly webRequest = {
    onBeforeRequest: (handler: Handler): void => void (this.handlers['web'] = handler),
  };
}

class FakeIpc extends EventEmitter {
  readonly answers = new Map<string, (event: unknown, ...values: unknown[]) => Promise<unknown>>();
  handle(channel: string, answer: (event: unknown, ...values: unknown[]) => Promise<unknown>): void {
    this.answers.set(channel, answer);
  }
}

class FakeTheme extends EventEmitter {
  shouldUseDarkColors = false;
  themeSource = 'system';
}

/** The one fake that the tests of a file share; `reset` makes it new. */
export const fakeElectron = {
  app: new FakeApp(),
  session: new FakeSession(),
  ipc: new FakeIpc(),
  theme: new FakeTheme(),
  menu: null as unknown,
  schemes: [] as unknown[],
  served: new Map<string, (request: Request) => Promise<Response>>(),
  dialogs: {
    open: { canceled: false, filePaths: [] as string[] },
    save: { canceled: false, filePath: '' },
    asked: [] as { window: unknown; options: Record<string, unknown> }[],
    errors: [] as string[],
  },
  shown: [] as string[],

  reset(): void {
    FakeWindow.all = [];
    Object.assign(this, {
      app: new FakeApp(),
      session: new FakeSession(),
      ipc: new FakeIpc(),
      theme: new FakeTheme(),
      menu: null,
      schemes: [],
      served: new Map(),
      shown: [],
      dialogs: {
        open: { canceled: false, filePaths: [] },
        save: { canceled: false, filePath: '' },
        asked: [],
        errors: [],
      },
    });
  },

  /** The event that a message of this window's own page carries. */
  event(window: FakeWindow, frame: unknown = window.webContents.mainFrame): unknown {
    return { sender: window.webContents, senderFrame: frame };
  },
};

/** What `import … from 'electron'` gives; looks things up late, so that `reset` is seen. */
export const electronModule = {
  get app() {
    return fakeElectron.app;
  },
  get session() {
    return { defaultSession: fakeElectron.session };
  },
  get ipcMain() {
    return fakeElectron.ipc;
  },
  get nativeTheme() {
    return fakeElectron.theme;
  },
  BrowserWindow: FakeWindow,
  screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] },
  shell: { showItemInFolder: (path: string) => void fakeElectron.shown.push(path) },
  Menu: {
    buildFromTemplate: (template: unknown) => template,
    setApplicationMenu: (menu: unknown) => void (fakeElectron.menu = menu),
  },
  protocol: {
    registerSchemesAsPrivileged: (schemes: unknown[]) => void fakeElectron.schemes.push(...schemes),
    handle: (scheme: string, answer: (request: Request) => Promise<Response>) =>
      void fakeElectron.served.set(scheme, answer),
  },
  dialog: {
    showOpenDialog: (window: unknown, options: Record<string, unknown>) => {
      fakeElectron.dialogs.asked.push({ window, options });
      return Promise.resolve(fakeElectron.dialogs.open);
    },
    showSaveDialog: (window: unknown, options: Record<string, unknown>) => {
      fakeElectron.dialogs.asked.push({ window, options });
      return Promise.resolve(fakeElectron.dialogs.save);
    },
    showErrorBox: (title: string, text: string) => void fakeElectron.dialogs.errors.push(`${title}: ${text}`),
  },
};

/** Lets promises and stream callbacks run. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
