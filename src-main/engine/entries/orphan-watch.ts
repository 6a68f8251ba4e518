/**
 * Ends a worker process whose engine is gone. In: nothing. Out: the process ends by itself within
 * two seconds of its parent's death, even while a native call blocks its main thread.
 */
import { Worker } from 'node:worker_threads';

/** A thread of its own, since a page reader may be inside PDFium when the engine is killed. */
const WATCH = `
  const parent = process.ppid;
  setInterval(() => {
    let alive = process.ppid === parent;
    if (alive) try { process.kill(parent, 0); } catch (error) { alive = error.code === 'EPERM'; }
    if (!alive) process.kill(process.pid, 'SIGKILL');
  }, 1000);
`;

export function endWithParent(): void {
  const watch = new Worker(WATCH, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8 } });
  watch.unref();
  // The ordinary way: the ipc channel closes and the main thread is free to notice.
  process.once('disconnect', () => process.exit(0));
}
