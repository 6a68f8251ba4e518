/**
 * What every command works with. In: the global options. Out: the home, the two streams, a signal
 * that Ctrl-C aborts, and a client of the engine that is attached when first needed.
 */
import type { Command } from 'commander';
import type { Client } from '../../src-preload/contract/client.ts';
import { attachEngine } from '../engine/client/attach.ts';
import { resolveHome } from '../engine/client/paths.ts';
import { listenForInterrupt } from './interrupt.ts';
import type { Output } from './output.ts';
import { createOutput } from './output.ts';
import type { ProgressDisplay } from './progress.ts';
import { createProgress } from './progress.ts';

export interface Session {
  /** Absolute folder of all data. */
  readonly home: string;
  readonly output: Output;
  readonly signal: AbortSignal;
  /** Starts the engine of the home if none runs. Rejects with `engineUnavailable`, `libraryNewer`, … */
  client(): Promise<Client>;
  /** A progress display that Ctrl-C takes away. */
  progress(): ProgressDisplay;
}

/** A command: resolves to its exit status, 0 when it returns nothing. */
export type Action = (session: Session) => Promise<number | undefined>;

/** Runs an action with a session of the command's global options, and sets the exit status. */
export async function runAction(command: Command, action: Action): Promise<void> {
  const options = command.optsWithGlobals<{ home?: string; json?: boolean }>();
  const interrupt = listenForInterrupt();
  const output = createOutput(options.json === true, () => process.exit(0));
  const home = resolveHome(options.home);
  let attached: Promise<Client> | null = null;
  try {
    const status = await action({
      home,
      output,
      signal: interrupt.signal,
      client: () => (attached ??= attachEngine({ home })),
      progress: () => {
        const display = createProgress(output.note);
        interrupt.onEnd(display.stop);
        return display;
      },
    });
    process.exitCode = status ?? 0;
  } finally {
    interrupt.release();
    const client = await (attached as Promise<Client> | null)?.catch(() => null);
    client?.close();
    await output.flush();
  }
}
