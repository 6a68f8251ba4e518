/**
 * The web host: the same user interface on 127.0.0.1. In: a home, a port, the built renderer. Out:
 * a server that only a browser with the printed address may use.
 */
import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Client } from '../../src-preload/contract/client.ts';
import type { Port } from '../../src-preload/contract/contract.ts';
import { UNAUTHORISED_CLOSE_CODE } from '../../src-preload/contract/host.ts';
import { createEngineLine } from '../engine/client/engine-line.ts';
import { listPublicFiles } from '../engine/client/public-files.ts';
import type { Guard } from './guard.ts';
import { createGuard } from './guard.ts';
import { MAX_FRAME_BYTES, relay } from './relay.ts';
import { createRoutes } from './routes.ts';

export interface WebHostOptions {
  /** 0 takes a free port. */
  readonly port: number;
  /** Folder of the built user interface. */
  readonly renderer: string;
  /** A port to the engine for one window. */
  readonly attachPort: () => Promise<Port>;
  /** A client of the engine for the host itself. */
  readonly attachClient: () => Promise<Client>;
}

export interface WebHost {
  /** Address with the token, for the person's browser. */
  readonly url: string;
  close(): Promise<void>;
}

async function listen(port: number): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1', exclusive: true }, resolve);
  });
  return server;
}

/** Accepts WebSockets at /rpc and relays each to an engine port of its own. */
function acceptSockets(server: Server, guard: Guard, attach: () => Promise<Port>): WebSocketServer {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    const { headers } = request;
    if (request.url !== '/rpc' || !guard.hostAllowed(headers) || !guard.originAllowed(headers, true)) {
      stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      // A browser shows its page no status of a refused upgrade, only a close code.
      if (guard.hasCookie(headers)) void relay(socket, attach);
      else socket.close(UNAUTHORISED_CLOSE_CODE, 'no session');
    });
  });
  return sockets;
}

/** Starts listening. Rejects when the port is taken or the renderer's folder is missing. */
export async function startWebHost(options: WebHostOptions): Promise<WebHost> {
  const files = listPublicFiles(options.renderer);
  if (!files.has('/index.html'))
    throw new Error(`There is no index.html in ${options.renderer}; build the user interface first.`);
  const engine = createEngineLine(options.attachClient);
  const server = await listen(options.port);
  // The listeners are set in the tick of the first listening, before a connection can be read.
  const { port } = server.address() as AddressInfo;
  const guard = createGuard(port);
  server.on('request', createRoutes(guard, files, engine));
  const sockets = acceptSockets(server, guard, options.attachPort);
  // Started now, so that the first window finds it ready; a failure is told to that window.
  engine.client().catch(() => undefined);
  return {
    url: `http://127.0.0.1:${port}/?token=${guard.token}`,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      engine.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
