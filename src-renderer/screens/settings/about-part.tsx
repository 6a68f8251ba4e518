/** About. In: `engine.info`, `doctor.run`. Out: version, places, memory, and a check of the databases. */
import { CircleCheck, CircleX, Stethoscope } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { CallOutput } from '../../../src-preload/contract/contract.ts';
import type { ContractError } from '../../../src-preload/contract/errors.ts';
import { asError, call } from '../../bridge.ts';
import { useSettings } from '../../stores/settings.ts';
import { bytes, count, whenLong } from '../../text/format.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorDetails } from '../../ui/state-card.tsx';

interface Check {
  readonly running: boolean;
  readonly found: CallOutput<'doctor.run'> | null;
  readonly error: ContractError | null;
}

function Facts(): ReactElement | null {
  const info = useSettings((state) => state.info);
  if (!info) return <p className="line quiet">The engine has not answered yet.</p>;
  return (
    <dl className="facts numeric">
      <dt>Carrel</dt>
      <dd>{info.version}</dd>
      <dt>Data folder</dt>
      <dd>{info.home}</dd>
      <dt>Engine</dt>
      <dd>{`Node ${info.node}, process ${info.processId}, since ${whenLong(info.startedAt)}`}</dd>
      <dt>Cores</dt>
      <dd>{count(info.cores)}</dd>
      <dt>Memory</dt>
      <dd>{bytes(info.residentBytes)}</dd>
      <dt>Model in memory</dt>
      <dd>{info.model ? `${info.model.id}, ${bytes(info.model.residentBytes)}` : 'None'}</dd>
      <dt>Licence</dt>
      <dd>Apache-2.0</dd>
    </dl>
  );
}

function Findings({ check }: { check: Check }): ReactElement | null {
  if (check.running) return <p className="line quiet">Checking.</p>;
  if (check.error)
    return (
      <div className="line">
        <div className="line-words">
          <span>{check.error.message}</span>
          <ErrorDetails error={check.error} />
        </div>
      </div>
    );
  return (
    <>
      {check.found?.checks.map((one) => (
        <div className="line" key={one.name}>
          {one.ok ? (
            <CircleCheck aria-hidden className="icon state-ok" strokeWidth={1.75} />
          ) : (
            <CircleX aria-hidden className="icon state-danger" strokeWidth={1.75} />
          )}
          <div className="line-words">
            <strong>
              {one.name}
              <span className="hidden-text">{one.ok ? ': good' : ': wrong'}</span>
            </strong>
            {one.detail && <span className="small">{one.detail}</span>}
          </div>
        </div>
      ))}
    </>
  );
}

/** What is running here, and whether its data is sound. */
export function AboutPart(): ReactElement {
  const [check, setCheck] = useState<Check>({ running: false, found: null, error: null });
  const run = async (): Promise<void> => {
    setCheck({ running: true, found: null, error: null });
    try {
      setCheck({ running: false, found: await call('doctor.run', {}), error: null });
    } catch (thrown) {
      setCheck({ running: false, found: null, error: asError(thrown) });
    }
  };
  return (
    <>
      <h2>This Carrel</h2>
      <div className="box">
        <Facts />
      </div>
      <h2>Databases, files and models</h2>
      <div className="box">
        <div className="line">
          <div className="line-words">
            <span>Looks for damage, orphans and missing files. Nothing is changed.</span>
          </div>
          <Button icon={Stethoscope} isDisabled={check.running} onPress={() => void run()}>
            Check
          </Button>
        </div>
        <Findings check={check} />
      </div>
    </>
  );
}
