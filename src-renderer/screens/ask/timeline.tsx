/** What was done for the answer. In: steps of the run. Out: one line, that folds out into all of them. */
import {
  ArrowRight,
  BookOpen,
  ChevronRight,
  Cpu,
  ListChecks,
  Pencil,
  Scale,
  Search,
  type LucideIcon,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { Button, Disclosure, DisclosurePanel } from 'react-aria-components';
import { currentStep, isRunning, type RunState, type Step } from '../../stores/run-state.ts';
import { plural, seconds } from '../../text/format.ts';
import './timeline.css';

const ICONS: Readonly<Record<Step['kind'], LucideIcon>> = {
  search: Search,
  judge: Scale,
  read: BookOpen,
  synthesize: Pencil,
  check: ListChecks,
  load: Cpu,
  notice: ArrowRight,
};

/** "3 searches, 1 follow-up, 2 figures and tables read". */
function summary(state: RunState): string {
  const { result, steps } = state;
  const searches = result?.searches ?? steps.filter((step) => step.kind === 'search').length;
  const parts = [
    plural(searches, 'search', 'searches'),
    ...(result && result.followUps > 0 ? [plural(result.followUps, 'follow-up')] : []),
    ...(result && result.reads > 0
      ? [plural(result.reads, 'figure or table read', 'figures and tables read')]
      : []),
    ...(state.evidence.length > 0 ? [plural(state.evidence.length, 'passage')] : []),
    ...(result && result.droppedCitations > 0
      ? [`${plural(result.droppedCitations, 'citation number')} unknown, dropped`]
      : []),
  ];
  return parts.join(', ');
}

/** How the time was spent, drawn in proportion. */
function Phases({ steps }: { steps: readonly Step[] }): ReactElement | null {
  const timed = steps.filter((step) => (step.milliseconds ?? 0) > 0);
  if (timed.length < 2) return null;
  return (
    <span className="phases" aria-hidden>
      {timed.map((step, index) => (
        <span
          key={index}
          className={`phase phase-${step.kind}`}
          style={{ flexGrow: step.milliseconds ?? 0 }}
        />
      ))}
    </span>
  );
}

function StepLine({ step }: { step: Step }): ReactElement {
  const Icon = ICONS[step.kind];
  return (
    <li className={`step step-${step.kind}`}>
      <Icon aria-hidden className="icon" strokeWidth={1.75} />
      <span>
        {step.label}
        {step.detail && `: ${step.detail}`}
      </span>
      <span className="numeric quiet">{seconds(step.at)}</span>
    </li>
  );
}

/** The step that runs now, or what all of them came to. */
export function Timeline({ state }: { state: RunState }): ReactElement | null {
  const running = isRunning(state);
  const step = currentStep(state);
  if (state.steps.length === 0 && !running) return null;
  const progress = state.modelProgress;
  const now = step
    ? `${step.label}${progress === null ? '' : ` (${Math.round(progress * 100)}\u00a0%)`}`
    : 'Starting';
  const spent = state.result?.milliseconds ?? state.steps.at(-1)?.at ?? 0;
  return (
    <Disclosure className="work">
      <Button slot="trigger" className="work-head">
        <ChevronRight aria-hidden className="icon-small work-chevron" strokeWidth={1.75} />
        <span className="cut grow">{running ? now : summary(state)}</span>
        {!running && <Phases steps={state.steps} />}
        {!running && <span className="numeric">{seconds(spent)}</span>}
      </Button>
      <DisclosurePanel className="work-panel">
        <ol className="steps">
          {state.steps.map((one, index) => (
            <StepLine key={index} step={one} />
          ))}
        </ol>
      </DisclosurePanel>
    </Disclosure>
  );
}
