/**
 * The one door to the network. In: requests of this room. Out: responses whose bodies are streamed.
 * Every other module of src-main opens no connection beyond this computer's local sockets.
 *
 * A host is resolved first and the connection goes to an address that was checked (a name that
 * changes its address in between gains nothing). No proxy is used, whatever the environment says:
 * Node's own agents would only use one with NODE_USE_ENV_PROXY, and this module brings its own.
 */
import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { request as requestHttp, Agent as HttpAgent } from 'node:http';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { request as requestHttps, Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';
import { CarrelError } from '../domain/errors.ts';
import { addressReach, hostWithin } from './address-rules.ts';
import type { ConnectionRecord, OpenRecord } from './connection-record.ts';

export interface DoorRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What a person reads in the record: "answer from a model server". */
  readonly purpose: string;
  /** Domains (and their subdomains) that may be outside this computer and its network. */
  readonly allowed: readonly string[];
  /** Until the response's head has come, in milliseconds. */
  readonly headTimeout: number;
  /** Between two pieces of the body, in milliseconds. */
  readonly idleTimeout: number;
}

export interface DoorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Ending the iteration early closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
  /** The whole body as text, of at most 16 MB. */
  text(): Promise<string>;
}

export interface NetworkDoor {
  /**
   * @throws CarrelError offline, addressRefused, serverUnreachable, serverTimeout; the signal's
   * reason when aborted, with the connection closed.
   */
  open(request: DoorRequest, signal: AbortSignal): Promise<DoorResponse>;
  /** Lets another program of the person's connect (their package client), and records it. */
  permitProgram(program: string, purpose: string): OpenRecord;
  /** Ends what is open when the person has gone offline. */
  closeIfOffline(): void;
}

const MOST_REDIRECTS = 5;
const MOST_TEXT = 16_000_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Sent again to the same host only. */
const CREDENTIALS = new Set(['authorization', 'cookie']);

const offlineError = (): CarrelError =>
  new CarrelError(
    'offline',
    'Carrel is set to stay offline. Turn that off in the settings to use a server or to download.',
  );

function refused(host: string): CarrelError {
  return new CarrelError(
    'addressRefused',
    `${host} is outside this computer and its local network. Nothing was sent. Allow this host by name in the settings if it should be used.`,
  );
}

function unreachable(url: URL, error: NodeJS.ErrnoException): CarrelError {
  return new CarrelError(
    'serverUnreachable',
    `Nothing answers at ${url.host}. Check that the server runs, its address and port, and that this computer may reach it.`,
    { retryable: true, detail: error.code ?? error.message, cause: error },
  );
}

const timedOut = (url: URL): CarrelError =>
  new CarrelError(
    'serverTimeout',
    `${url.host} did not answer in time. Try again, or look at what the server is doing.`,
    {
      retryable: true,
    },
  );

export interface DoorOptions {
  offline(): boolean;
  readonly record: ConnectionRecord;
  /** Name to addresses; the system's resolver when absent. Called once for each connection. */
  resolve?(host: string): Promise<LookupAddress[]>;
}

