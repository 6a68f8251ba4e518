/** What is being read, live. In: progress events. Out: the header of the library with speed, time left, pause and cancel. */
import { Pause, Play } from 'lucide-react';
import type { ReactElement } from 'react';
import type { IndexProgress } from '../../../src-preload/contract/library.ts';
import { steer, useLibrary } from '../../stores/library.ts';
import { count, duration, plural, rate } from '../../text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import './queue.css';

function title(progress: IndexProgress): string {
  const { state, current } = progress;
  const file = current ? current.name.replace(/\.pdf$/i, '') : null;
  const page = current?.page ? `, page ${current.page}` : '';
  switch (state) {
    case 'idle':
      return '';
    case 'scanning':
      return 'Looking for PDFs';
    case 'reading':
      return file ? `Reading ${file}${page}` : 'Reading';
    case 'recognising':
      return file ? `Reading the scan ${file}${page}` : 'Reading scans';
    case 'embedding':
      return 'Preparing search by meaning';
    case 'knowledge':
      return 'Linking passages';
    case 'paused':
      return 'Reading is paused';
  }
}

function Facts({ progress }: { progress: IndexProgress }): ReactElement {
  const { pagesPerSecond, secondsLeft, documentsDone, documentsTotal, problems } = progress;
  const files = `${count(documentsDone)} of ${plural(documentsTotal, 'file')}`;
  const need = problems > 0 ? `, ${count(problems)} ${problems === 1 ? 'needs' : 'need'} you` : '';
  return (
    <>
      <div className="queue-fact">
        <strong>{pagesPerSecond === null ? '–' : rate(pagesPerSecond)}</strong>
        <span>last minute</span>
      </div>
      <div className="queue-fact">
        <strong>{secondsLeft === null ? 'Time not known yet' : `${duration(secondsLeft)} left`}</strong>
        <span>{`${files}${need}`}</span>
      </div>
    </>
  );
}

/** Only while something is going on. */
export function Queue(): ReactElement | null {
  const progress = useLibrary((state) => state.progress);
  if (!progress || progress.state === 'idle') return null;
  const paused = progress.state === 'paused';
  const vectors = progress.state === 'embedding';
  return (
    <section className="queue numeric" aria-label="Reading">
      <div className="queue-bar">
        <div className="queue-line">
          <h2 className="queue-title cut grow">{title(progress)}</h2>
          <span className="quiet">
            {vectors
              ? `${plural(progress.fragmentsWithoutVectors, 'passage')} left`
              : `${count(progress.pagesDone)} of ${plural(progress.pagesTotal, 'page')}`}
          </span>
        </div>
        <Progress label="Pages read" done={progress.pagesDone} total={progress.pagesTotal} />
      </div>
      <Facts progress={progress} />
      <div className="queue-actions">
        {paused ? (
          <Button icon={Play} onPress={() => void steer('library.resume')}>
            Resume
          </Button>
        ) : (
          <Button icon={Pause} onPress={() => void steer('library.pause')}>
            Pause
          </Button>
        )}
        <Button weight="quiet" onPress={() => void steer('library.cancel')}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
