/** Models. In: catalogue, downloads, settings. Out: who writes the answers, and what is on this computer. */
import { CircleCheck, Download, FlaskConical, Square, Trash2 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { CatalogueEntry, WireSettings } from '../../../src-preload/contract/models.ts';
import { call } from '../../bridge.ts';
import { changeSettings, downloadForAnswers, removeModel, useSettings } from '../../stores/settings.ts';
import { go } from '../../stores/view.ts';
import { bytes, count } from '../../text/format.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { Tag } from '../../ui/tag.tsx';
import { DownloadLine } from './download-line.tsx';
import { hostOf, modelTitle } from './model-name.ts';
import { TestResult } from './test-result.tsx';
import { useModelTest } from './use-test.ts';

const CONTEXTS = [2048, 4096, 8192, 16384, 32768, 65536, 131072];

function isAnswerModel(settings: WireSettings, model: CatalogueEntry): boolean {
  return settings.answerModel?.provider === 'llama-cpp' && settings.answerModel.model === model.id;
}

function memoryWords({ memory }: CatalogueEntry): string {
  if (!memory) return '';
  const enough = memory.needed <= memory.free;
  return ` Needs ${bytes(memory.needed)} at a context of ${count(memory.contextTokens)}; ${bytes(memory.free)} ${enough ? 'are' : 'is all that is'} free.`;
}

function AnswerModel({ settings }: { settings: WireSettings }): ReactElement {
  const models = useSettings((state) => state.models);
  const { answerModel, servers } = settings;
  const server =
    answerModel?.provider === 'server' ? servers.find((one) => one.id === answerModel.server) : undefined;
  return (
    <div className="box">
      <div className="line">
        <div className="line-words">
          <strong>{answerModel ? modelTitle(answerModel, models, servers) : 'No model is set'}</strong>
          <span className="small">
            {answerModel
              ? server
                ? `On ${hostOf(server.url)}.`
                : 'On this computer.'
              : 'Questions are answered with the evidence alone. Take a model below, or of a server.'}
          </span>
        </div>
        <div className="line-actions">
          {answerModel && (
            <Button onPress={() => void changeSettings({ answerModel: null })}>Use no model</Button>
          )}
          <Button onPress={() => go({ settings: 'servers' })}>Servers</Button>
        </div>
      </div>
      <div className="line">
        <div className="line-words">
          <strong>Context</strong>
          <span className="small">Tokens that a model holds at once. More context needs more memory.</span>
        </div>
        <Select
          label="Context in tokens"
          value={String(settings.contextTokens)}
          onChange={(id) => void changeSettings({ contextTokens: Number(id) })}
          options={[...new Set([...CONTEXTS, settings.contextTokens])]
            .sort((a, b) => a - b)
            .map((tokens) => ({ id: String(tokens), title: count(tokens) }))}
        />
      </div>
    </div>
  );
}

function ModelActions(props: {
  model: CatalogueEntry;
  settings: WireSettings;
  testing: boolean;
  onTest: () => void;
  onRemove: () => void;
}): ReactElement {
  const { model, settings, testing, onTest, onRemove } = props;
  const progress = useSettings((state) => state.downloads[model.id]);
  const busy = progress?.state === 'downloading' || progress?.state === 'checking';
  if (busy)
    return (
      <Button icon={Square} onPress={() => void call('models.cancel', { id: model.id })}>
        Stop
      </Button>
    );
  if (!model.installed)
    return (
      <Button icon={Download} onPress={() => void downloadForAnswers(model.id)}>
        Download {bytes(model.bytes)}
      </Button>
    );
  const answers = isAnswerModel(settings, model);
  return (
    <>
      {model.kind === 'language' && !answers && (
        <Button
          onPress={() => void changeSettings({ answerModel: { provider: 'llama-cpp', model: model.id } })}
        >
          Use for answers
        </Button>
      )}
      {model.kind === 'language' && (
        <Button icon={FlaskConical} isDisabled={testing} onPress={onTest}>
          Test
        </Button>
      )}
      {!model.bundled && <IconButton icon={Trash2} label={`Remove ${model.title}`} onPress={onRemove} />}
    </>
  );
}

function ModelLine({ model, settings }: { model: CatalogueEntry; settings: WireSettings }): ReactElement {
  const progress = useSettings((state) => state.downloads[model.id]);
  const test = useModelTest();
  const [removing, setRemoving] = useState(false);
  return (
    <div className="model">
      <div className="line">
        <div className="line-words">
          <span>
            <strong>{model.title}</strong>{' '}
            {isAnswerModel(settings, model) && (
              <Tag tone="ok" icon={CircleCheck}>
                writes the answers
              </Tag>
            )}
            {model.bundled && <Tag>comes with Carrel</Tag>}
          </span>
          <span className="small">
            {`${bytes(model.bytes)} file, ${model.licence}${model.installed ? ', checksum matches' : ''}.`}
            {model.kind === 'embedding' ? ' Finds passages by meaning.' : memoryWords(model)}
          </span>
          <span className="small quiet cut" title={model.sha256}>
            SHA-256 {model.sha256.slice(0, 16)}…
          </span>
          {progress && !model.installed && <DownloadLine progress={progress} />}
        </div>
        <div className="line-actions">
          <ModelActions
            model={model}
            settings={settings}
            testing={test.running}
            onTest={() => void test.run({ target: model.id })}
            onRemove={() => setRemoving(true)}
          />
        </div>
      </div>
      <TestResult test={test} />
      <ConfirmDialog
        title={`Remove ${model.title}`}
        text={`${bytes(model.bytes)} are freed. It can be downloaded again.`}
        confirm="Remove"
        isOpen={removing}
        onConfirm={() => void removeModel(model.id)}
        onClose={() => setRemoving(false)}
      />
    </div>
  );
}

/** Each model with what it needs before it is loaded. */
export function ModelsPart(): ReactElement {
  const settings = useSettings((state) => state.settings);
  const models = useSettings((state) => state.models);
  if (!settings) return <p className="settings-lead">Reading the settings.</p>;
  return (
    <>
      <p className="settings-lead">Search works without a model; a model writes the answers.</p>
      <h2>Answers</h2>
      <AnswerModel settings={settings} />
      <h2>On this computer</h2>
      <div className="box models">
        {models.map((model) => (
          <ModelLine key={model.id} model={model} settings={settings} />
        ))}
        {models.length === 0 && <p className="line quiet">The catalogue has not arrived yet.</p>}
      </div>
    </>
  );
}
