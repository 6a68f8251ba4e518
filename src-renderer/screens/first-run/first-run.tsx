/** The first window. In: nothing yet. Out: a folder is chosen, and perhaps who writes the answers. */
import { FolderOpen } from 'lucide-react';
import { useEffect, useState, type ReactElement } from 'react';
import { Button as AriaButton, Label, RadioGroup } from 'react-aria-components';
import type { CatalogueEntry } from '../../../src-preload/contract/models.ts';
import { electron } from '../../bridge.ts';
import { addPaths } from '../../stores/library.ts';
import { changeSettings, downloadForAnswers, useSettings } from '../../stores/settings.ts';
import { go } from '../../stores/view.ts';
import { bytes, plural } from '../../text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Radio } from '../../ui/radio.tsx';
import { Tag } from '../../ui/tag.tsx';
import { SAMPLE_COLLECTION, chooseFolder, samplesFolder } from '../folders/choose.ts';
import { DownloadLine } from '../settings/download-line.tsx';
import './first-run.css';

function useSamples(): string | null {
  const [folder, setFolder] = useState<string | null>(null);
  useEffect(() => {
    samplesFolder().then(setFolder, () => undefined);
  }, []);
  return folder;
}

function ChooseFolder(): ReactElement {
  const samples = useSamples();
  const openSamples = async (): Promise<void> => {
    if (samples !== null && (await addPaths([samples], SAMPLE_COLLECTION))) go({ screen: 'library' });
  };
  return (
    <>
      <h2>1. Choose a folder</h2>
      <div className="first-drop">
        <FolderOpen aria-hidden className="icon" strokeWidth={1.75} />
        <div className="grow">
          <p className="first-strong">
            {electron ? 'Drop a folder anywhere in this window' : 'Choose a folder of this computer'}
          </p>
          <p className="small quiet">PDFs in folders inside it are found too.</p>
        </div>
        <Button weight="first" onPress={() => void chooseFolder('Library')}>
          Choose folder
        </Button>
      </div>
      {samples !== null && (
        <p className="first-samples small">
          <AriaButton className="link" onPress={() => void openSamples()}>
            Or open the sample library
          </AriaButton>
        </p>
      )}
    </>
  );
}

/** What is known about the machine; nothing is guessed. */
function ThisComputer(): ReactElement | null {
  const info = useSettings((state) => state.info);
  const models = useSettings((state) => state.models);
  if (!info) return null;
  const free = models.find((model) => model.memory !== null)?.memory?.free;
  return (
    <li>
      <h2>
        2. This computer <span>what it has for the work</span>
      </h2>
      <div className="first-box first-machine">
        <div>
          <strong>{plural(info.cores, 'core')}</strong>
          <span>for reading and answers</span>
        </div>
        {free !== undefined && (
          <div>
            <strong>{bytes(free)}</strong>
            <span>memory free now</span>
          </div>
        )}
        <div>
          <strong>{bytes(info.residentBytes)}</strong>
          <span>used by the engine</span>
        </div>
      </div>
    </li>
  );
}

function fits(model: CatalogueEntry): boolean {
  return model.memory !== null && model.memory.needed <= model.memory.free;
}

function ModelChoice({ model, chosen }: { model: CatalogueEntry; chosen: boolean }): ReactElement {
  const progress = useSettings((state) => state.downloads[model.id]);
  const busy = progress?.state === 'downloading' || progress?.state === 'checking';
  const needs = model.memory ? ` Needs ${bytes(model.memory.needed)} of memory.` : '';
  return (
    <div className="first-option" data-chosen={chosen ? '' : undefined}>
      <Radio
        value={model.id}
        title={model.title}
        extra={fits(model) && <Tag tone="ok">fits this computer</Tag>}
        detail={`${model.licence}.${needs} Checked by SHA-256 before use; a stopped download resumes.`}
      />
      {model.installed ? (
        <span className="small quiet">On this computer</span>
      ) : chosen && !busy ? (
        <Button onPress={() => void downloadForAnswers(model.id)}>Download {bytes(model.bytes)}</Button>
      ) : (
        <span className="small quiet">{bytes(model.bytes)}</span>
      )}
      {progress && <DownloadLine progress={progress} />}
    </div>
  );
}

const NONE = '';
const SERVER = 'server:';

function WhoAnswers(): ReactElement {
  const settings = useSettings((state) => state.settings);
  const models = useSettings((state) => state.models).filter((model) => model.kind === 'language');
  const set = settings?.answerModel;
  const [picked, setPicked] = useState<string | null>(null);
  const value = picked ?? (set?.provider === 'llama-cpp' ? set.model : set ? SERVER : NONE);
  const choose = (id: string): void => {
    setPicked(id);
    if (id === SERVER) return go({ screen: 'settings', settings: 'servers' });
    const model = models.find((one) => one.id === id);
    if (id === NONE) void changeSettings({ answerModel: null });
    else if (model?.installed) void changeSettings({ answerModel: { provider: 'llama-cpp', model: id } });
  };
  return (
    <RadioGroup value={value} onChange={choose}>
      <Label className="first-label">
        3. Who writes the answers <span>can wait: search works without</span>
      </Label>
      <div className="first-box">
        {models.map((model) => (
          <ModelChoice key={model.id} model={model} chosen={value === model.id} />
        ))}
        <div className="first-option" data-chosen={value === SERVER ? '' : undefined}>
          <Radio
            value={SERVER}
            title="A server in my network"
            detail="Any OpenAI-compatible server, tried with a real question."
          />
          <span className="small quiet">enter address</span>
        </div>
        <div className="first-option" data-chosen={value === NONE ? '' : undefined}>
          <Radio
            value={NONE}
            title="None for now"
            detail="Search and evidence with boxes, no written answers."
          />
        </div>
      </div>
    </RadioGroup>
  );
}

/** Shown until a folder was added or a question asked. */
export function FirstRun(): ReactElement {
  return (
    <main className="first-run" data-pane="middle" tabIndex={-1} aria-label="First steps">
      <div className="first-grid">
        <div>
          <svg viewBox="0 0 16 16" width="40" height="40" aria-hidden>
            <rect className="brand-wall" width="16" height="16" rx="3.5" />
            <path className="brand-desk" d="M13 2H4a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h9v-2H4V4h9z" />
            <path className="brand-page" d="M7 6h6v4H7z" />
          </svg>
          <h1>Ask questions of your own documents.</h1>
          <p className="first-lead">
            Carrel reads PDFs where they lie and answers with the page and the place. Nothing leaves this
            computer unless you name a server.
          </p>
          <p className="small quiet first-more">
            No account. No network needed.
            <br />
            Your folders are read, never written to.
          </p>
        </div>
        <ol>
          <li>
            <ChooseFolder />
          </li>
          <ThisComputer />
          <li>
            <WhoAnswers />
          </li>
          <li className="first-end">
            <span className="small quiet grow">All of this can be changed later in Settings.</span>
            <Button onPress={() => go({ screen: 'library' })}>Look around first</Button>
          </li>
        </ol>
      </div>
    </main>
  );
}
