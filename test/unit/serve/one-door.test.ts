/**
 * Case 40, by reading the sources: only the modules named here can open a connection or a server,
 * and only one of them can reach beyond this computer. A new one must be added here on purpose.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..');

/** Values (not types) of network modules, and what browsers and Node have without an import. */
const OPENERS = [
  /^import (?!type\b)[^;]*from '(?:node:)?(?:http|https|http2|net|tls|dgram|dns|dns\/promises)'/mu,
  /^import (?!type\b)[^;]*from '(?:ws|undici|axios|got|node-fetch)'/mu,
  /\b(?:fetch|sendBeacon)\(/u,
  /\bnew (?:WebSocket|XMLHttpRequest|EventSource|RTCPeerConnection)\(/u,
];

/** Module → what it may connect to. */
const ALLOWED: Record<string, string> = {
  'src-main/models/network-door.ts': 'the one door: checks every address, records every connection',
  'src-main/models/address-rules.ts': 'no connection: lists of addresses (BlockList)',
  'src-main/engine/client/attach.ts': 'the local socket of the engine',
  'src-main/engine/rpc/listen.ts': 'the local socket of the engine',
  'src-main/serve/serve.ts': '127.0.0.1, for the person’s own browser',
  'src-main/serve/relay.ts': 'the WebSockets of serve.ts',
  'src-renderer/bridge.ts': 'the WebSocket of the page’s own origin',
};

test('case 40: no module opens a connection but the ones named here', () => {
  const files = globSync(['src-main/**/*.ts', 'src-renderer/**/*.{ts,tsx}', 'src-preload/**/*.ts'], {
    cwd: root,
  });
  expect(files.length).toBeGreaterThan(100);
  const opening = files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => {
      const text = readFileSync(join(root, file), 'utf8').replace(/^\s*(?:\/\/|\*|\/\*).*$/gmu, '');
      return OPENERS.some((opener) => opener.test(text));
    });
  expect(opening.sort()).toEqual(Object.keys(ALLOWED).sort());
});