export function createNetworkDoor(options: DoorOptions): NetworkDoor {
  const resolveName = options.resolve ?? ((host: string) => lookup(host, { all: true }));
  const open = new Set<ClientRequest>();

  async function checkedAddresses(url: URL, allowed: readonly string[]): Promise<LookupAddress[]> {
    const host = url.hostname.replace(/^\[|\]$/gu, '');
    const named = allowed.some((domain) => hostWithin(host.toLowerCase(), domain.toLowerCase()));
    let found: LookupAddress[];
    if (isIP(host)) found = [{ address: host, family: isIP(host) }];
    else
      found = await resolveName(host).catch((error: NodeJS.ErrnoException) => {
        throw unreachable(url, error);
      });
    const near = named ? found : found.filter(({ address }) => addressReach(address) !== 'public');
    if (near.length === 0) throw refused(host);
    return near;
  }

  async function* readBody(
    response: IncomingMessage,
    sent: ClientRequest,
    record: OpenRecord,
    url: URL,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of response as AsyncIterable<Buffer>) {
        record.received(piece.length);
        yield piece;
      }
      record.end('done');
    } catch (thrown) {
      signal.throwIfAborted();
      if (thrown instanceof CarrelError) throw thrown;
      throw unreachable(url, thrown as NodeJS.ErrnoException);
    } finally {
      record.end('failed');
      sent.destroy();
      open.delete(sent);
    }
  }

  function send(
    url: URL,
    request: DoorRequest,
    headers: Readonly<Record<string, string>>,
    addresses: readonly LookupAddress[],
    signal: AbortSignal,
  ): Promise<DoorResponse> {
    const record = options.record.begin(url.hostname, request.purpose);
    const secure = url.protocol === 'https:';
    const settings: RequestOptions = {
      method: request.method,
      headers: {
        ...headers,
        ...(request.body !== undefined && { 'content-length': Buffer.byteLength(request.body) }),
      },
      agent: secure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false }),
      signal,
      lookup: (_host, lookupOptions, done) => {
        const first = addresses[0];
        if (lookupOptions.all) done(null, [...addresses]);
        else if (first) done(null, first.address, first.family);
      },
    };
    return new Promise((resolve, reject) => {
      const sent = (secure ? requestHttps : requestHttp)(url, settings);
      open.add(sent);
      const head = setTimeout(() => sent.destroy(timedOut(url)), request.headTimeout);
      const fail = (error: Error): void => {
        clearTimeout(head);
        open.delete(sent);
        record.end('failed');
        reject(
          signal.aborted
            ? (signal.reason as Error)
            : error instanceof CarrelError
              ? error
              : unreachable(url, error),
        );
      };
      sent.once('error', fail);
      sent.once('response', (response) => {
        clearTimeout(head);
        sent.off('error', fail);
        // Errors after the head reach the reader of the body; this keeps them from being thrown.
        sent.on('error', (error) => response.destroy(error));
        response.setTimeout(request.idleTimeout, () => response.destroy(timedOut(url)));
        const body = readBody(response, sent, record, url, signal);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body,
          async text() {
            const pieces: Uint8Array[] = [];
            let bytes = 0;
            for await (const piece of body) {
              bytes += piece.length;
              if (bytes > MOST_TEXT)
                throw new CarrelError(
                  'serverRefused',
                  `${url.host} sent more than 16 MB where a short text was expected.`,
                );
              pieces.push(piece);
            }
            return Buffer.concat(pieces).toString('utf8');
          },
        });
      });
      if (request.body !== undefined) record.sent(Buffer.byteLength(request.body));
      sent.end(request.body);
    });
  }

  function requestUrl(text: string): URL {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
    throw new CarrelError('addressRefused', `"${text}" is no http or https address.`);
  }

  return {
    async open(request, signal) {
      let url = requestUrl(request.url);
      let headers = request.headers ?? {};
      for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
        signal.throwIfAborted();
        let addresses: LookupAddress[];
        try {
          if (options.offline()) throw offlineError();
          addresses = await checkedAddresses(url, request.allowed);
        } catch (thrown) {
          const outcome =
            thrown instanceof CarrelError && thrown.code === 'serverUnreachable' ? 'failed' : 'refused';
          options.record.begin(url.hostname, request.purpose).end(outcome);
          throw thrown;
        }
        const response = await send(url, request, headers, addresses, signal);
        const location = response.headers['location'];
        if (!REDIRECTS.has(response.status) || typeof location !== 'string') return response;
        if (request.method === 'POST') {
          await response.text();
          throw new CarrelError(
            'serverRefused',
            `${url.host} sends requests on to ${location}. Set that address instead.`,
          );
        }
        await response.text();
        const next = requestUrl(new URL(location, url).href);
        if (url.protocol === 'https:' && next.protocol === 'http:') throw refused(next.hostname);
        if (next.host !== url.host)
          headers = Object.fromEntries(
            Object.entries(headers).filter(([name]) => !CREDENTIALS.has(name.toLowerCase())),
          );
        url = next;
      }
      throw new CarrelError('serverRefused', `${url.host} redirects in a circle.`);
    },
    permitProgram(program, purpose) {
      if (!options.offline()) return options.record.begin(program, purpose);
      options.record.begin(program, purpose).end('refused');
      throw offlineError();
    },
    closeIfOffline() {
      if (options.offline()) for (const sent of open) sent.destroy(offlineError());
    },
  };
}
