/** An engine's end of a port, in memory. In: frames a host sends. Out: frames a test sends back. */
import type { Port } from '../../../src-preload/contract/contract.ts';

export interface MemoryPort extends Port {
  readonly received: unknown[];
  closed: boolean;
  /** The engine says something. */
  say(frame: unknown): void;
  /** The engine dies. */
  die(): void;
}

export function memoryPort(): MemoryPort {
  const frameListeners: ((frame: unknown) => void)[] = [];
  const closeListeners: (() => void)[] = [];
  const end = (): void => {
    if (port.closed) return;
    port.closed = true;
    for (const listener of closeListeners) listener();
  };
  const port: MemoryPort = {
    received: [],
    closed: false,
    send: (frame) => void port.received.push(frame),
    onFrame: (listener) => void frameListeners.push(listener),
    onClose: (listener) => void closeListeners.push(listener),
    close: end,
    say: (frame) => frameListeners.forEach((listener) => listener(frame)),
    die: end,
  };
  return port;
}
