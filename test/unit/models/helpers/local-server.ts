/** A real HTTP server on loopback for tests. In: a handler. Out: its address, and what it saw. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface LocalServer {
  readonly url: string;
  readonly port: number;
  readonly seen: SeenRequest[];
  /** Resolves when the peer of some request has closed its connection before the response ended. */
  readonly peerClosed: Promise<void>;
  close(): Promise<void>;
}

export async function startLocalServer(
  handle: (request: SeenRequest, response: ServerResponse) => void | Promise<void>,
): Promise<LocalServer> {
  const seen: SeenRequest[] = [];
  let closedEarly = (): void => undefined;
  const peerClosed = new Promise<void>((resolve) => {
    closedEarly = resolve;
  });
  const server = createServer((request, response) => {
    response.once('close', () => {
      if (!response.writableFinished) closedEarly();
    });
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
      seen.push(one);
      void handle(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    seen,
    peerClosed,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
