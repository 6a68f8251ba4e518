/**
 * What a process uses, seen from outside. In: a process id. Out: resident bytes and processor
 * seconds, so that a parent can bound a child whose native call blocks it.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface ProcessUse {
  readonly residentBytes: number;
  /** Null where the platform does not tell it cheaply. */
  readonly processorSeconds: number | null;
}

/** Linux reports times in ticks of USER_HZ, which is 100 on every architecture (proc(5)). */
const TICKS_PER_SECOND = 100;

/** How often a busy worker is looked at: a file under /proc costs nothing, a process does. */
export const WATCH_INTERVAL_MILLISECONDS = process.platform === 'linux' ? 50 : 500;

async function linuxUse(pid: number): Promise<ProcessUse | null> {
  const [status, times] = await Promise.all([
    readFile(`/proc/${pid}/status`, 'latin1'),
    readFile(`/proc/${pid}/stat`, 'latin1'),
  ]);
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(status);
  if (resident === null) return null;
  // The name in parentheses may hold spaces; utime and stime are fields 14 and 15 (proc(5)).
  const fields = times.slice(times.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return { residentBytes: Number(resident[1]) * 1024, processorSeconds: ticks / TICKS_PER_SECOND };
}

/** `ps` prints processor time as [[dd-]hh:]mm:ss[.cc]. */
function seconds(time: string): number {
  const [clock = '', days = '0'] = time.split('-').reverse();
  return clock.split(':').reduce((total, part) => total * 60 + Number(part), 0) + Number(days) * 86_400;
}

async function posixUse(pid: number): Promise<ProcessUse | null> {
  const { stdout } = await run('ps', ['-o', 'rss=,time=', '-p', String(pid)]);
  const [resident, time] = stdout.trim().split(/\s+/);
  if (resident === undefined || time === undefined) return null;
  return { residentBytes: Number(resident) * 1024, processorSeconds: seconds(time) };
}

async function windowsUse(pid: number): Promise<ProcessUse | null> {
  const { stdout } = await run('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], {
    windowsHide: true,
  });
  const digits = /"([^"]*)"\s*$/.exec(stdout.trim())?.[1]?.replace(/\D/g, '');
  if (!digits) return null;
  return { residentBytes: Number(digits) * 1024, processorSeconds: null };
}

/** Null when the process is gone or cannot be looked at; never throws. */
export async function processUse(pid: number): Promise<ProcessUse | null> {
  try {
    if (process.platform === 'linux') return await linuxUse(pid);
    if (process.platform === 'win32') return await windowsUse(pid);
    return await posixUse(pid);
  } catch {
    return null;
  }
}
