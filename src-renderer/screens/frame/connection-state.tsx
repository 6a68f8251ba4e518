/** The connection to the engine, when it is not there. In: its state. Out: a line under the bar, or the whole window. */
import { Database, Unplug } from 'lucide-react';
import { useEffect, useState, type ReactElement } from 'react';
import { useConnection } from '../../stores/connection.ts';
import { StateCard } from '../../ui/state-card.tsx';
import './connection-state.css';

/** A connection that is back sooner than this is not worth a word, in milliseconds. */
const PATIENCE = 600;

/** Says that the connection is lost; what is on screen stays. */
export function ConnectionBanner(): ReactElement {
  const { phase, epoch } = useConnection();
  const [late, setLate] = useState(false);
  const away = phase === 'lost' || phase === 'connecting';
  useEffect(() => {
    if (!away) return;
    const timer = window.setTimeout(() => setLate(true), PATIENCE);
    return () => {
      window.clearTimeout(timer);
      setLate(false);
    };
  }, [away]);
  return (
    <div role="status">
      {away && late && (
        <p className="connection-banner">
          <Unplug aria-hidden className="icon" strokeWidth={1.75} />
          {epoch === 0
            ? 'Waiting for the Carrel engine.'
            : 'The connection to the Carrel engine was lost. It is tried again by itself; what is stored is safe.'}
        </p>
      )}
    </div>
  );
}

/** The whole window, when trying again cannot help. */
export function RefusedScreen(): ReactElement {
  const { error } = useConnection();
  if (error?.code === 'libraryNewer')
    return (
      <main className="refused">
        <StateCard icon={Database} tone="danger" level={1} title="This library was made by a newer Carrel">
          <p>It was not opened and not changed. Update Carrel, or start it with another library.</p>
          <p>Your documents are not affected.</p>
        </StateCard>
      </main>
    );
  return (
    <main className="refused">
      <StateCard
        icon={Unplug}
        tone="danger"
        level={1}
        title="Carrel cannot be reached from here"
        error={error}
      >
        <p>{error?.message}</p>
      </StateCard>
    </main>
  );
}
