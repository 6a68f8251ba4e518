/**
 * Ctrl-C. In: SIGINT and SIGTERM of the process. Out: a signal that aborts on the first, and an
 * immediate exit with 130 on the second.
 */

export interface Interrupt {
  readonly signal: AbortSignal;
  /** Run before an immediate exit, and by `release`: puts the cursor back, ends progress bars. */
  onEnd(action: () => void): void;
  /** Stops listening and runs what `onEnd` was given, once. */
  release(): void;
}

/** One Ctrl-C can arrive twice: from the terminal, and passed on by npm and bootstrap.mjs. */
const SAME_PRESS_MILLISECONDS = 400;

/** Listens until `release`. */
export function listenForInterrupt(): Interrupt {
  const controller = new AbortController();
  const actions: (() => void)[] = [];
  const end = (): void => {
    for (const action of actions.splice(0)) action();
  };
  let pressedAt = 0;
  const interrupt = (): void => {
    end();
    if (!controller.signal.aborted) {
      pressedAt = performance.now();
      controller.abort();
    } else if (performance.now() - pressedAt > SAME_PRESS_MILLISECONDS) process.exit(130);
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return {
    signal: controller.signal,
    onEnd: (action) => void actions.push(action),
    release: () => {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
      end();
    },
  };
}
