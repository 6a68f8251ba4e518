/** Ask. In: the open question, or none. Out: the answer above, the ask box below. */
import { ArrowDown, CircleAlert, FileCode, FileJson, FileText, FolderOpen, Share } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement, type RefObject } from 'react';
import { useLibrary } from '../../stores/library.ts';
import { isRunning, type RunState } from '../../stores/run-state.ts';
import { useRun } from '../../stores/run.ts';
import { go, useView } from '../../stores/view.ts';
import { plural } from '../../text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { StateCard } from '../../ui/state-card.tsx';
import { chooseFolder } from '../folders/choose.ts';
import { AnswerView } from './answer-view.tsx';
import { Composer } from './composer.tsx';
import { exportRun } from './export.ts';
import './ask-screen.css';

/**
 * Keeps the end of growing text in view while it was in view before (design README, Streaming).
 * Returns whether new text is out of sight below, and what brings it into view.
 */
function useFollow(scroll: RefObject<HTMLDivElement | null>, open: RunState | null): [boolean, () => void] {
  const [below, setBelow] = useState(false);
  const following = useRef(true);
  const running = open !== null && isRunning(open);
  const end = (): Element | null => scroll.current?.querySelector('.answer-end') ?? null;
  useEffect(() => {
    const pane = scroll.current;
    if (!pane || !running) return;
    const look = (): void => {
      const mark = pane.querySelector('.answer-end');
      following.current =
        !mark || mark.getBoundingClientRect().bottom <= pane.getBoundingClientRect().bottom + 24;
      setBelow(!following.current);
    };
    pane.addEventListener('scroll', look, { passive: true });
    return () => {
      pane.removeEventListener('scroll', look);
      following.current = true;
      setBelow(false);
    };
  }, [scroll, running]);
  useEffect(() => {
    if (running && following.current) end()?.scrollIntoView({ block: 'nearest' });
  });
  return [running && below && open.text !== '', () => end()?.scrollIntoView({ block: 'end' })];
}

function Head({ open }: { open: RunState | null }): ReactElement {
  const collection = useView((state) => state.collection);
  const done = open !== null && !isRunning(open);
  return (
    <header className="pane-head">
      <span className="pane-title cut grow">{open?.collection ?? collection ?? 'All documents'}</span>
      {done && (
        <Menu
          label="Export this answer"
          icon={Share}
          commands={[
            { id: 'html', title: 'Web page', icon: FileCode, run: () => void exportRun(open.run, 'html') },
            { id: 'md', title: 'Markdown', icon: FileText, run: () => void exportRun(open.run, 'md') },
            { id: 'json', title: 'JSON', icon: FileJson, run: () => void exportRun(open.run, 'json') },
          ]}
        />
      )}
    </header>
  );
}

/** A new question: what can be asked of. */
function Blank(): ReactElement {
  const collections = useLibrary((state) => state.collections);
  const collection = useView((state) => state.collection);
  if (collections === null) return <div className="blank" />;
  const asked = collections.filter((one) => collection === null || one.name === collection);
  const documents = asked.reduce((sum, one) => sum + one.documents, 0);
  const pages = asked.reduce((sum, one) => sum + one.pages, 0);
  if (documents === 0)
    return (
      <div className="blank">
        <StateCard
          icon={FolderOpen}
          level={1}
          title="No documents yet"
          actions={
            <Button weight="first" onPress={() => void chooseFolder(collection ?? 'Library')}>
              Choose folder
            </Button>
          }
        >
          <p>Carrel reads the PDFs where they lie and changes nothing.</p>
        </StateCard>
      </div>
    );
  return (
    <div className="blank">
      <h1>Ask a question</h1>
      <p>{`It is asked of ${plural(documents, 'document')} with ${plural(pages, 'page')}. Every claim of the answer opens its page.`}</p>
    </div>
  );
}

function Content(): ReactElement {
  const { open, loading, unreadable } = useRun();
  if (unreadable)
    return (
      <div className="blank">
        <StateCard
          icon={CircleAlert}
          tone="danger"
          level={1}
          title="This question cannot be shown"
          error={unreadable}
          actions={<Button onPress={() => go({ run: null })}>New question</Button>}
        >
          <p>{unreadable.message}</p>
        </StateCard>
      </div>
    );
  if (!open) return <Blank />;
  if (loading) return <div className="blank" />;
  return <AnswerView key={open.run} state={open} />;
}

/** The screen behind "Ask". */
export function AskScreen(): ReactElement {
  const open = useRun((state) => (state.loading ? null : state.open));
  const scroll = useRef<HTMLDivElement>(null);
  const [below, show] = useFollow(scroll, open);
  return (
    <main className="ask" aria-label="Ask" data-pane="middle" tabIndex={-1}>
      <Head open={open} />
      <div className="ask-scroll scroll" ref={scroll} tabIndex={-1}>
        <Content />
      </div>
      {below && (
        <div className="ask-below">
          <Button size="small" icon={ArrowDown} onPress={show}>
            New text below
          </Button>
        </div>
      )}
      <Composer />
    </main>
  );
}
