/** One question with its answer. In: the open run. Out: question, steps, text, notes, actions, evidence. */
import { Check, Copy, TriangleAlert, X } from 'lucide-react';
import { useEffect, useMemo, type KeyboardEvent, type ReactElement } from 'react';
import type { WireQuestion } from '../../../src-preload/contract/asking.ts';
import type { WireCitation } from '../../../src-preload/contract/shapes.ts';
import { useComposer } from '../../stores/composer.ts';
import { setEvidence, useDocument } from '../../stores/document.ts';
import { markQuestion, useQuestions } from '../../stores/questions.ts';
import { isRunning, type RunState } from '../../stores/run-state.ts';
import { useSettings } from '../../stores/settings.ts';
import { plural, whenLong } from '../../text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { recordedModel } from '../settings/model-name.ts';
import { addsToAnswer, citedNumbers } from './answer-marks.ts';
import { AnswerText } from './answer-text.tsx';
import { EvidenceList } from './evidence-list.tsx';
import { copyAnswer } from './export.ts';
import { EvidenceOnly, FailedRun, NotInDocuments, StillReading } from './run-states.tsx';
import { Timeline } from './timeline.tsx';
import './answer-view.css';

const NO_FLAGS: readonly string[] = [];

/** Cited evidence in the order of its first mark. */
function useOrder(state: RunState): readonly WireCitation[] {
  const { text, evidence, result } = state;
  return useMemo(() => {
    const known = new Map([...evidence, ...(result?.citations ?? [])].map((one) => [one.number, one]));
    return citedNumbers(text).flatMap((number) => known.get(number) ?? []);
  }, [text, evidence, result]);
}

function Meta({ state }: { state: RunState }): ReactElement {
  const models = useSettings((all) => all.models);
  const presets = useComposer((all) => all.presets);
  const preset = presets.find((one) => one.id === state.preset)?.title ?? state.preset;
  return (
    <p className="answer-meta">
      {state.startedAt && <span>{whenLong(state.startedAt)}</span>}
      {state.collection && <span>{state.collection}</span>}
      {preset && <span title={state.presetReason ?? undefined}>{`Preset ${preset}`}</span>}
      {state.model && <span>{recordedModel(state.model, models)}</span>}
      {state.pendingPages > 0 && (
        <Tag tone="info">{`${plural(state.pendingPages, 'page')} not read yet`}</Tag>
      )}
    </p>
  );
}

function FlagNote({ flagged }: { flagged: readonly string[] }): ReactElement | null {
  if (flagged.length === 0) return null;
  const [first] = flagged;
  return (
    <p className="answer-note">
      <TriangleAlert aria-hidden className="icon" strokeWidth={1.75} />
      <span>
        <strong>
          {flagged.length === 1
            ? `${first} stands in no material.`
            : `${flagged.join(', ')} stand in no material.`}
        </strong>{' '}
        It may have been worked out; check it against the evidence.
      </span>
    </p>
  );
}

function Actions({ state, mark }: { state: RunState; mark: WireQuestion['mark'] }): ReactElement {
  const set = (wanted: 'right' | 'wrong') => (): void =>
    void markQuestion(state.run, mark === wanted ? null : wanted);
  return (
    <div className="answer-actions">
      <Button
        weight="quiet"
        icon={Check}
        tone="ok"
        on={mark === 'right'}
        aria-pressed={mark === 'right'}
        onPress={set('right')}
      >
        Right
      </Button>
      <Button
        weight="quiet"
        icon={X}
        tone="danger"
        on={mark === 'wrong'}
        aria-pressed={mark === 'wrong'}
        onPress={set('wrong')}
      >
        Wrong
      </Button>
      <Button weight="quiet" icon={Copy} onPress={() => void copyAnswer(state)}>
        Copy
      </Button>
    </div>
  );
}

function Body({ state, order }: { state: RunState; order: readonly WireCitation[] }): ReactElement {
  const { result } = state;
  const running = isRunning(state);
  const evidenceOnly = result !== null && result.model === null;
  const missing = result !== null && result.model !== null && !result.answerable;
  const short = result && addsToAnswer(result.finalAnswer, state.text) ? result.finalAnswer.trim() : '';
  return (
    <>
      {result && state.pendingPages > 0 && <StillReading state={state} />}
      {evidenceOnly && <EvidenceOnly />}
      {missing && <NotInDocuments state={state} />}
      {(state.text || running) && !evidenceOnly && !missing && (
        <AnswerText
          text={state.text}
          evidence={state.evidence}
          order={order}
          flagged={result?.flaggedNumbers ?? NO_FLAGS}
          streaming={running && state.text !== ''}
        />
      )}
      {short && !missing && !evidenceOnly && (
        <p className="answer-short">
          <span className="quiet">In short</span> {short}
        </p>
      )}
      <div className="answer-end" />
      <FlagNote flagged={result?.flaggedNumbers ?? NO_FLAGS} />
      <FailedRun state={state} />
    </>
  );
}

/** `R` and `W` mark the answer while the focus is in it (design README, Keys). */
export function AnswerView({ state }: { state: RunState }): ReactElement {
  const order = useOrder(state);
  const mark = useQuestions((all) => all.questions?.find((one) => one.run === state.run)?.mark ?? null);
  const evidenceOnly = state.result !== null && state.result.model === null;
  useEffect(() => {
    // The page that is open keeps marking only what belongs to the answer on screen.
    const { evidence } = useDocument.getState();
    const known = new Set(state.evidence.map((one) => one.fragment));
    if (evidence.some((one) => !known.has(one.fragment))) setEvidence([]);
  }, [state.evidence]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !state.result) return;
    if (event.key === 'r') void markQuestion(state.run, mark === 'right' ? null : 'right');
    if (event.key === 'w') void markQuestion(state.run, mark === 'wrong' ? null : 'wrong');
  };
  return (
    <article className="thread" aria-label="Question and answer" onKeyDown={onKeyDown}>
      <h1 className="question">{state.question}</h1>
      <Meta state={state} />
      <Timeline state={state} />
      <Body state={state} order={order} />
      {state.result && <Actions state={state} mark={mark} />}
      <EvidenceList evidence={state.evidence} order={order} alone={evidenceOnly || order.length === 0} />
    </article>
  );
}
