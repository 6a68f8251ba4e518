/** A download as it goes. In: its progress. Out: a line and a bar. */
import type { ReactElement } from 'react';
import type { DownloadProgress } from '../../../src-preload/contract/models.ts';
import { bytes, duration } from '../../text/format.ts';
import { Progress } from '../../ui/progress.tsx';

/** What is happening, in one sentence. */
export function downloadWords(progress: DownloadProgress): string {
  const { state, received, total, bytesPerSecond, message, source } = progress;
  switch (state) {
    case 'downloading': {
      const speed = bytesPerSecond ? `, ${bytes(bytesPerSecond)}/s` : '';
      const left = bytesPerSecond ? `, ${duration((total - received) / bytesPerSecond)} left` : '';
      return `Downloading ${bytes(received)} of ${bytes(total)}${speed}${left}, from ${source}. Resumes where it stopped.`;
    }
    case 'checking':
      return 'Checking the SHA-256 of the file.';
    case 'installed':
      return 'Downloaded, checksum matches.';
    case 'cancelled':
      return `Stopped at ${bytes(received)}. It resumes from there.`;
    case 'failed':
      return message ?? 'The download failed. It can be tried again.';
  }
}

/** The bar is drawn only while something is going on. */
export function DownloadLine({ progress }: { progress: DownloadProgress }): ReactElement {
  const busy = progress.state === 'downloading' || progress.state === 'checking';
  return (
    <div className="download-line">
      <p className="small">{downloadWords(progress)}</p>
      {busy && <Progress label="Download" done={progress.received} total={progress.total} />}
    </div>
  );
}
