/** The document pane. In: document, evidence and current one of the store. Out: the page at the box, with bars above it. */
import { ChevronDown, ChevronUp, FileLock, FileX, Minus, Plus, SquarePen, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement, type RefObject } from 'react';
import { Form } from 'react-aria-components';
import type { ContractError } from '../../../src-preload/contract/errors.ts';
import type { WireCitation } from '../../../src-preload/contract/shapes.ts';
import { asError, call, documentUrl, electron } from '../../bridge.ts';
import { useComposer } from '../../stores/composer.ts';
import {
  hoverEvidence,
  openCitation,
  stepEvidence,
  toggleDocument,
  useDocument,
} from '../../stores/document.ts';
import { pageName } from '../../text/format.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { StateCard } from '../../ui/state-card.tsx';
import { focusComposer } from '../frame/commands.ts';
import { EvidenceRail } from './rail.tsx';
import { createViewer, type Viewer } from './viewer.ts';
import 'pdfjs-dist/web/pdf_viewer.css';
import './document-pane.css';

interface Shown {
  readonly phase: 'opening' | 'open' | 'password' | 'error';
  readonly pages: number;
  readonly labels: readonly string[] | null;
  readonly page: number;
  readonly scale: number;
  readonly wrongPassword: boolean;
  readonly error: ContractError | null;
}

const OPENING: Shown = {
  phase: 'opening',
  pages: 0,
  labels: null,
  page: 1,
  scale: 1,
  wrongPassword: false,
  error: null,
};

/** A file that is gone or changed is told by the engine; anything else by pdf.js. */
async function reason(document: string, thrown: unknown): Promise<ContractError> {
  try {
    await call('library.locate', { document });
    return {
      code: 'damagedPdf',
      message: 'The file is there, but its pages cannot be drawn. What was read from it can still be asked.',
      retryable: true,
      detail: thrown instanceof Error ? thrown.message : String(thrown),
    };
  } catch (failure) {
    return asError(failure);
  }
}

interface Pane {
  readonly shown: Shown;
  readonly viewer: RefObject<Viewer | null>;
  readonly givePassword: (password: string) => void;
  readonly again: () => void;
}

/** Opens the document of the store in the container, and goes where the store points. */
function usePane(container: RefObject<HTMLDivElement | null>): Pane {
  const { document, evidence, current, hovered, jump, startPage } = useDocument();
  const [shown, setShown] = useState(OPENING);
  const [attempt, setAttempt] = useState(0);
  const viewer = useRef<Viewer | null>(null);
  const give = useRef<((password: string) => void) | null>(null);

  useEffect(() => {
    const element = container.current;
    if (!element || document === null) return;
    const made = createViewer(element, {
      onOpen: (pages, labels) => setShown((before) => ({ ...before, phase: 'open', pages, labels })),
      onPage: (page) => setShown((before) => ({ ...before, page })),
      onScale: (scale) => setShown((before) => ({ ...before, scale })),
      onPassword: (answer, wrongPassword) => {
        give.current = answer;
        setShown((before) => ({ ...before, phase: 'password', wrongPassword }));
      },
      onError: (thrown) =>
        void reason(document, thrown).then((error) =>
          setShown((before) => ({ ...before, phase: 'error', error })),
        ),
    });
    viewer.current = made;
    made.open(documentUrl(document));
    return () => {
      viewer.current = null;
      made.destroy();
      setShown(OPENING);
    };
  }, [container, document, attempt]);

  useEffect(() => {
    const citation = evidence.find((one) => one.number === current && one.document === document);
    const box = citation?.boxes[0] ?? null;
    viewer.current?.goTo(box?.page ?? citation?.page ?? startPage, box);
  }, [document, attempt, jump, evidence, current, startPage]);

  const pulsed = useRef(0);
  useEffect(() => {
    if (document === null) return;
    const pulse = pulsed.current !== jump;
    pulsed.current = jump;
    viewer.current?.setMarks({
      evidence,
      document,
      current: hovered ?? current,
      pulse,
      onPress: (citation) => openCitation(citation, evidence),
    });
  }, [document, attempt, evidence, current, hovered, jump]);

  return {
    shown,
    viewer,
    givePassword: (password) => {
      setShown((before) => ({ ...before, phase: 'opening' }));
      give.current?.(password);
    },
    again: () => setAttempt((before) => before + 1),
  };
}

/** Finds the mark under the pointer; the boxes themselves let the pointer through to the text. */
function markUnder(container: HTMLElement, x: number, y: number): number | null {
  for (const box of container.querySelectorAll<HTMLElement>('.mark-box')) {
    const { left, top, right, bottom } = box.getBoundingClientRect();
    if (x >= left && x <= right && y >= top && y <= bottom) return Number(box.dataset['number']);
  }
  return null;
}

function Head(props: { name: string; pane: Pane }): ReactElement {
  const { name, pane } = props;
  const zoom = (factor: number) => (): void => pane.viewer.current?.zoom(factor);
  return (
    <header className="document-head">
      <h2 className="pane-title cut grow" title={name}>
        {name.replace(/\.pdf$/i, '')}
      </h2>
      <span className="document-zoom">
        <IconButton icon={Minus} label="Smaller" onPress={zoom(1 / 1.2)} />
        <Button
          weight="quiet"
          size="small"
          aria-label={`${Math.round(pane.shown.scale * 100)}\u00a0%, fit to the width`}
          onPress={() => pane.viewer.current?.fit()}
        >
          {`${Math.round(pane.shown.scale * 100)}\u00a0%`}
        </Button>
        <IconButton icon={Plus} label="Larger" onPress={zoom(1.2)} />
      </span>
      <IconButton icon={X} label="Close the document" onPress={toggleDocument} />
    </header>
  );
}

