/**
 * The person's settings. In: user.db. Out: one cached value that rooms read synchronously, and
 * what the contract shows of it (never a key).
 */
import { randomUUID } from 'node:crypto';
import { settingsSchema, type WireSettings } from '../../src-preload/contract/models.ts';
import type { ServerRecord, UserStore } from '../store/interfaces/user.ts';
import { CarrelError } from '../domain/errors.ts';

const KEY = 'settings';
const storedSchema = settingsSchema.omit({ servers: true });
type Stored = Omit<WireSettings, 'servers'>;

/** 8,192 tokens hold the evidence pool and an answer, and cost a small model about 0.3 GB. */
const DEFAULTS: Stored = { answerModel: null, offline: false, contextTokens: 8192, theme: 'system' };

export interface Settings {
  /** With keys: for the models room only. */
  current(): Stored & { readonly servers: readonly ServerRecord[] };
  wire(): WireSettings;
  set(change: Partial<Stored>): Promise<WireSettings>;
  putServer(server: {
    id?: string | undefined;
    url: string;
    key?: string | undefined;
    allowPublic: boolean;
  }): Promise<WireSettings['servers'][number]>;
  removeServer(id: string): Promise<void>;
}

/** Field by field, so that one value of a newer Carrel does not switch "offline" off. */
function understood(value: unknown): Partial<Stored> {
  const kept = Object.entries(value ?? {}).filter(([key, one]) => {
    const field = Object.entries(storedSchema.shape).find(([name]) => name === key)?.[1];
    return field?.safeParse(one).success === true;
  });
  return Object.fromEntries(kept) as Partial<Stored>;
}

function wireServer(server: ServerRecord): WireSettings['servers'][number] {
  const { id, url, allowPublic } = server;
  return { id, url, allowPublic, hasKey: server.key !== null && server.key !== '' };
}

/** The address with its scheme and without a closing slash. Throws usage. */
export function checkedUrl(text: string): string {
  const withScheme = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hostname === '')
    throw new CarrelError(
      'usage',
      `"${text}" is not the address of a server. One looks like http://10.0.0.12:30000.`,
    );
  if (url.username !== '' || url.password !== '')
    throw new CarrelError('usage', 'Put the key into its own field, not into the address.');
  return url.href.replace(/\/+$/, '');
}

/** `onChange` hears every change, for hosts to be told. */
export async function openSettings(
  user: UserStore,
  onChange: (settings: WireSettings) => void,
): Promise<Settings> {
  let stored: Stored = { ...DEFAULTS, ...understood(await user.setting(KEY)) };
  let servers = await user.servers();

  const wire = (): WireSettings => ({ ...stored, servers: servers.map(wireServer) });
  return {
    current: () => ({ ...stored, servers }),
    wire,
    async set(change) {
      const next = storedSchema.parse({ ...stored, ...change });
      await user.setSetting(KEY, next);
      stored = next;
      onChange(wire());
      return wire();
    },
    async putServer(server) {
      const url = checkedUrl(server.url);
      const known = servers.find((one) => one.id === server.id);
      const id = known?.id ?? randomUUID().slice(0, 8);
      // An empty key removes the stored one; none given keeps it.
      const key = server.key === undefined ? undefined : server.key === '' ? null : server.key;
      await user.putServer({ id, url, allowPublic: server.allowPublic, key });
      servers = await user.servers();
      onChange(wire());
      const saved = servers.find((one) => one.id === id);
      if (!saved)
        throw new CarrelError('internal', 'The server was not stored. Try again.', { retryable: true });
      return wireServer(saved);
    },
    async removeServer(id) {
      await user.removeServer(id);
      servers = await user.servers();
      const { answerModel } = stored;
      if (answerModel?.provider === 'server' && answerModel.server === id) {
        stored = { ...stored, answerModel: null };
        await user.setSetting(KEY, stored);
      }
      onChange(wire());
    },
  };
}
