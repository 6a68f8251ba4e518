/** The ask box. In: text, scope, preset. Out: a question. Enter asks, Shift Enter is a new line. */
import { CornerDownLeft, Folder, Square } from 'lucide-react';
import { useLayoutEffect, useRef, type KeyboardEvent, type ReactElement } from 'react';
import { useComposer } from '../../stores/composer.ts';
import { useDocument } from '../../stores/document.ts';
import { useLibrary } from '../../stores/library.ts';
import { isRunning } from '../../stores/run-state.ts';
import { ask, stop, useRun } from '../../stores/run.ts';
import { chooseCollection, useView } from '../../stores/view.ts';
import { Button } from '../../ui/button.tsx';
import { Select, type Option } from '../../ui/select.tsx';
import './composer.css';

const ALL = 'all:';
const DOCUMENT = 'document:';

function Scope(): ReactElement {
  const collections = useLibrary((state) => state.collections) ?? [];
  const collection = useView((state) => state.collection);
  const chosen = useComposer((state) => state.document);
  const shown = useDocument((state) => (state.shown ? state.document : null));
  const shownName = useDocument((state) => state.name);
  const document = chosen ?? (shown ? { id: shown, name: shownName } : null);
  const options: Option[] = [
    { id: ALL, title: 'All documents' },
    ...collections.map((one) => ({ id: one.name, title: one.name })),
    ...(document ? [{ id: DOCUMENT, title: document.name, detail: 'This document only' }] : []),
  ];
  const choose = (id: string): void => {
    useComposer.setState({ document: id === DOCUMENT ? document : null });
    if (id !== DOCUMENT) chooseCollection(id === ALL ? null : id);
  };
  return (
    <Select
      quiet
      icon={Folder}
      label="What is asked"
      options={options}
      value={chosen ? DOCUMENT : (collection ?? ALL)}
      onChange={choose}
    />
  );
}

function Preset(): ReactElement {
  const preset = useComposer((state) => state.preset);
  const presets = useComposer((state) => state.presets);
  return (
    <Select
      quiet
      label="Preset"
      options={[
        { id: 'auto', title: 'Auto', detail: 'An answer where a model is set, else the evidence' },
        ...presets.map((one) => ({ id: one.id, title: one.title, detail: one.keeps })),
      ]}
      value={preset}
      onChange={(id) => useComposer.setState({ preset: id })}
    />
  );
}

async function send(): Promise<void> {
  const { text, document, preset } = useComposer.getState();
  const { collection } = useView.getState();
  const question = text.trim();
  if (!question) return;
  const asked = await ask({
    question,
    preset,
    ...(document ? { document: document.id } : collection === null ? {} : { collection }),
  });
  if (asked) useComposer.setState({ text: '' });
}

/** Grows with its text up to six lines. */
function Box({ placeholder }: { placeholder: string }): ReactElement {
  const text = useComposer((state) => state.text);
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);
  const onKeyDown = (event: KeyboardEvent): void => {
    // While an input method composes, Enter takes its suggestion.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <textarea
      ref={area}
      id="ask-box"
      className="composer-text"
      aria-label="Question"
      rows={1}
      spellCheck={false}
      placeholder={placeholder}
      value={text}
      onChange={(event) => useComposer.setState({ text: event.target.value })}
      onKeyDown={onKeyDown}
    />
  );
}

/** At the foot of the ask screen; one line where the window is low. */
export function Composer(): ReactElement {
  const empty = useComposer((state) => state.text.trim() === '');
  const running = useRun((state) => state.open !== null && !state.loading && isRunning(state.open));
  const unreadable = useRun((state) => state.unreadable !== null);
  const hasRun = useRun((state) => state.open !== null);
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Box placeholder={hasRun ? 'Ask another question' : 'Ask a question'} />
      <div className="composer-actions">
        <Scope />
        <Preset />
        <span className="grow" />
        {running && !unreadable ? (
          <>
            <kbd>Esc</kbd>
            <Button icon={Square} onPress={() => void stop()}>
              Stop
            </Button>
          </>
        ) : (
          <Button weight="first" type="submit" icon={CornerDownLeft} isDisabled={empty}>
            Ask
          </Button>
        )}
      </div>
    </form>
  );
}
