/** The connection for screens. In: changes from the bridge. Out: a hook, and `onOpen` for stores. */
import { useSyncExternalStore } from 'react';
import { currentConnection, watchConnection, type Connection } from '../bridge.ts';

/** The connection as it is now; the component renders again when it changes. */
export function useConnection(): Connection {
  return useSyncExternalStore(watchConnection, currentConnection);
}

/** Runs `load` at every (re)connection, now too if the connection is open. */
export function onOpen(load: () => void): void {
  let seen = 0;
  const check = (): void => {
    const { phase, epoch } = currentConnection();
    if (phase !== 'open' || epoch === seen) return;
    seen = epoch;
    load();
  };
  watchConnection(check);
  check();
}
