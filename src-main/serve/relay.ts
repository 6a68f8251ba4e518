/**
 * Frames between one WebSocket and one engine port. In: an open socket. Out: the contract, both
 * ways; nothing is kept here and nothing is added.
 */
import { WebSocket } from 'ws';
import type { Port } from '../../src-preload/contract/contract.ts';
import { requestFrameSchema } from '../../src-preload/contract/contract.ts';
import { ERROR_CODES } from '../../src-preload/contract/errors.ts';
import type { ErrorCode } from '../../src-preload/contract/errors.ts';
import { ENGINE_GONE_CLOSE_CODE } from '../../src-preload/contract/host.ts';

/** Longest frame a page may send: a question or a setting is a few kilobytes. */
export const MAX_FRAME_BYTES = 4 * 1024 * 1024;
/** A page that does not read is first spared progress events, then let go (it connects again). */
const SLOW_BYTES = 4 * 1024 * 1024;
const STUCK_BYTES = 128 * 1024 * 1024;
const HEARTBEAT_MILLISECONDS = 20_000;

/** WebSocket close codes (RFC 6455 §7.4.1 and the IANA registry). */
const UNSUPPORTED_DATA = 1003;
const BAD_FRAME = 1007;
const RESTART = 1012;
const OVERLOADED = 1013;

function reasonOf(thrown: unknown): ErrorCode {
  const code = (thrown as { code?: unknown } | null)?.code;
  return ERROR_CODES.find((known) => known === code) ?? 'engineUnavailable';
}

/** Progress is a snapshot: the next one says all that a dropped one did. */
function isProgress(frame: unknown): boolean {
  const event = (frame as { event?: unknown }).event;
  return event === 'index.progress' || event === 'models.progress';
}

function sendToPage(socket: WebSocket, frame: unknown): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (socket.bufferedAmount > STUCK_BYTES) return socket.close(OVERLOADED, 'reading too slowly');
  if (socket.bufferedAmount > SLOW_BYTES && isProgress(frame)) return;
  socket.send(JSON.stringify(frame));
}

function sendToEngine(socket: WebSocket, port: Port, data: Buffer, binary: boolean): void {
  if (binary) return socket.close(UNSUPPORTED_DATA, 'frames are text');
  let frame: unknown;
  try {
    frame = JSON.parse(data.toString('utf8'));
  } catch {
    return socket.close(BAD_FRAME, 'not JSON');
  }
  const parsed = requestFrameSchema.safeParse(frame);
  if (!parsed.success) return socket.close(BAD_FRAME, 'not a frame of the contract');
  port.send(parsed.data);
}

function keepAlive(socket: WebSocket): void {
  let alive = true;
  socket.on('pong', () => (alive = true));
  const timer = setInterval(() => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
  }, HEARTBEAT_MILLISECONDS);
  socket.on('close', () => clearInterval(timer));
}

/** Attaches an engine port for this socket and relays until either side goes. */
export async function relay(socket: WebSocket, attach: () => Promise<Port>): Promise<void> {
  // A broken frame or a reset; 'close' follows.
  socket.on('error', () => socket.terminate());
  socket.pause();
  let port: Port;
  try {
    port = await attach();
  } catch (thrown) {
    socket.resume();
    return socket.close(ENGINE_GONE_CLOSE_CODE, reasonOf(thrown));
  }
  port.onFrame((frame) => sendToPage(socket, frame));
  port.onClose(() => socket.close(RESTART, 'the engine closed'));
  socket.on('message', (data: Buffer, binary) => sendToEngine(socket, port, data, binary));
  socket.on('close', () => port.close());
  socket.resume();
  if (socket.readyState !== WebSocket.OPEN) port.close();
  else keepAlive(socket);
}
