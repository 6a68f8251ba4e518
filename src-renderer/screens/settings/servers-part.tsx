/** Servers in the person's network. In: settings. Out: address, key, a real test, and a model of it for the answers. */
import { FlaskConical, Plus, Server, Trash2 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Checkbox, Form } from 'react-aria-components';
import type { CallInput } from '../../../src-preload/contract/contract.ts';
import type { WireSettings } from '../../../src-preload/contract/models.ts';
import { asError, call } from '../../bridge.ts';
import { notify } from '../../stores/notices.ts';
import { changeSettings, loadSettings, useSettings } from '../../stores/settings.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Tag } from '../../ui/tag.tsx';
import { hostOf } from './model-name.ts';
import { TestResult } from './test-result.tsx';
import { useModelTest } from './use-test.ts';

type WireServer = WireSettings['servers'][number];

async function put(input: CallInput<'settings.putServer'>): Promise<boolean> {
  try {
    await call('settings.putServer', input);
    await loadSettings();
    return true;
  } catch (thrown) {
    notify({ tone: 'danger', title: 'The server was not kept', text: asError(thrown).message });
    return false;
  }
}

async function take(id: string): Promise<void> {
  await call('settings.removeServer', { id }).catch((thrown: unknown) =>
    notify({ tone: 'danger', title: 'The server was not removed', text: asError(thrown).message }),
  );
  await loadSettings();
}

function ServerLine({ server, settings }: { server: WireServer; settings: WireSettings }): ReactElement {
  const test = useModelTest();
  const { answerModel } = settings;
  const used =
    answerModel?.provider === 'server' && answerModel.server === server.id ? answerModel.model : null;
  const known = [...new Set([...(used ? [used] : []), ...(test.answer?.models ?? [])])];
  return (
    <div className="model">
      <div className="line">
        <div className="line-words">
          <span>
            <strong>{hostOf(server.url)}</strong> {used && <Tag tone="ok">writes the answers</Tag>}
            {server.allowPublic && <Tag tone="warning">outside your network, allowed by you</Tag>}
          </span>
          <span className="small">
            {server.url}
            {server.hasKey ? ', with a key' : ', without a key'}
          </span>
        </div>
        <div className="line-actions">
          {known.length > 0 && (
            <Select
              label={`Model of ${hostOf(server.url)} for the answers`}
              placeholder="Model for answers"
              value={used}
              onChange={(model) =>
                void changeSettings({ answerModel: { provider: 'server', server: server.id, model } })
              }
              options={known.map((model) => ({ id: model, title: model }))}
            />
          )}
          <Button
            icon={FlaskConical}
            isDisabled={test.running}
            onPress={() => void test.run({ target: used ? `${server.id}/${used}` : server.url })}
          >
            Test
          </Button>
          <IconButton
            icon={Trash2}
            label={`Remove ${hostOf(server.url)}`}
            onPress={() => void take(server.id)}
          />
        </div>
      </div>
      <TestResult test={test} />
    </div>
  );
}

function AddServer(): ReactElement {
  const [url, setUrl] = useState('');
  const [key, setKey] = useState('');
  const [allowPublic, setAllowPublic] = useState(false);
  const test = useModelTest();
  const address = url.trim();
  const fields = { allowPublic, ...(key.trim() ? { key: key.trim() } : {}) };
  const add = async (): Promise<void> => {
    if (!(await put({ url: address, ...fields }))) return;
    setUrl('');
    setKey('');
    setAllowPublic(false);
  };
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextField
        label="Address"
        placeholder="http://10.0.0.12:30000"
        value={url}
        onChange={setUrl}
        hint="With or without /v1: sglang, llama-server, vLLM, Ollama, LM Studio."
      />
      <TextField
        label="Key"
        type="password"
        value={key}
        onChange={setKey}
        hint="Only where the server asks for one. It is never shown again."
      />
      <Checkbox className="form-check" isSelected={allowPublic} onChange={setAllowPublic}>
        {({ isSelected }) => (
          <>
            <span className="tick-box" data-on={isSelected ? '' : undefined} aria-hidden />
            <span>
              {address ? `Allow ${hostOf(address)} outside my network` : 'Allow this host outside my network'}
              <span className="switch-detail">
                Addresses outside this computer and private networks are refused otherwise.
              </span>
            </span>
          </>
        )}
      </Checkbox>
      <div className="line-actions">
        <Button weight="first" type="submit" icon={Plus} isDisabled={!address}>
          Add server
        </Button>
        <Button
          icon={FlaskConical}
          isDisabled={!address || test.running}
          onPress={() => void test.run({ target: address, ...fields })}
        >
          Test
        </Button>
      </div>
      <div className="form-test">
        <TestResult test={test} />
      </div>
    </Form>
  );
}

/** Any OpenAI-compatible server. */
export function ServersPart(): ReactElement {
  const settings = useSettings((state) => state.settings);
  if (!settings) return <p className="settings-lead">Reading the settings.</p>;
  return (
    <>
      <p className="settings-lead">
        Questions and the passages found for them are sent to a server that you name, and to no other.
      </p>
      <h2>Named servers</h2>
      <div className="box models">
        {settings.servers.map((server) => (
          <ServerLine key={server.id} server={server} settings={settings} />
        ))}
        {settings.servers.length === 0 && (
          <p className="line quiet">
            <Server aria-hidden className="icon" strokeWidth={1.75} />
            No server is named. Nothing leaves this computer.
          </p>
        )}
      </div>
      <h2>Add a server</h2>
      <AddServer />
    </>
  );
}
