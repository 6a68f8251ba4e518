/** The engine's local socket: only this person's processes can reach it (0600, or a named pipe). */
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { dirname } from 'node:path';
import type { Port } from '../../../src-preload/contract/contract.ts';
import { socketPort } from '../client/socket-port.ts';

/** Resolves once hosts can connect. The caller holds the home's lock, so a stale socket may go. */
export function listen(address: string, onPort: (port: Port) => void): Promise<Server> {
  const local = process.platform !== 'win32';
  if (local) {
    mkdirSync(dirname(address), { recursive: true, mode: 0o700 });
    rmSync(address, { force: true });
  }
  const server = createServer((socket) => onPort(socketPort(socket)));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // No moment in which others could connect: the file is made with these rights.
    const mask = local ? process.umask(0o177) : 0;
    server.listen(address, () => {
      if (local) chmodSync(address, 0o600);
      server.removeListener('error', reject);
      resolve(server);
    });
    if (local) process.umask(mask);
  });
}
