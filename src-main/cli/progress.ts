/**
 * Progress of long work on stderr. In: what the engine says of indexing and downloads. Out: one bar
 * on a terminal; elsewhere a plain line when the stage changes and every five seconds.
 */
import { SingleBar } from 'cli-progress';
import type { DownloadProgress } from '../../src-preload/contract/models.ts';
import type { IndexProgress } from '../../src-preload/contract/library.ts';
import { bytes, count, duration } from './format.ts';
import { clean } from './output.ts';

/** What is shown at one moment: `done` of `total` units (0: not known yet), and a tail of details. */
export interface ProgressView {
  readonly label: string;
  readonly done: number;
  readonly total: number;
  readonly unit: string;
  readonly tail: string;
}

export interface ProgressDisplay {
  show(view: ProgressView): void;
  /** Takes the bar away; later calls of `show` do nothing. */
  stop(): void;
}

const PLAIN_LINE_MILLISECONDS = 5000;

/** "12/80 pages · 31.4 pages/s"; without a total only the tail. */
function details({ done, total, unit, tail }: ProgressView): string {
  return [total > 0 ? `${done}/${total} ${unit}` : '', tail].filter((part) => part !== '').join(' · ');
}

function terminalDisplay(stream: NodeJS.WriteStream): ProgressDisplay {
  const bar = new SingleBar({
    stream,
    format: '{label} [{bar}] {details}',
    barsize: 24,
    fps: 5,
    hideCursor: true,
    clearOnComplete: true,
    // Ctrl-C is ours (interrupt.ts): the library would end the process before the call is cancelled.
    gracefulExit: false,
  });
  let state: 'new' | 'running' | 'stopped' = 'new';
  return {
    show: (view) => {
      if (state === 'stopped') return;
      const payload = { label: view.label, details: details(view) };
      // The library draws a full bar for a total of nothing.
      const total = Math.max(1, view.total);
      if (state === 'new') bar.start(total, view.done, payload);
      state = 'running';
      bar.setTotal(total);
      bar.update(view.done, payload);
    },
    stop: () => {
      if (state === 'running') bar.stop();
      state = 'stopped';
    },
  };
}

function plainDisplay(note: (line: string) => void, now: () => number): ProgressDisplay {
  let shown = '';
  let shownAt = Number.NEGATIVE_INFINITY;
  let stopped = false;
  return {
    show: (view) => {
      if (stopped || (view.label === shown && now() - shownAt < PLAIN_LINE_MILLISECONDS)) return;
      shown = view.label;
      shownAt = now();
      note([view.label, details(view)].filter((part) => part !== '').join(': '));
    },
    stop: () => {
      stopped = true;
    },
  };
}

/** A display on stderr, or by plain lines where stderr is no terminal. */
export function createProgress(
  note: (line: string) => void,
  stream: NodeJS.WriteStream = process.stderr,
  now: () => number = () => performance.now(),
): ProgressDisplay {
  return stream.isTTY ? terminalDisplay(stream) : plainDisplay(note, now);
}

const STAGE_LABELS: Record<IndexProgress['state'], string> = {
  idle: 'Waiting',
  scanning: 'Looking for files',
  reading: 'Reading pages',
  recognising: 'Recognising scanned pages',
  embedding: 'Making vectors',
  knowledge: 'Collecting knowledge points',
  paused: 'Paused',
};

/** Indexing as a view: pages, speed, time left, and the file being read. */
export function indexView(progress: IndexProgress): ProgressView {
  const { current, pagesPerSecond, secondsLeft, problems, fragmentsWithoutVectors } = progress;
  const tail = [
    pagesPerSecond === null ? '' : `${pagesPerSecond.toFixed(1)} pages/s`,
    secondsLeft === null ? '' : `${duration(secondsLeft * 1000)} left`,
    fragmentsWithoutVectors === 0 ? '' : `${count(fragmentsWithoutVectors, 'vector')} to make`,
    problems === 0 ? '' : count(problems, 'problem'),
    current === null ? '' : clean(current.name),
  ];
  return {
    label: STAGE_LABELS[progress.state],
    done: progress.pagesDone,
    total: progress.pagesTotal,
    unit: 'pages',
    tail: tail.filter((part) => part !== '').join(' · '),
  };
}

const DOWNLOAD_LABELS: Record<DownloadProgress['state'], string> = {
  downloading: 'Downloading',
  checking: 'Checking',
  installed: 'Installed',
  failed: 'Failed',
  cancelled: 'Stopped',
};

/** A download as a view, in whole megabytes. */
export function downloadView(progress: DownloadProgress): ProgressView {
  const speed = progress.bytesPerSecond === null ? '' : `${bytes(progress.bytesPerSecond)}/s`;
  const source = progress.source === '' ? '' : `from ${clean(progress.source)}`;
  return {
    label: `${DOWNLOAD_LABELS[progress.state]} ${progress.id}`,
    done: Math.round(progress.received / 1e6),
    total: Math.round(progress.total / 1e6),
    unit: 'MB',
    tail: [speed, source].filter((part) => part !== '').join(' · '),
  };
}
