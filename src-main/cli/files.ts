/** Writing a result file. In: a path and its content. Out: the whole file, or the old one untouched. */
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from './errors.ts';

/**
 * Writes beside the target and renames over it, so that a stop half-way never leaves half a file.
 * Resolves to the absolute path.
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<string> {
  const target = resolve(path);
  const beside = join(dirname(target), `.${basename(target)}.${process.pid}.part`);
  try {
    const file = await open(beside, 'w', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new UsageError(`There is no folder "${dirname(target)}" to write into.`);
    throw new UsageError(`"${target}" cannot be written: ${message}`);
  }
  return target;
}
