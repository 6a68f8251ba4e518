/**
 * Entry of the web host's process. In: --home DIR --port N --renderer DIR [--json]. Out: one line
 * {"url"} on stdout; ends on SIGINT, SIGTERM, or when the host that started it is gone.
 */
import { parseArgs } from 'node:util';
import { attachEngine, attachEnginePort } from '../engine/client/attach.ts';
import { startWebHost } from './serve.ts';

const { values } = parseArgs({
  options: {
    home: { type: 'string' },
    port: { type: 'string', default: '0' },
    renderer: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

function fail(thrown: unknown): never {
  const { code, message } = thrown as NodeJS.ErrnoException;
  const sentence =
    code === 'EADDRINUSE' || code === 'EACCES'
      ? `Port ${values.port} cannot be used here. Choose another, or leave --port away.`
      : message;
  if (values.json)
    process.stdout.write(
      `${JSON.stringify({ error: { code: 'internal', message: sentence, retryable: true } })}\n`,
    );
  else process.stderr.write(`carrel: ${sentence}\n`);
  process.exit(1);
}

const { home, renderer } = values;
if (home === undefined || renderer === undefined)
  fail(new Error('The web host needs --home and --renderer.'));

const host = await startWebHost({
  port: Number(values.port),
  renderer,
  attachPort: () => attachEnginePort({ home }),
  attachClient: () => attachEngine({ home }),
}).catch(fail);

/** A Ctrl-C reaches this process twice: from the terminal, and from the host that started it. */
const STOP_MILLISECONDS = 2000;
const stop = (): void => {
  setTimeout(() => process.exit(1), STOP_MILLISECONDS).unref();
  void host.close().then(() => process.exit(0));
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
process.on('disconnect', stop);
process.stdout.on('error', () => undefined);
process.stdout.write(`${JSON.stringify({ url: host.url })}\n`);
