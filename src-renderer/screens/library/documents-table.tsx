/** The table of documents. In: rows of the store. Out: React Aria's table in a virtualizer, so that thousands of rows cost as few as are seen. */
import { Check, FileLock, FileText, FileX, Minus } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import {
  Cell,
  Checkbox,
  Column,
  Row,
  Table,
  TableBody,
  TableHeader,
  TableLayout,
  TableLoadMoreItem,
  Virtualizer,
  type Selection,
} from 'react-aria-components';
import type { DocumentSummary } from '../../../src-preload/contract/library.ts';
import { loadMoreDocuments, useLibrary } from '../../stores/library.ts';
import { bytes, count, when } from '../../text/format.ts';
import { LedgerStrip } from '../../ui/ledger.tsx';
import { useMedia } from '../../ui/media.ts';
import { Tag } from '../../ui/tag.tsx';
import { stateWords } from './state-words.ts';
import './documents-table.css';

const STRIP = 116;
const LAYOUT = { rowHeight: 32, headingHeight: 26, estimatedRowHeight: 32 };

function Tick(): ReactElement {
  return (
    <Checkbox slot="selection" className="tick">
      {({ isSelected, isIndeterminate }) => (
        <span className="tick-box" aria-hidden>
          {isIndeterminate ? <Minus strokeWidth={3} /> : isSelected ? <Check strokeWidth={3} /> : null}
        </span>
      )}
    </Checkbox>
  );
}

function NameIcon({ document }: { document: DocumentSummary }): ReactElement {
  const Icon =
    document.state === 'passwordNeeded' ? FileLock : document.state === 'failed' ? FileX : FileText;
  return <Icon aria-hidden className="icon-small quiet" strokeWidth={1.75} />;
}

function cells(document: DocumentSummary, wide: boolean): ReactElement[] {
  const state = stateWords(document);
  return [
    <Cell key="tick" className="table-cell table-tick">
      <Tick />
    </Cell>,
    <Cell key="name" className="table-cell">
      <span className="table-name">
        <NameIcon document={document} />
        <span className="cut" title={document.paths[0]}>
          {document.name}
        </span>
      </span>
    </Cell>,
    <Cell key="pages" className="table-cell table-number">
      {document.pageCount > 0 ? count(document.pageCount) : ''}
    </Cell>,
    <Cell key="ledger" className="table-cell">
      <LedgerStrip ledger={document.ledger} width={STRIP} />
    </Cell>,
    <Cell key="state" className="table-cell">
      {state.tone === 'ok' ? state.words : <Tag tone={state.tone}>{state.words}</Tag>}
    </Cell>,
    ...(wide
      ? [
          <Cell key="language" className="table-cell quiet">
            {document.language ?? ''}
          </Cell>,
        ]
      : []),
    <Cell key="size" className="table-cell table-number">
      {bytes(document.bytes)}
    </Cell>,
    <Cell key="read" className="table-cell quiet">
      {document.indexedAt ? when(document.indexedAt) : ''}
    </Cell>,
  ];
}

function DocumentRow(props: { id: string; document: DocumentSummary; wide: boolean }): ReactElement {
  const { id, document, wide } = props;
  const inspected = useLibrary((state) => state.inspected === document.id);
  return (
    <Row
      id={id}
      className="table-row"
      data-inspected={inspected ? '' : undefined}
      textValue={document.name}
      dependencies={[document, inspected, wide]}
    >
      {cells(document, wide)}
    </Row>
  );
}

export interface DocumentsTableProps {
  readonly selected: Selection;
  readonly onSelect: (selection: Selection) => void;
  /** A row was pressed: its id. */
  readonly onOpen: (document: string) => void;
  readonly empty: ReactElement;
}

/** The column of the language yields first: below 1100 px of window, or 1400 beside the inspector. */
export function DocumentsTable({ selected, onSelect, onOpen, empty }: DocumentsTableProps): ReactElement {
  const documents = useLibrary((state) => state.documents);
  const loading = useLibrary((state) => state.loading);
  const inspecting = useLibrary((state) => state.inspected !== null);
  const room = useMedia('(min-width: 1100px)');
  const plenty = useMedia('(min-width: 1400px)');
  const wide = inspecting ? plenty : room;
  const [layout] = useState(() => new TableLayout(LAYOUT));
  return (
    <Virtualizer layout={layout} layoutOptions={LAYOUT}>
      <Table
        aria-label="Documents"
        className="table"
        selectionMode="multiple"
        selectionBehavior="toggle"
        selectedKeys={selected}
        onSelectionChange={onSelect}
        onRowAction={(key) => onOpen(String(key))}
      >
        <TableHeader className="table-head">
          <Column width={42} minWidth={42} className="table-column table-tick">
            <Tick />
          </Column>
          <Column isRowHeader className="table-column" minWidth={140}>
            Name
          </Column>
          <Column width={56} className="table-column table-number">
            Pages
          </Column>
          <Column width={132} className="table-column">
            Ledger
          </Column>
          <Column width={132} className="table-column">
            State
          </Column>
          {wide ? (
            <Column width={36} className="table-column">
              <abbr title="Language">Lg</abbr>
            </Column>
          ) : null}
          <Column width={72} className="table-column table-number">
            Size
          </Column>
          <Column width={82} className="table-column">
            Read
          </Column>
        </TableHeader>
        <TableBody className="table-body" dependencies={[wide]} renderEmptyState={() => empty}>
          {documents.map((document) => (
            <DocumentRow key={document.id} id={document.id} document={document} wide={wide} />
          ))}
          <TableLoadMoreItem isLoading={loading} onLoadMore={loadMoreDocuments}>
            <span className="quiet small">Loading documents</span>
          </TableLoadMoreItem>
        </TableBody>
      </Table>
    </Virtualizer>
  );
}
