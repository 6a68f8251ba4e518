/** Progress of one download. In: bytes and states. Out: events, at most five a second. */
import type { DownloadProgress } from '../../../src-preload/contract/models.ts';
import type { ModelEntry } from '../catalogue.ts';

export interface ProgressReporter {
  source(name: string): void;
  received(bytes: number): void;
  state(state: DownloadProgress['state'], message?: string): void;
}

const EVERY_MILLISECONDS = 200;

export function createProgress(
  entry: Pick<ModelEntry, 'id' | 'bytes'>,
  onDownload: (progress: DownloadProgress) => void,
): ProgressReporter {
  let source = '';
  let received = 0;
  let state: DownloadProgress['state'] = 'downloading';
  let startedAt = performance.now();
  let startedWith: number | null = null;
  let told = Number.NEGATIVE_INFINITY;

  function tell(message: string | null): void {
    told = performance.now();
    const seconds = (told - startedAt) / 1000;
    const moved = received - (startedWith ?? received);
    onDownload({
      id: entry.id,
      state,
      received,
      total: entry.bytes,
      source,
      bytesPerSecond: state === 'downloading' && seconds >= 1 ? Math.round(moved / seconds) : null,
      message,
    });
  }

  return {
    source(name) {
      source = name;
      received = 0;
      startedWith = null;
      startedAt = performance.now();
      state = 'downloading';
      tell(null);
    },
    received(bytes) {
      // Unpacking what a client received starts again below that.
      received = Math.max(received, bytes);
      // What an earlier try received does not count into the speed.
      startedWith ??= bytes;
      if (performance.now() - told >= EVERY_MILLISECONDS) tell(null);
    },
    state(next, message) {
      state = next;
      if (next === 'installed' || next === 'checking') received = entry.bytes;
      tell(message ?? null);
    },
  };
}