function EvidenceBar({ shown, onPage }: { shown: Shown; onPage: (by: number) => void }): ReactElement {
  const { evidence, current, document, name } = useDocument();
  const index = evidence.findIndex((one) => one.number === current);
  const label = shown.labels?.[shown.page - 1] ?? null;
  const ask = (): void => {
    if (document) useComposer.setState({ document: { id: document, name } });
    focusComposer();
  };
  return (
    <div className="evidence-bar numeric">
      {index >= 0 && <span className="evidence-current">{current}</span>}
      <span className="cut grow" aria-live="off">
        {shown.phase === 'open' && `${capital(pageName(shown.page, null))} of ${shown.pages}`}
        {label && label !== String(shown.page) && <span className="quiet">{` (printed ${label})`}</span>}
      </span>
      {index >= 0 ? (
        <>
          <IconButton
            icon={ChevronUp}
            label="Previous evidence"
            keys="Alt ↑"
            isDisabled={index === 0}
            onPress={() => stepEvidence(-1)}
          />
          <span>{`${index + 1} of ${evidence.length}`}</span>
          <IconButton
            icon={ChevronDown}
            label="Next evidence"
            keys="Alt ↓"
            isDisabled={index === evidence.length - 1}
            onPress={() => stepEvidence(1)}
          />
        </>
      ) : (
        <>
          <IconButton icon={ChevronUp} label="Previous page" onPress={() => onPage(-1)} />
          <IconButton icon={ChevronDown} label="Next page" onPress={() => onPage(1)} />
        </>
      )}
      <Button size="small" icon={SquarePen} onPress={ask}>
        <span className="evidence-ask">Ask this document</span>
        <span className="evidence-ask-short">Ask</span>
      </Button>
    </div>
  );
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function PasswordForm({ name, pane }: { name: string; pane: Pane }): ReactElement {
  const [password, setPassword] = useState('');
  return (
    <StateCard icon={FileLock} tone="warning" title={`${name} needs its password`}>
      <p>It is used to open this file and is not kept.</p>
      <Form
        className="document-password"
        onSubmit={(event) => {
          event.preventDefault();
          pane.givePassword(password);
        }}
      >
        <TextField
          label="Password"
          type="password"
          value={password}
          onChange={setPassword}
          error={pane.shown.wrongPassword ? 'This password does not open the file.' : null}
        />
        <Button weight="first" type="submit" isDisabled={!password}>
          Open
        </Button>
      </Form>
    </StateCard>
  );
}

const GONE: Readonly<Record<string, string>> = {
  pathNotFound: 'The file cannot be reached',
  notFound: 'The document is not in the library any more',
  fileChanged: 'The file has changed since it was read',
};

function Trouble({ name, pane }: { name: string; pane: Pane }): ReactElement | null {
  const { phase, error } = pane.shown;
  const path = useDocument((state) => state.path);
  if (phase === 'opening')
    return (
      <div className="document-opening" role="status">
        <p>{`Opening ${name}`}</p>
        <div className="document-outline" />
      </div>
    );
  if (phase === 'password') return <PasswordForm name={name} pane={pane} />;
  if (!error) return null;
  return (
    <StateCard
      icon={FileX}
      tone="warning"
      title={GONE[error.code] ?? 'The document cannot be shown'}
      error={error}
      actions={
        <>
          <Button weight="first" onPress={pane.again}>
            Look again
          </Button>
          {electron && <Button onPress={() => electron?.showInFolder(path)}>Show in folder</Button>}
        </>
      }
    >
      <p>{error.message}</p>
      <p>Answers keep their quotes; nothing was removed.</p>
    </StateCard>
  );
}

/** The third pane. */
export function DocumentPane(): ReactElement {
  const name = useDocument((state) => state.name);
  const evidence = useDocument((state) => state.evidence);
  const container = useRef<HTMLDivElement>(null);
  const pane = usePane(container);
  const { shown } = pane;
  const turn = (by: number): void =>
    pane.viewer.current?.goTo(Math.min(shown.pages, Math.max(1, shown.page + by)), null);
  const first: WireCitation | undefined = evidence[0];
  return (
    <section className="document" aria-label={`Document ${name}`} data-pane="document" tabIndex={-1}>
      <Head name={name} pane={pane} />
      <EvidenceBar shown={shown} onPage={turn} />
      <div className="document-body">
        <div
          className="document-pages"
          ref={container}
          tabIndex={0}
          role="group"
          aria-label="Pages"
          data-phase={shown.phase}
          onPointerMove={(event) =>
            hoverEvidence(markUnder(event.currentTarget, event.clientX, event.clientY))
          }
          onPointerLeave={() => hoverEvidence(null)}
        >
          <div className="pdfViewer" />
        </div>
        {shown.phase !== 'open' && (
          <div className="document-trouble">
            <Trouble name={name} pane={pane} />
          </div>
        )}
        {first && shown.phase === 'open' && <EvidenceRail pages={shown.pages} page={shown.page} />}
      </div>
    </section>
  );
}
