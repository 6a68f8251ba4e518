/**
 * What a page may not do. In: the session and every web contents. Out: permissions, requests
 * elsewhere, navigation, new windows and downloads are refused.
 */
import type { Session, WebContents } from 'electron';
import { isOwnAddress } from './origin.ts';

/** Copying text is the one thing asked for that is granted, to our own page. */
const GRANTED = 'clipboard-sanitized-write';
/** Made by the page itself; no connection stands behind them. */
const LOCAL_SCHEMES = ['blob:', 'data:'];

function mayRequest(address: string, development: boolean): boolean {
  const scheme = URL.parse(address)?.protocol ?? '';
  if (LOCAL_SCHEMES.includes(scheme) || isOwnAddress(address)) return true;
  return development && scheme === 'devtools:';
}

/** `development` lets the developer tools load their own page. */
export function guardSession(session: Session, development: boolean): void {
  session.setPermissionRequestHandler((contents, permission, decide) =>
    decide(permission === GRANTED && isOwnAddress(contents.getURL())),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => permission === GRANTED && isOwnAddress(origin),
  );
  session.setDevicePermissionHandler(() => false);
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest((details, decide) =>
    decide({ cancel: !mayRequest(details.url, development) }),
  );
  session.on('will-download', (event) => event.preventDefault());
}

/** Our page never leaves itself and opens nothing. */
export function guardContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
