/** Frames between page and engine: order, back-pressure, lost engines, reloaded pages. */
import { describe, expect, it } from 'vitest';
import { createRelay, type Page, type Relay } from '../../../src-main/app/relay.ts';
import { FRAMES_PER_ACKNOWLEDGEMENT, HOST_CHANNELS } from '../../../src-preload/contract/host-channels.ts';
import { CarrelError } from '../../../src-main/domain/errors.ts';
import { settle } from './fake-electron.ts';
import { memoryPort, type MemoryPort } from './memory-port.ts';

interface Setup {
  relay: Relay;
  ports: MemoryPort[];
  waits: number[];
  /** Values sent on a channel, in order. */
  sent(channel: string): unknown[][];
  page: Page & { gone: boolean };
  /** Errors to be thrown by the next attempts to attach. */
  failures: unknown[];
}

function setup(): Setup {
  const messages: [string, unknown[]][] = [];
  const page = {
    gone: false,
    isDestroyed: () => page.gone,
    send: (channel: string, ...values: unknown[]) => void messages.push([channel, values]),
  };
  const ports: MemoryPort[] = [];
  const failures: unknown[] = [];
  const waits: number[] = [];
  const relay = createRelay(
    page,
    () => {
      if (failures.length > 0) return Promise.reject(failures.shift());
      const port = memoryPort();
      ports.push(port);
      return Promise.resolve(port);
    },
    (milliseconds) => Promise.resolve(waits.push(milliseconds)),
  );
  const sent = (channel: string): unknown[][] =>
    messages.filter(([name]) => name === channel).map(([, values]) => values);
  return { relay, ports, waits, sent, page, failures };
}

const last = <Item>(items: readonly Item[]): Item => {
  const item = items.at(-1);
  if (item === undefined) throw new Error('nothing there');
  return item;
};

async function connected(): Promise<Setup & { port: MemoryPort; connection: number }> {
  const made = setup();
  made.relay.connect();
  await settle();
  return { ...made, port: last(made.ports), connection: last(made.sent(HOST_CHANNELS.opened))[0] as number };
}

const request = (id: number): unknown => ({ id, call: 'engine.info', input: {} });

