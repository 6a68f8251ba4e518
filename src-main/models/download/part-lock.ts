/**
 * One writer of an unfinished file. Two homes share the folder of models, so two engines may be
 * asked for the same one. In: the file. Out: the lock's release, or an error that says so.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { CarrelError } from '../../domain/errors.ts';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** @throws CarrelError downloadFailed while another living process holds the lock. */
export async function lockPart(part: string): Promise<() => Promise<void>> {
  const lock = `${part}.lock`;
  for (let attempt = 1; ; attempt++) {
    try {
      await writeFile(lock, String(process.pid), { flag: 'wx' });
      return () => rm(lock, { force: true });
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
    }
    const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
    const held = holder > 0 && holder !== process.pid && isAlive(holder);
    if (held || attempt === 3)
      throw new CarrelError(
        'downloadFailed',
        'Another Carrel is downloading this model. Wait for it, then look again.',
        {
          retryable: true,
        },
      );
    // Its process was killed.
    await rm(lock, { force: true });
  }
}
