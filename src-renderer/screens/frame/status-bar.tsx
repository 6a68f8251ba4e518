/** The bar at the bottom. In: progress, model, connections. Out: what is read now, and every connection since start. */
import { ShieldCheck } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { IndexProgress } from '../../../src-preload/contract/library.ts';
import { useLibrary } from '../../stores/library.ts';
import { useSettings } from '../../stores/settings.ts';
import { go } from '../../stores/view.ts';
import { bytes, count, duration, plural, rate } from '../../text/format.ts';
import { Progress } from '../../ui/progress.tsx';
import { recordedModel } from '../settings/model-name.ts';
import './status-bar.css';

/** What is being done, in a few words. */
function progressWords(progress: IndexProgress): string {
  const pages = `${count(progress.pagesDone)} of ${plural(progress.pagesTotal, 'page')}`;
  const left = progress.secondsLeft === null ? '' : `, ${duration(progress.secondsLeft)} left`;
  switch (progress.state) {
    case 'idle':
      return '';
    case 'scanning':
      return 'Looking for PDFs';
    case 'reading':
      return `Reading ${pages}${left}`;
    case 'recognising':
      return `Reading scans, ${pages}${left}`;
    case 'embedding':
      return `Preparing search by meaning, ${plural(progress.fragmentsWithoutVectors, 'passage')} left`;
    case 'knowledge':
      return 'Linking passages';
    case 'paused':
      return `Paused at ${pages}`;
  }
}

function Reading(): ReactElement {
  const progress = useLibrary((state) => state.progress);
  const collections = useLibrary((state) => state.collections);
  const documents = collections?.reduce((sum, one) => sum + one.documents, 0) ?? 0;
  if (progress && progress.state !== 'idle')
    return (
      <AriaButton className="status-item" onPress={() => go({ screen: 'library' })}>
        <Progress small label="Reading" done={progress.pagesDone} total={progress.pagesTotal} />
        {progressWords(progress)}
        {progress.pagesPerSecond !== null && (
          <span className="status-rate">{rate(progress.pagesPerSecond)}</span>
        )}
      </AriaButton>
    );
  if (documents === 0) return <span className="status-item">Nothing to read yet</span>;
  return <span className="status-item">{`${plural(documents, 'document')}, all read`}</span>;
}

/** "No connection since start", or how many and to where. */
function Connections(): ReactElement {
  const connections = useSettings((state) => state.connections);
  const hosts = [...new Set(connections.map((one) => one.host))];
  const words =
    connections.length === 0
      ? 'No connection since start'
      : `${plural(connections.length, 'connection')} since start, to ${hosts.slice(0, 2).join(', ')}${hosts.length > 2 ? ` and ${hosts.length - 2} more` : ''}`;
  return (
    <AriaButton className="status-item" onPress={() => go({ screen: 'settings', settings: 'privacy' })}>
      <ShieldCheck aria-hidden className="icon-small" strokeWidth={1.75} />
      {words}
    </AriaButton>
  );
}

/** 26 px at the foot of the window. */
export function StatusBar(): ReactElement {
  const model = useSettings((state) => state.info?.model ?? null);
  const models = useSettings((state) => state.models);
  return (
    <footer className="status-bar numeric" data-pane="status" tabIndex={-1}>
      <Reading />
      <span className="grow" />
      {model && (
        <span className="status-item status-model">
          {recordedModel(model.id, models)}, {bytes(model.residentBytes)} in memory
        </span>
      )}
      <Connections />
    </footer>
  );
}
