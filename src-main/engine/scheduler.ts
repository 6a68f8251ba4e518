/**
 * The one budget of cores. In: requests for cores by kind of work. Out: leases, so that parsing,
 * OCR, embedding and answers never run more threads than there are cores for long.
 */
import { availableParallelism } from 'node:os';
import type { CoreLease, Scheduler, WorkKind } from '../domain/ports/scheduler.ts';

interface Waiting {
  readonly kind: WorkKind;
  readonly cores: number;
  grant(lease: CoreLease): void;
}

/** What makes a document searchable comes before what makes it better. */
const ORDER: readonly WorkKind[] = ['question', 'read', 'embed', 'ocr', 'knowledge'];

/**
 * Questions are granted at once, even when background work holds all cores: a page of OCR takes
 * seconds and a person does not wait for it. Background work gets nothing new until they are done.
 */
export function createScheduler(cores: number = availableParallelism()): Scheduler {
  let used = 0;
  let questions = 0;
  const queue: Waiting[] = [];

  function lease(kind: WorkKind, count: number): CoreLease {
    used += count;
    if (kind === 'question') questions += 1;
    let released = false;
    return {
      cores: count,
      release() {
        if (released) return;
        released = true;
        used -= count;
        if (kind === 'question') questions -= 1;
        grantWaiting();
      },
    };
  }

  function grantWaiting(): void {
    if (questions > 0) return;
    queue.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
    for (let next = queue[0]; next !== undefined && used + next.cores <= cores; next = queue[0]) {
      queue.shift();
      next.grant(lease(next.kind, next.cores));
    }
  }

  return {
    cores,
    get questionActive() {
      return questions > 0;
    },
    acquire(kind, wanted, signal) {
      const count = Math.max(1, Math.min(wanted, cores));
      if (signal.aborted) return Promise.reject(signal.reason as Error);
      if (kind === 'question') return Promise.resolve(lease(kind, count));
      return new Promise((resolve, reject) => {
        const entry: Waiting = {
          kind,
          cores: count,
          grant(granted) {
            signal.removeEventListener('abort', leave);
            resolve(granted);
          },
        };
        function leave(): void {
          const at = queue.indexOf(entry);
          if (at >= 0) queue.splice(at, 1);
          reject(signal.reason as Error);
          grantWaiting();
        }
        signal.addEventListener('abort', leave, { once: true });
        queue.push(entry);
        grantWaiting();
      });
    },
  };
}
