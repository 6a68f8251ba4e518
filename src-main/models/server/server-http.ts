/**
 * Requests to one server. In: paths and bodies. Out: responses, after retries, or typed errors with
 * what the server said. Connections go through the network door.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { CarrelError } from '../../domain/errors.ts';
import type { DoorResponse, NetworkDoor } from '../network-door.ts';

export interface ServerTarget {
  /** Name of the server in ids and sentences. */
  readonly name: string;
  readonly url: string;
  readonly key: string | null;
  /** The person allowed this host by name though it may be outside the local network. */
  readonly allowPublic: boolean;
}

export interface ServerHttp {
  get(url: string, purpose: string, signal: AbortSignal): Promise<DoorResponse>;
  /** Sends JSON; 429 and 5xx are tried again. The response may have any other status. */
  post(url: string, body: unknown, purpose: string, signal: AbortSignal): Promise<DoorResponse>;
}

const PROBE_TIMEOUT = 10_000;
/** A server without a graphics card reads 8,000 tokens in minutes before its first byte. */
const HEAD_TIMEOUT = 300_000;
const IDLE_TIMEOUT = 120_000;
/** Two more tries, as KnowForge's runner does, with its 1.5 s times the attempt. */
const TRIES = 3;
const BACKOFF_MILLISECONDS = 1_500;
const LONGEST_WAIT = 20_000;

function waitFor(response: DoorResponse, attempt: number): number {
  const after = Number(response.headers['retry-after']);
  const wait = Number.isFinite(after) && after > 0 ? after * 1000 : BACKOFF_MILLISECONDS * attempt;
  return Math.min(wait, LONGEST_WAIT);
}

export function createServerHttp(door: NetworkDoor, target: ServerTarget): ServerHttp {
  const allowed = target.allowPublic && URL.canParse(target.url) ? [new URL(target.url).hostname] : [];
  const authorisation = target.key ? { authorization: `Bearer ${target.key}` } : {};
  return {
    get: (url, purpose, signal) =>
      door.open(
        {
          url,
          method: 'GET',
          headers: authorisation,
          purpose,
          allowed,
          headTimeout: PROBE_TIMEOUT,
          idleTimeout: PROBE_TIMEOUT,
        },
        signal,
      ),
    async post(url, body, purpose, signal) {
      for (let attempt = 1; ; attempt++) {
        const response = await door.open(
          {
            url,
            method: 'POST',
            headers: {
              ...authorisation,
              'content-type': 'application/json',
              accept: 'text/event-stream, application/json',
            },
            body: JSON.stringify(body),
            purpose,
            allowed,
            headTimeout: HEAD_TIMEOUT,
            idleTimeout: IDLE_TIMEOUT,
          },
          signal,
        );
        const again = response.status === 429 || response.status >= 500;
        if (!again || attempt === TRIES) return response;
        await response.text();
        await sleep(waitFor(response, attempt), undefined, { signal });
      }
    },
  };
}

function saidIn(body: string): string {
  try {
    const parsed = JSON.parse(body) as Record<string, unknown>;
    const error = parsed['error'];
    const inner =
      typeof error === 'object' && error !== null ? (error as Record<string, unknown>)['message'] : error;
    const said = inner ?? parsed['message'] ?? parsed['detail'];
    return typeof said === 'string' ? said : JSON.stringify(said ?? parsed);
  } catch {
    return body.replace(/<[^>]*>/gu, ' ').trim();
  }
}

const TOO_LONG =
  /context (?:length|size|window)|maximum context|exceeds? the (?:available )?context|prompt is too long|too many tokens/iu;

/** The typed error for a response that is not 2xx. */
export function refusal(target: ServerTarget, status: number, body: string): CarrelError {
  const said = saidIn(body).slice(0, 300);
  const detail = `${status} ${body.slice(0, 2_000)}`;
  if (status === 401 || status === 403)
    return new CarrelError(
      'serverRefused',
      `${target.name} does not accept the key. Check the key of this server in the settings.`,
      { detail },
    );
  if (TOO_LONG.test(said))
    return new CarrelError(
      'contextTooSmall',
      `The prompt is longer than the context of ${target.name}. Start the server with a larger context, or ask with fewer materials.`,
      { detail },
    );
  if (status === 429 || status >= 500)
    return new CarrelError(
      'serverRefused',
      `${target.name} is overloaded or failed (${status}${said && `: ${said}`}). Try again in a moment.`,
      { retryable: true, detail },
    );
  return new CarrelError(
    'serverRefused',
    `${target.name} refused the request (${status}${said && `: ${said}`}).`,
    { detail },
  );
}
