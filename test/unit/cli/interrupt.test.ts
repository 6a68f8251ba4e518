/** Ctrl-C in a real process: the first press cancels, one press that arrives twice is one, the next forces. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';

const module = join(import.meta.dirname, '..', '..', '..', 'src-main', 'cli', 'interrupt.ts');
const script = `
  import { listenForInterrupt } from ${JSON.stringify(module)};
  const interrupt = listenForInterrupt();
  interrupt.onEnd(() => console.log('ended'));
  interrupt.signal.addEventListener('abort', () => console.log('aborted'));
  setInterval(() => undefined, 1000);
  console.log('ready');
`;

test('the first Ctrl-C cancels, the second forces with 130', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let stdout = '';
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  await expect.poll(() => stdout, { timeout: 10_000 }).toContain('ready');
  // Together, as a terminal and npm send them.
  child.kill('SIGINT');
  child.kill('SIGINT');
  await expect.poll(() => stdout, { timeout: 10_000 }).toContain('aborted');
  await delay(600);
  expect(child.exitCode).toBeNull();
  child.kill('SIGINT');
  const [status] = (await once(child, 'exit')) as [number];
  expect(status).toBe(130);
  expect(stdout).toBe('ready\nended\naborted\n');
});
