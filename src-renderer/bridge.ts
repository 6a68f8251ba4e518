/**
 * The renderer's one way out. In: `window.carrel` in Electron, the WebSocket `/rpc` in a browser.
 * Out: typed calls and events that survive a lost connection, and what only a host can do.
 */
import { ContractFailure, createClient, type Client } from '../src-preload/contract/client.ts';
import type {
  CallInput,
  CallName,
  CallOutput,
  EventData,
  EventName,
  Port,
} from '../src-preload/contract/contract.ts';
import type { ContractError } from '../src-preload/contract/errors.ts';
import {
  ENGINE_GONE_CLOSE_CODE,
  UNAUTHORISED_CLOSE_CODE,
  type CarrelHost,
} from '../src-preload/contract/host.ts';

declare global {
  interface Window {
    carrel?: CarrelHost;
  }
}

/** Electron's preload object, or null in a browser. */
export const electron: CarrelHost | null = window.carrel ?? null;

export type Phase = 'connecting' | 'open' | 'lost' | 'refused';

/** `epoch` counts the connections made: what was loaded in an earlier one may be out of date. */
export interface Connection {
  readonly phase: Phase;
  readonly epoch: number;
  /** Why the engine is gone, where the host could say it. */
  readonly error: ContractError | null;
}

type Listener = (data: never) => void;

const listeners = new Map<EventName, Set<Listener>>();
const watchers = new Set<() => void>();
let client: Client | null = null;
let connection: Connection = { phase: 'connecting', epoch: 0, error: null };

function become(change: Partial<Connection>): void {
  connection = { ...connection, ...change };
  for (const watcher of watchers) watcher();
}

function relay(to: Client, name: EventName): void {
  to.on(name, (data) => {
    for (const listener of listeners.get(name) ?? []) listener(data as never);
  });
}

function opened(port: Port): void {
  client = createClient(port);
  for (const name of listeners.keys()) relay(client, name);
  become({ phase: 'open', epoch: connection.epoch + 1, error: null });
}

function lost(phase: Phase, error: ContractError | null): void {
  client = null;
  become({ phase, error });
}

/** The connection as it is now; the object changes when the state does. */
export function currentConnection(): Connection {
  return connection;
}

/** Calls `watcher` after every change of the connection; returns the function that ends it. */
export function watchConnection(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Rejects with `ContractFailure`; with `engineUnavailable` while there is no connection. */
export function call<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  signal?: AbortSignal,
): Promise<CallOutput<Name>> {
  if (client) return client.call(name, input, signal);
  return Promise.reject(
    new ContractFailure({
      code: 'engineUnavailable',
      message: 'There is no connection to the Carrel engine. It is tried again by itself.',
      retryable: true,
    }),
  );
}

/** Listens over all connections, those to come too; returns the function that ends it. */
export function on<Name extends EventName>(
  name: Name,
  listener: (data: EventData<Name>) => void,
): () => void {
  let set = listeners.get(name);
  if (!set) {
    set = new Set();
    listeners.set(name, set);
    if (client) relay(client, name);
  }
  set.add(listener);
  return () => set.delete(listener);
}

/** Any thrown value as the error a screen shows. */
export function asError(thrown: unknown): ContractError {
  if (thrown instanceof ContractFailure) return thrown.error;
  return {
    code: 'internal',
    message: 'Something in this window went wrong. Nothing that was stored is lost.',
    retryable: true,
    detail: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown),
  };
}

/** Address of a document's bytes; it answers range requests. `document` is an id. */
export function documentUrl(document: string): string {
  if (electron) return electron.documentUrl(document);
  return new URL(`/document/${encodeURIComponent(document)}`, window.location.href).href;
}

/** Writes a text where the person wants it: a save dialog in Electron, a download in a browser. */
export async function saveText(name: string, mime: string, text: string): Promise<string | null> {
  if (electron) return electron.saveText(name, text);
  const url = URL.createObjectURL(new Blob([text], { type: mime }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
  return name;
}

function connectElectron(host: CarrelHost): void {
  let onFrame: ((frame: unknown) => void) | null = null;
  let onClose: (() => void) | null = null;
  host.port.onFrame((frame) => onFrame?.(frame));
  host.port.onClose((error) => {
    onClose?.();
    onFrame = onClose = null;
    lost(error && !error.retryable ? 'refused' : 'lost', error);
  });
  host.port.onOpen(() =>
    opened({
      send: (frame) => host.port.send(frame),
      onFrame: (listener) => void (onFrame = listener),
      onClose: (listener) => void (onClose = listener),
      close: () => undefined,
    }),
  );
}

function socketPort(socket: WebSocket): Port {
  return {
    send: (frame) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
    },
    onFrame: (listener) =>
      socket.addEventListener('message', (event) => listener(JSON.parse(event.data as string))),
    onClose: (listener) => socket.addEventListener('close', listener),
    close: () => socket.close(),
  };
}

/** Why the web host closed the socket for good, or null where trying again can help. */
function refusal(event: CloseEvent): ContractError | null {
  if (event.code === UNAUTHORISED_CLOSE_CODE)
    return {
      code: 'engineUnavailable',
      message: 'This address is not valid any more. Open the one that "carrel serve" printed last.',
      retryable: false,
    };
  if (event.code !== ENGINE_GONE_CLOSE_CODE) return null;
  return {
    code: event.reason as ContractError['code'],
    message: 'The Carrel engine could not open the library.',
    retryable: event.reason === 'engineUnavailable',
  };
}

/** Waits between attempts, in milliseconds: quick at first, then once in four seconds. */
const RETRY_DELAYS = [250, 500, 1000, 2000, 4000];

function connectWeb(attempt = 0): void {
  const address = new URL('/rpc', window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(address);
  let tried = attempt;
  socket.addEventListener('open', () => {
    tried = 0;
    opened(socketPort(socket));
  });
  socket.addEventListener('close', (event) => {
    const error = refusal(event);
    if (error && !error.retryable) return lost('refused', error);
    lost('lost', error);
    const delay = RETRY_DELAYS[Math.min(tried, RETRY_DELAYS.length - 1)];
    window.setTimeout(() => connectWeb(tried + 1), delay);
  });
}

/** Opens the connection; called once, before the first screen. */
export function connect(): void {
  if (electron) connectElectron(electron);
  else connectWeb();
}
