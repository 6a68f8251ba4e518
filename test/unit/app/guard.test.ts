/** What a page may not do: permissions, requests elsewhere, navigation, windows, downloads. */
import { describe, expect, it } from 'vitest';
import type { App, Session, WebContents } from 'electron';
import { guardContents, guardSession } from '../../../src-main/app/guard.ts';
import { isOwnAddress, isOwnSender } from '../../../src-main/app/origin.ts';
import { switchOffNetworking } from '../../../src-main/app/switches.ts';
import { fakeElectron, FakeContents, FakeSession } from './fake-electron.ts';

const PERMISSIONS = [
  'media',
  'geolocation',
  'notifications',
  'midi',
  'fullscreen',
  'openExternal',
  'clipboard-read',
  'display-capture',
  'usb',
  'window-management',
];

function guarded(development = false): Record<string, (...values: unknown[]) => unknown> {
  const session = new FakeSession();
  guardSession(session as unknown as Session, development);
  return session.handlers as Record<string, (...values: unknown[]) => unknown>;
}

function requestAllowed(address: string, development = false): boolean {
  let cancelled: boolean | undefined;
  guarded(development)['web']?.({ url: address }, ({ cancel }: { cancel: boolean }) => (cancelled = cancel));
  return cancelled === false;
}

describe('the session', () => {
  it.each(PERMISSIONS)('denies the permission %s, asked and checked', (permission) => {
    const handlers = guarded();
    const contents = new FakeContents(1);
    let granted: boolean | undefined;
    handlers['request']?.(contents, permission, (answer: boolean) => (granted = answer));
    expect(granted).toBe(false);
    expect(handlers['check']?.(contents, permission, 'carrel-app://carrel/')).toBe(false);
  });

  it('denies devices', () => {
    expect(guarded()['device']?.({ deviceType: 'hid' })).toBe(false);
  });

  it('lets our own page copy text, and no other page', () => {
    const handlers = guarded();
    const ask = (url: string): boolean | undefined => {
      const contents = new FakeContents(1);
      contents.mainFrame.url = url;
      let granted: boolean | undefined;
      handlers['request']?.(contents, 'clipboard-sanitized-write', (answer: boolean) => (granted = answer));
      return granted;
    };
    expect(ask('carrel-app://carrel/index.html')).toBe(true);
    expect(ask('carrel-app://other/index.html')).toBe(false);
    expect(handlers['check']?.(null, 'clipboard-sanitized-write', 'https://example.org/')).toBe(false);
  });

  it.each([
    'https://example.org/a.png',
    'http://127.0.0.1:8080/',
    'ws://localhost/rpc',
    'file:///etc/passwd',
    'ftp://example.org/',
    'carrel-app://elsewhere/index.html',
    'chrome-extension://abc/x.js',
    'not an address',
  ])('case 40: blocks a request to %s', (address) => {
    expect(requestAllowed(address)).toBe(false);
    expect(requestAllowed(address, true)).toBe(false);
  });

  it('lets the page load its own files', () => {
    expect(requestAllowed('carrel-app://carrel/assets/index.js')).toBe(true);
    expect(requestAllowed('blob:carrel-app://carrel/7')).toBe(true);
    expect(requestAllowed('data:image/png;base64,AA==')).toBe(true);
  });

  it('loads the developer tools in development only', () => {
    expect(requestAllowed('devtools://devtools/bundled/inspector.html', true)).toBe(true);
    expect(requestAllowed('devtools://devtools/bundled/inspector.html')).toBe(false);
  });

  it('stops downloads and fetches no dictionaries', () => {
    const session = new FakeSession();
    guardSession(session as unknown as Session, false);
    let stopped = false;
    session.emit('will-download', { preventDefault: () => (stopped = true) });
    expect(stopped).toBe(true);
    expect(session.spellChecker).toBe(false);
  });
});

describe('the contents', () => {
  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])(
    'prevents %s',
    (name) => {
      const contents = new FakeContents(1);
      guardContents(contents as unknown as WebContents);
      let prevented = false;
      contents.emit(name, { preventDefault: () => (prevented = true) }, 'carrel-app://carrel/other.html');
      expect(prevented).toBe(true);
    },
  );

  it('opens no window, not even for our own address', () => {
    const contents = new FakeContents(1);
    guardContents(contents as unknown as WebContents);
    for (const url of ['https://example.org', 'carrel-app://carrel/index.html', 'about:blank'])
      expect(contents.openHandler?.({ url })).toEqual({ action: 'deny' });
  });
});

describe('the origin', () => {
  it('is compared whole', () => {
    expect(isOwnAddress('carrel-app://carrel/index.html#x')).toBe(true);
    for (const address of [
      'carrel-app://carrel.example/',
      'carrel-app://user@other/',
      'https://carrel/',
      'carrel-app-x://carrel/',
      '',
    ])
      expect(isOwnAddress(address), address).toBe(false);
  });

  it('refuses messages of frames inside the page and of frames that are gone', () => {
    const contents = new FakeContents(1);
    const event = (senderFrame: unknown): Parameters<typeof isOwnSender>[0] =>
      ({ sender: contents, senderFrame }) as never;
    expect(isOwnSender(event(contents.mainFrame))).toBe(true);
    expect(isOwnSender(event({ url: 'carrel-app://carrel/index.html' }))).toBe(false);
    expect(isOwnSender(event(null))).toBe(false);
    contents.mainFrame.url = 'https://example.org/';
    expect(isOwnSender(event(contents.mainFrame))).toBe(false);
  });
});

describe('the command line of Chromium', () => {
  it('case 40: resolves no name and does nothing in the background', () => {
    fakeElectron.reset();
    switchOffNetworking(fakeElectron.app.commandLine as unknown as App['commandLine']);
    const { switches } = fakeElectron.app;
    expect(switches['host-resolver-rules']).toBe('MAP * ~NOTFOUND');
    for (const name of [
      'disable-background-networking',
      'disable-component-update',
      'disable-domain-reliability',
      'disable-sync',
      'metrics-recording-only',
      'no-pings',
      'no-proxy-server',
    ])
      expect(switches, name).toHaveProperty(name);
    expect(switches['disable-features']).toContain('OptimizationHints');
  });
});
