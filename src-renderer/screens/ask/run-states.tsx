/**
 * What stands above or under an answer when something is to be said of it. In: the run. Out: cards
 * that say what happened, what is kept, and what can be done (design README, States).
 */
import { CircleAlert, CircleStop, Hourglass, SearchX, TextSearch, Unplug, WifiOff } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ContractError } from '../../../src-preload/contract/errors.ts';
import type { RunState } from '../../stores/run-state.ts';
import { ask } from '../../stores/run.ts';
import { changeSettings, useSettings } from '../../stores/settings.ts';
import { chooseCollection, go } from '../../stores/view.ts';
import { count, plural } from '../../text/format.ts';
import { Button } from '../../ui/button.tsx';
import { StateCard } from '../../ui/state-card.tsx';
import { focusComposer } from '../frame/commands.ts';
import { hostOf } from '../settings/model-name.ts';

/** The same question again, of the same documents. */
export function askAgain(state: RunState): void {
  void ask({
    question: state.question,
    preset: state.presetReason === null ? (state.preset ?? 'auto') : 'auto',
    ...(state.collection === null ? {} : { collection: state.collection }),
    ...(state.document === null ? {} : { document: state.document }),
  });
}

function ChooseModel({ first }: { first?: boolean }): ReactElement {
  return (
    <Button weight={first ? 'first' : 'plain'} onPress={() => go({ screen: 'settings', settings: 'models' })}>
      Choose a model
    </Button>
  );
}

function Again({ state, words = 'Try again' }: { state: RunState; words?: string }): ReactElement {
  return (
    <Button weight="first" onPress={() => askAgain(state)}>
      {words}
    </Button>
  );
}

/** "What was written is kept", where something was. */
function kept(state: RunState): string {
  const written = state.text ? 'What was written is kept. ' : '';
  const evidence = state.evidence.length > 0 ? 'The evidence is complete.' : 'The question is kept.';
  return `${written}${evidence}`;
}

function serverHost(state: RunState, servers: readonly { id: string; url: string }[]): string {
  const server = servers.find((one) => state.model?.startsWith(`${one.id}/`));
  return server ? hostOf(server.url) : 'The server';
}

async function smallerContext(state: RunState, tokens: number): Promise<void> {
  await changeSettings({ contextTokens: Math.max(2048, Math.floor(tokens / 2)) });
  askAgain(state);
}

const SERVER_CODES: ReadonlySet<ContractError['code']> = new Set([
  'serverUnreachable',
  'serverTimeout',
  'serverRefused',
]);
const MODEL_CODES: ReadonlySet<ContractError['code']> = new Set([
  'noModel',
  'modelNotInstalled',
  'modelUnknown',
  'modelChecksum',
  'modelTooLarge',
]);

function ServerGone({ state, error }: { state: RunState; error: ContractError }): ReactElement {
  const servers = useSettings((all) => all.settings?.servers) ?? [];
  return (
    <StateCard
      icon={Unplug}
      tone="warning"
      title={`${serverHost(state, servers)} stopped answering`}
      error={error}
      actions={
        <>
          <Again state={state} />
          <ChooseModel />
        </>
      }
    >
      <p>{kept(state)}</p>
      <p>{error.message}</p>
    </StateCard>
  );
}

function ModelCrashed({ state, error }: { state: RunState; error: ContractError }): ReactElement {
  const tokens = useSettings((all) => all.settings?.contextTokens) ?? 4096;
  return (
    <StateCard
      icon={CircleAlert}
      tone="danger"
      title="The model stopped twice on this question"
      error={error}
      actions={
        <>
          {tokens > 2048 && (
            <Button weight="first" onPress={() => void smallerContext(state, tokens)}>
              Use a smaller context
            </Button>
          )}
          <ChooseModel />
        </>
      }
    >
      <p>{error.message}</p>
      <p>It was started again. Your question, evidence and other answers are safe.</p>
    </StateCard>
  );
}

/** Under what was written, when the run did not come to its end. */
export function FailedRun({ state }: { state: RunState }): ReactElement | null {
  const { error } = state;
  if (!error) return null;
  if (SERVER_CODES.has(error.code)) return <ServerGone state={state} error={error} />;
  if (error.code === 'modelCrashed') return <ModelCrashed state={state} error={error} />;
  if (error.code === 'cancelled')
    return (
      <StateCard icon={CircleStop} title="Stopped" actions={<Again state={state} words="Ask again" />}>
        <p>{kept(state)}</p>
      </StateCard>
    );
  if (error.code === 'offline')
    return (
      <StateCard
        icon={WifiOff}
        title="Offline is on: the server is not used"
        error={error}
        actions={
          <>
            <Button
              weight="first"
              onPress={() => void changeSettings({ offline: false }).then(() => askAgain(state))}
            >
              Go online
            </Button>
            <ChooseModel />
          </>
        }
      >
        <p>{kept(state)}</p>
      </StateCard>
    );
  return (
    <StateCard
      icon={CircleAlert}
      tone="danger"
      title="This question was not answered"
      error={error}
      actions={<>{MODEL_CODES.has(error.code) ? <ChooseModel first /> : <Again state={state} />}</>}
    >
      <p>{error.message}</p>
      <p>{kept(state)}</p>
    </StateCard>
  );
}

/** Above the evidence, when no model wrote an answer. */
export function EvidenceOnly(): ReactElement {
  const model = useSettings((all) => all.settings?.answerModel ?? null);
  return (
    <StateCard
      icon={TextSearch}
      title={model ? 'Evidence only' : 'Evidence only: no model is set'}
      actions={!model && <ChooseModel first />}
    >
      <p>
        These are the passages that bear on the question, best first, each with its page and box.
        {!model && ' A model would write the answer.'}
      </p>
    </StateCard>
  );
}

/** In place of an answer. */
export function NotInDocuments({ state }: { state: RunState }): ReactElement {
  const searches = state.result?.searches ?? 1;
  const near = state.evidence.length > 0 ? ' The nearest are below.' : '';
  return (
    <StateCard
      icon={SearchX}
      title="Not in these documents"
      actions={
        state.collection !== null && (
          <Button
            onPress={() => {
              chooseCollection(null);
              go({ screen: 'ask', run: null });
              focusComposer();
            }}
          >
            Ask another collection
          </Button>
        )
      }
    >
      <p>{`Searched ${count(searches)} ${searches === 1 ? 'way' : 'ways'}.${near}`}</p>
    </StateCard>
  );
}

/** Above the answer, when pages were still waiting. */
export function StillReading({ state }: { state: RunState }): ReactElement {
  return (
    <StateCard
      icon={Hourglass}
      tone="info"
      title={`${plural(state.pendingPages, 'page')} ${state.pendingPages === 1 ? 'was' : 'were'} not read yet`}
      actions={
        <>
          <Button onPress={() => askAgain(state)}>Ask again</Button>
          <Button onPress={() => go({ screen: 'library' })}>See the queue</Button>
        </>
      }
    >
      <p>The answer comes from the pages read until then.</p>
    </StateCard>
  );
}
