/**
 * Memory seen from outside. In: a process id. Out: resident bytes; and what the machine has free.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Page size of /proc/<pid>/statm on every Linux that Carrel is built for (x64, arm64 desktop). */
const PAGE_BYTES = 4096;

async function residentOnWindows(pid: number): Promise<number> {
  const { stdout } = await run('tasklist', ['/fi', `PID eq ${pid}`, '/fo', 'csv', '/nh'], {
    windowsHide: true,
  });
  // "node.exe","123","Console","1","281,412 K" with the separators of the system's language.
  const kilobytes = stdout.trim().split('","').at(-1)?.replace(/\D/gu, '') ?? '';
  return Number(kilobytes) * 1024;
}

/** Resident bytes of a process, or null when it is gone or cannot be looked at. */
export async function residentBytes(pid: number): Promise<number | null> {
  try {
    if (process.platform === 'linux') {
      const pages = Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1]);
      return Number.isFinite(pages) ? pages * PAGE_BYTES : null;
    }
    if (process.platform === 'win32') return await residentOnWindows(pid);
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout.trim()) * 1024;
  } catch {
    return null;
  }
}

/**
 * Bytes a new model may take. macOS counts its file cache as used, so that its "free" says nothing:
 * there a share of all memory is taken, as Apple's own tools do for the graphics working set.
 */
export function availableBytes(): number {
  if (process.platform === 'darwin') return Math.max(freemem(), totalmem() * 0.66);
  return process.availableMemory();
}
