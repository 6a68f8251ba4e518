/**
 * When the engine ends: a moment after its last host left, or when it is told to. In: host counts
 * and signals. Out: one call of `stop`.
 */

/** A host that restarts (reload, next command of a script) finds the engine still warm. */
const LINGER_MILLISECONDS = Number(process.env['CARREL_ENGINE_LINGER'] ?? 1500);
/** A host that started the engine and died before it connected. */
const FIRST_HOST_MILLISECONDS = 10_000;

export interface Lifetime {
  /** Hosts can connect from now on. */
  listening(): void;
  onHosts(count: number): void;
}

export function watchLifetime(stop: (reason: string) => void): Lifetime {
  let timer: NodeJS.Timeout | undefined;
  // SIGINT and SIGHUP belong to the terminal of the host that happened to start the engine.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('SIGTERM', () => stop('asked to end'));
  return {
    listening() {
      timer = setTimeout(() => stop('no host came'), FIRST_HOST_MILLISECONDS);
    },
    onHosts(count) {
      clearTimeout(timer);
      if (count === 0) timer = setTimeout(() => stop('the last host left'), LINGER_MILLISECONDS);
    },
  };
}
