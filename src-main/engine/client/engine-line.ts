/** A host's own line to the engine. In: a way to attach. Out: one client, replaced when lost. */
import type { Client } from '../../../src-preload/contract/client.ts';

export interface EngineLine {
  /** The client of now, attached if there is none. */
  client(): Promise<Client>;
  close(): void;
}

/** While the line is open the engine stays warm, so that a window opens without waiting for it. */
export function createEngineLine(attach: () => Promise<Client>): EngineLine {
  let current: Promise<Client> | null = null;
  const forget = (): void => void (current = null);
  return {
    client() {
      current ??= attach().then(
        (client) => {
          client.onClose(forget);
          return client;
        },
        (error: unknown) => {
          forget();
          throw error;
        },
      );
      return current;
    },
    close() {
      void current?.then((client) => client.close()).catch(() => undefined);
    },
  };
}
