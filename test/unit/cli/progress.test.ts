/** Progress: a bar on a terminal that goes away without a trace, plain lines elsewhere. */
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createProgress, downloadView, indexView } from '../../../src-main/cli/progress.ts';
import type { IndexProgress } from '../../../src-preload/contract/library.ts';

const reading: IndexProgress = {
  state: 'reading',
  current: { name: 'a\u001b[2Jb.pdf', page: 3 },
  pagesDone: 12,
  pagesTotal: 80,
  documentsDone: 1,
  documentsTotal: 4,
  fragmentsWithoutVectors: 0,
  pagesPerSecond: 31.44,
  secondsLeft: 2.2,
  problems: 1,
};

describe('views', () => {
  test('case 4: indexing says pages, speed, time left, problems and the file', () => {
    expect(indexView(reading)).toEqual({
      label: 'Reading pages',
      done: 12,
      total: 80,
      unit: 'pages',
      tail: '31.4 pages/s · 2.2 s left · 1 problem · a[2Jb.pdf',
    });
  });

  test('a download says megabytes, speed and where from', () => {
    expect(
      downloadView({
        id: 'small',
        state: 'downloading',
        received: 25_000_000,
        total: 98_362_432,
        source: 'example.org',
        bytesPerSecond: 1_500_000,
        message: null,
      }),
    ).toEqual({
      label: 'Downloading small',
      done: 25,
      total: 98,
      unit: 'MB',
      tail: '1.5 MB/s · from example.org',
    });
  });
});

describe('displays', () => {
  test('without a terminal a line comes with each stage and then every five seconds', () => {
    const lines: string[] = [];
    let now = 0;
    const stream = Object.assign(new PassThrough(), { isTTY: false }) as unknown as NodeJS.WriteStream;
    const display = createProgress(
      (line) => lines.push(line),
      stream,
      () => now,
    );
    const view = { label: 'Reading pages', done: 1, total: 9, unit: 'pages', tail: '' };
    display.show(view);
    now = 4000;
    display.show({ ...view, done: 2 });
    now = 5000;
    display.show({ ...view, done: 3 });
    display.show({ ...view, label: 'Making vectors', total: 0 });
    display.stop();
    display.show({ ...view, label: 'Later' });
    expect(lines).toEqual(['Reading pages: 1/9 pages', 'Reading pages: 3/9 pages', 'Making vectors']);
  });

  test('on a terminal the bar hides the cursor and gives it back, and stays away once stopped', () => {
    let written = '';
    const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 120 });
    stream.on('data', (data: Buffer) => (written += data.toString()));
    const display = createProgress(() => undefined, stream as unknown as NodeJS.WriteStream);
    display.show({ label: 'Reading pages', done: 1, total: 9, unit: 'pages', tail: '' });
    expect(written).toContain('\u001b[?25l');
    expect(written).toContain('Reading pages [');
    display.stop();
    expect(written).toContain('\u001b[?25h');
    const length = written.length;
    display.show({ label: 'Reading pages', done: 2, total: 9, unit: 'pages', tail: '' });
    expect(written.length).toBe(length);
  });
});