describe('the relay', () => {
  it('passes frames of the contract to the engine in order', async () => {
    const { relay, port, connection } = await connected();
    for (let id = 1; id <= 5; id++) relay.fromPage(connection, request(id));
    relay.fromPage(connection, { cancel: 3 });
    expect(port.received).toEqual([1, 2, 3, 4, 5].map(request).concat([{ cancel: 3 }]));
  });

  it('keeps the order of what the engine says, however slowly the page takes it', async () => {
    const { relay, port, connection, sent } = await connected();
    for (let id = 0; id < 500; id++) port.say({ id, output: id });
    const seen = (): number => sent(HOST_CHANNELS.frame).length;
    expect(seen()).toBe(64);
    while (seen() < 500) {
      const before = seen();
      relay.taken(connection, FRAMES_PER_ACKNOWLEDGEMENT);
      expect(seen()).toBe(Math.min(500, before + FRAMES_PER_ACKNOWLEDGEMENT));
    }
    expect(sent(HOST_CHANNELS.frame)).toEqual(
      Array.from({ length: 500 }, (_, id) => [connection, { id, output: id }]),
    );
  });

  it('lets only the newest progress wait', async () => {
    const { relay, port, connection, sent } = await connected();
    for (let id = 0; id < 64; id++) port.say({ id, output: null });
    for (let pages = 1; pages <= 50; pages++) port.say({ event: 'index.progress', data: { pages } });
    port.say({ id: 64, output: null });
    relay.taken(connection, 64);
    expect(
      sent(HOST_CHANNELS.frame)
        .slice(64)
        .map(([, frame]) => frame),
    ).toEqual([
      { event: 'index.progress', data: { pages: 50 } },
      { id: 64, output: null },
    ]);
  });

  it('does not believe a page that says it took more than it got, or nothing', async () => {
    const { relay, port, connection, sent } = await connected();
    for (const count of [-5, Number.NaN, 'many', null]) relay.taken(connection, count);
    for (let id = 0; id < 200; id++) port.say({ id, output: null });
    expect(sent(HOST_CHANNELS.frame)).toHaveLength(64);
    relay.taken(connection, 1_000_000);
    expect(sent(HOST_CHANNELS.frame)).toHaveLength(128);
  });

  it('lets a page go that takes nothing any more, and serves it anew', async () => {
    const { port, ports, sent } = await connected();
    for (let id = 0; id < 21_000; id++) port.say({ id, output: null });
    expect(port.closed).toBe(true);
    await settle();
    expect(ports).toHaveLength(2);
    expect(sent(HOST_CHANNELS.frame)).toHaveLength(64);
    last(ports).say({ id: 1, output: 'new' });
    expect(last(sent(HOST_CHANNELS.frame))[1]).toEqual({ id: 1, output: 'new' });
  });

  it('cuts off a page that sends what is no frame of the contract', async () => {
    const { relay, port, connection } = await connected();
    relay.fromPage(connection, { id: 'one', call: 7 });
    expect(port.received).toEqual([]);
    expect(port.closed).toBe(true);
  });

  it('attaches again when the engine dies, and says so', async () => {
    const { port, ports, sent, relay, connection } = await connected();
    port.die();
    expect(sent(HOST_CHANNELS.closed)).toEqual([[null]]);
    await settle();
    expect(ports).toHaveLength(2);
    expect(last(sent(HOST_CHANNELS.opened))[0]).not.toBe(connection);
    relay.fromPage(connection, request(9));
    expect(last(ports).received).toEqual([]);
  });

  it('tries again with growing waits while the engine cannot be reached', async () => {
    const made = setup();
    made.failures.push(...Array.from({ length: 7 }, () => new Error('no')));
    made.relay.connect();
    await settle();
    await settle();
    expect(made.waits).toEqual([250, 500, 1000, 2000, 4000, 4000, 4000]);
    expect(made.sent(HOST_CHANNELS.closed)[0]?.[0]).toMatchObject({
      code: 'engineUnavailable',
      retryable: true,
    });
    expect(made.sent(HOST_CHANNELS.opened)).toHaveLength(1);
  });

  it('case 32: says why a newer library is not opened, and does not try again', async () => {
    const made = setup();
    const message = 'This library was made by a newer Carrel. It was not opened and not changed.';
    made.failures.push(new CarrelError('libraryNewer', message));
    made.relay.connect();
    await settle();
    expect(made.sent(HOST_CHANNELS.closed)).toEqual([[{ code: 'libraryNewer', message, retryable: false }]]);
    expect(made.waits).toEqual([]);
    expect(made.ports).toHaveLength(0);
  });

  it('gives a reloaded page a port of its own: answers to the old page go nowhere', async () => {
    const { relay, port, ports, sent } = await connected();
    relay.connect();
    await settle();
    expect(port.closed).toBe(true);
    expect(ports).toHaveLength(2);
    port.say({ id: 1, output: 'for the old page' });
    expect(sent(HOST_CHANNELS.frame)).toEqual([]);
    expect(sent(HOST_CHANNELS.closed)).toEqual([]);
  });

  it('closes a port that comes too late', async () => {
    const made = setup();
    made.relay.connect();
    made.relay.close();
    await settle();
    expect(made.ports.map((port) => port.closed)).toEqual([true]);
    expect(made.sent(HOST_CHANNELS.opened)).toEqual([]);
  });

  it('sends nothing to a page that is gone', async () => {
    const { page, port, sent } = await connected();
    page.gone = true;
    port.say({ id: 1, output: null });
    port.die();
    await settle();
    expect(sent(HOST_CHANNELS.frame)).toEqual([]);
    expect(sent(HOST_CHANNELS.closed)).toEqual([]);
  });
});
