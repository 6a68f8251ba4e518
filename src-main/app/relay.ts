/**
 * Frames between one page and one engine port. In: a way to attach and a page. Out: the contract,
 * both ways and in order; a page that takes frames slowly makes them wait here, not in its memory.
 */
import { errorSchema, type ContractError } from '../../src-preload/contract/errors.ts';
import { requestFrameSchema, type Port } from '../../src-preload/contract/contract.ts';
import { HOST_CHANNELS } from '../../src-preload/contract/host-channels.ts';

/** Frames under way to the page at most; it says after each 16 that it took them. */
const WINDOW_FRAMES = 64;
/** A page that does not read for so long is let go; it connects again. */
const MAX_WAITING_FRAMES = 20_000;
/** Waits between attempts to attach, milliseconds. */
const RETRY_DELAYS = [250, 500, 1000, 2000, 4000];

/** The part of WebContents that a relay needs. */
export interface Page {
  isDestroyed(): boolean;
  send(channel: string, ...values: unknown[]): void;
}

export interface Relay {
  /** A page (re)loaded: it gets a port of its own, what an earlier one asked is void. */
  connect(): void;
  fromPage(connection: unknown, frame: unknown): void;
  /** The page took so many frames more. */
  taken(connection: unknown, count: unknown): void;
  close(): void;
}

function errorOf(thrown: unknown): ContractError {
  const { code, message, retryable } = thrown as ContractError;
  const known = errorSchema.safeParse({ code, message, retryable });
  if (known.success) return known.data;
  return {
    code: 'engineUnavailable',
    message: 'The Carrel engine could not be reached. It is tried again by itself.',
    retryable: true,
  };
}

/** Progress of indexing is a snapshot: a newer one replaces one that still waits. */
const isSnapshot = (frame: unknown): boolean =>
  (frame as { event?: unknown } | null)?.event === 'index.progress';

/** `wait` stands in for the clock in tests. */
export function createRelay(
  page: Page,
  attach: () => Promise<Port>,
  wait: (milliseconds: number) => Promise<unknown> = (milliseconds) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds)),
): Relay {
  let connection = 0;
  let port: Port | null = null;
  let underWay = 0;
  let waiting: unknown[] = [];

  const tell = (channel: string, ...values: unknown[]): void => {
    if (!page.isDestroyed()) page.send(channel, ...values);
  };

  function drain(): void {
    const count = Math.min(WINDOW_FRAMES - underWay, waiting.length);
    if (count <= 0) return;
    for (const frame of waiting.splice(0, count)) tell(HOST_CHANNELS.frame, connection, frame);
    underWay += count;
  }

  function toPage(frame: unknown): void {
    const at = isSnapshot(frame) ? waiting.findIndex(isSnapshot) : -1;
    if (at >= 0) waiting[at] = frame;
    else waiting.push(frame);
    drain();
    if (waiting.length > MAX_WAITING_FRAMES) lose();
  }

  /** The connection is over, from either side: the page hears it and gets a new one. */
  function lose(): void {
    close();
    tell(HOST_CHANNELS.closed, null);
    void open();
  }

  function use(opened: Port): void {
    const mine = ++connection;
    port = opened;
    underWay = 0;
    waiting = [];
    opened.onFrame((frame) => {
      if (mine === connection) toPage(frame);
    });
    opened.onClose(() => {
      if (mine === connection) lose();
    });
    tell(HOST_CHANNELS.opened, mine);
  }

  async function open(): Promise<void> {
    const mine = ++connection;
    for (let attempt = 0; mine === connection; attempt++) {
      try {
        const opened = await attach();
        if (mine === connection) use(opened);
        else opened.close();
        return;
      } catch (thrown) {
        if (mine !== connection) return;
        const error = errorOf(thrown);
        tell(HOST_CHANNELS.closed, error);
        if (!error.retryable) return;
        await wait(RETRY_DELAYS[Math.min(attempt, RETRY_DELAYS.length - 1)] ?? 0);
      }
    }
  }

  function close(): void {
    connection += 1;
    port?.close();
    port = null;
    waiting = [];
  }

  return {
    connect() {
      close();
      void open();
    },
    fromPage(of, frame) {
      if (of !== connection || port === null) return;
      const parsed = requestFrameSchema.safeParse(frame);
      // Our own page sends frames of the contract and nothing else.
      if (parsed.success) port.send(parsed.data);
      else lose();
    },
    taken(of, count) {
      if (of !== connection || typeof count !== 'number' || !(count > 0)) return;
      underWay = Math.max(0, underWay - Math.floor(count));
      drain();
    },
    close,
  };
}
