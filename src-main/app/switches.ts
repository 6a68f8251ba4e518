/**
 * Chromium's own network habits, switched off before the app is ready. In: Electron's command line.
 * Out: a browser that resolves no name and fetches nothing by itself.
 */
import type { App } from 'electron';

/** Switch → value. `host-resolver-rules` closed every leak that was tried; a policy alone did not. */
const SWITCHES: Readonly<Record<string, string | null>> = {
  'host-resolver-rules': 'MAP * ~NOTFOUND',
  // No proxy, and so no search for one on the network (WPAD).
  'no-proxy-server': null,
  'disable-background-networking': null,
  'disable-component-update': null,
  'disable-domain-reliability': null,
  'disable-sync': null,
  'dns-prefetch-disable': null,
  'metrics-recording-only': null,
  'no-pings': null,
  'disable-features':
    'AutofillServerCommunication,CertificateTransparencyComponentUpdater,MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,Translate',
  'force-webrtc-ip-handling-policy': 'disable_non_proxied_udp',
};

/** Must run before the app is ready. */
export function switchOffNetworking(commandLine: App['commandLine']): void {
  for (const [name, value] of Object.entries(SWITCHES)) {
    if (value === null) commandLine.appendSwitch(name);
    else commandLine.appendSwitch(name, value);
  }
}
