/** Frames as JSON lines over a local socket. In: a connected socket. Out: the contract's Port. */
import type { Socket } from 'node:net';
import type { Port } from '../../../src-preload/contract/contract.ts';

/** A peer that does not read for so long that this much is waiting is cut off. */
const MAX_WAITING_BYTES = 256 * 1024 * 1024;
/** Longest accepted line; a page picture is a few megabytes. */
const MAX_LINE_BYTES = 128 * 1024 * 1024;

export function socketPort(socket: Socket): Port {
  const frameListeners: ((frame: unknown) => void)[] = [];
  const closeListeners: (() => void)[] = [];
  let parts: Buffer[] = [];
  let waiting = 0;

  function takeLine(line: Buffer): void {
    if (line.length === 0) return;
    let frame: unknown;
    try {
      frame = JSON.parse(line.toString('utf8'));
    } catch {
      socket.destroy();
      return;
    }
    for (const listener of frameListeners) listener(frame);
  }

  socket.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, start)) {
      const piece = chunk.subarray(start, at);
      takeLine(parts.length === 0 ? piece : Buffer.concat([...parts, piece]));
      parts = [];
      waiting = 0;
      start = at + 1;
    }
    if (start < chunk.length) {
      parts.push(chunk.subarray(start));
      waiting += chunk.length - start;
      if (waiting > MAX_LINE_BYTES) socket.destroy();
    }
  });
  // A reset or a broken pipe is a closed port, nothing more; 'close' follows.
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    for (const listener of closeListeners) listener();
  });

  return {
    send(frame) {
      if (socket.destroyed) return;
      socket.write(`${JSON.stringify(frame)}\n`);
      if (socket.writableLength > MAX_WAITING_BYTES) socket.destroy();
    },
    onFrame: (listener) => void frameListeners.push(listener),
    onClose: (listener) => void closeListeners.push(listener),
    close: () => void socket.end(),
  };
}
