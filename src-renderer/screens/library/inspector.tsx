/** One document looked at closely. In: its id in the store. Out: ledger, reasons, password, and what can be done. */
import { FileText, FolderOpen, KeyRound, RefreshCw, Trash2, X } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Button as AriaButton, Form } from 'react-aria-components';
import { electron } from '../../bridge.ts';
import { openDocument } from '../../stores/document.ts';
import { inspect, readAgain, useLibrary, type DocumentDetail } from '../../stores/library.ts';
import { go } from '../../stores/view.ts';
import { bytes, middleCut, plural } from '../../text/format.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { LedgerGrid, LedgerLegend } from '../../ui/ledger.tsx';
import { Tag } from '../../ui/tag.tsx';
import { languageName, stateWords } from './state-words.ts';
import './inspector.css';

function open(detail: DocumentDetail, page = 1): void {
  go({ screen: 'ask' });
  openDocument(detail.id, detail.paths[0] ?? detail.name, page);
}

/** Runs of pages that are not plain text, with the reason of each. */
function Reasons({ detail }: { detail: DocumentDetail }): ReactElement | null {
  const told = detail.ledgerReasons.filter((run) => run.reason !== null);
  if (told.length === 0) return null;
  return (
    <ul className="reasons" aria-label="What is not plain text">
      {told.map((run) => (
        <li key={run.from}>
          <AriaButton className="link numeric" onPress={() => open(detail, run.from)}>
            {run.from === run.to ? `p. ${run.from}` : `${run.from}–${run.to}`}
          </AriaButton>
          <span>
            {run.reason}
            {run.state === 'failed' && (
              <>
                {' '}
                <AriaButton className="link" onPress={() => void readAgain([detail.id])}>
                  Try again
                </AriaButton>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Password({ detail }: { detail: DocumentDetail }): ReactElement {
  const [password, setPassword] = useState('');
  return (
    <Form
      className="inspector-password"
      onSubmit={(event) => {
        event.preventDefault();
        void readAgain([detail.id], password);
        setPassword('');
      }}
    >
      <p>{`${detail.name} needs its password. It is used to open this file now and is not kept.`}</p>
      <TextField label="Password" type="password" value={password} onChange={setPassword} />
      <Button weight="first" type="submit" icon={KeyRound} isDisabled={!password}>
        Open
      </Button>
    </Form>
  );
}

function Facts({ detail }: { detail: DocumentDetail }): ReactElement {
  const folder = detail.paths[0]?.split(/[\\/]/).slice(0, -1).join('/') ?? '';
  const facts = [
    ...(detail.pageCount > 0 ? [plural(detail.pageCount, 'page')] : []),
    bytes(detail.bytes),
    ...(detail.language ? [languageName(detail.language)] : []),
  ];
  return (
    <div>
      <h2 className="inspector-title">{detail.name}</h2>
      <p className="small quiet" title={folder}>
        {middleCut(folder, 44)}
      </p>
      <p className="small quiet">{facts.join(', ')}</p>
      {detail.paths.length > 1 && (
        <p className="small quiet">{`The same document lies in ${detail.paths.length} places.`}</p>
      )}
    </div>
  );
}

/** 288 px at the right, or a sheet over the table where there is no room. `onRemove` asks first. */
export function Inspector({ onRemove }: { onRemove: (paths: string[]) => void }): ReactElement | null {
  const inspected = useLibrary((state) => state.inspected);
  const detail = useLibrary((state) => state.detail);
  if (!inspected) return null;
  const state = detail && stateWords(detail);
  return (
    <aside className="inspector" aria-label="The chosen document" data-pane="document" tabIndex={-1}>
      <span className="inspector-close">
        <IconButton icon={X} label="Close" onPress={() => inspect(null)} />
      </span>
      {detail && state && (
        <>
          <Facts detail={detail} />
          <div className="inspector-state">
            <Tag tone={state.tone}>{state.words}</Tag>
          </div>
          {detail.problem && detail.state !== 'passwordNeeded' && <p>{detail.problem.message}</p>}
          {detail.state === 'passwordNeeded' && <Password detail={detail} />}
          {detail.ledger && (
            <>
              <LedgerGrid ledger={detail.ledger} />
              <LedgerLegend pages={detail.pages} />
            </>
          )}
          <Reasons detail={detail} />
          <div className="inspector-actions">
            {detail.pageCount > 0 && (
              <Button icon={FileText} onPress={() => open(detail)}>
                Open
              </Button>
            )}
            {electron && detail.paths[0] && (
              <Button icon={FolderOpen} onPress={() => electron?.showInFolder(detail.paths[0] ?? '')}>
                Show in folder
              </Button>
            )}
            <Button icon={RefreshCw} onPress={() => void readAgain([detail.id])}>
              Read again
            </Button>
            <Button icon={Trash2} onPress={() => onRemove([...detail.paths])}>
              Remove
            </Button>
          </div>
        </>
      )}
    </aside>
  );
}
