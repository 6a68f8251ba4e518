/**
 * Entry of the engine process. In: `--home DIR`, and an ipc channel to the host that started it.
 * Out: one report on that channel (`ready` or `failed`); then it serves hosts on the local socket.
 */
import { parseArgs } from 'node:util';
import { toCarrelError } from '../../domain/errors.ts';
import type { EngineReport } from '../client/attach.ts';
import { productPaths, resolveHome, socketAddress } from '../client/paths.ts';
import { watchLifetime } from '../lifetime.ts';
import { listen } from '../rpc/listen.ts';
import { acquireHomeLock } from '../../store/home-lock.ts';

function report(message: EngineReport): void {
  // The host may be gone already; then nobody needs to know.
  if (process.connected) process.send?.(message, () => undefined);
}

function log(line: string): void {
  process.stderr.write(`${new Date().toISOString()} ${line}\n`);
}

const { values } = parseArgs({ options: { home: { type: 'string' } } });
const home = resolveHome(values.home);
process.title = 'carrel-engine';

try {
  let ending = false;
  const lifetime = watchLifetime((reason) => {
    if (ending) return;
    ending = true;
    log(`Ending: ${reason}.`);
    // What does not end by itself in time is ended: every store survives that.
    setTimeout(() => process.exit(0), 10_000).unref();
    server.close();
    void engine.close().finally(() => {
      lock.release();
      process.exit(0);
    });
  });
  // Before anything heavy is loaded: of several engines started at once all but one end here.
  const lock = acquireHomeLock(home);
  const { startEngine } = await import('../compose.ts');
  const engine = await startEngine({ home, paths: productPaths(), onHosts: lifetime.onHosts, log });
  const server = await listen(socketAddress(home), engine.serve);
  lifetime.listening();
  process.on('uncaughtException', (error) => log(`Uncaught: ${error.stack ?? error.message}`));
  process.on('unhandledRejection', (reason) =>
    log(`Unhandled: ${toCarrelError(reason).detail ?? String(reason)}`),
  );
  report({ type: 'ready' });
} catch (thrown) {
  const error = toCarrelError(thrown);
  log(`Not started: ${error.message} ${error.detail ?? ''}`);
  report({ type: 'failed', code: error.code, message: error.message, detail: error.detail });
  setTimeout(() => process.exit(1), 200);
}
