/** The library. In: collection of the left pane, rows of the store. Out: queue, filter, table, inspector. */
import { CircleAlert, FolderPlus, FolderOpen, RefreshCw, SearchX, Trash2 } from 'lucide-react';
import { useEffect, useState, type ReactElement } from 'react';
import type { Selection } from 'react-aria-components';
import { electron } from '../../bridge.ts';
import { filterDocuments, inspect, readAgain, remove, useLibrary } from '../../stores/library.ts';
import { openAddFolder } from '../../stores/overlays.ts';
import { chooseCollection, useView } from '../../stores/view.ts';
import { count, plural } from '../../text/format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { SearchField } from '../../ui/field.tsx';
import { StateCard } from '../../ui/state-card.tsx';
import { chooseFolder } from '../folders/choose.ts';
import { DocumentsTable } from './documents-table.tsx';
import { Inspector } from './inspector.tsx';
import { Queue } from './queue.tsx';
import './library-screen.css';

/** Time from the last key to the search, in milliseconds. */
const TYPING = 200;

interface Removal {
  readonly what: { paths?: string[]; collection?: string };
  readonly words: string;
}

function Empty({ filtered }: { filtered: boolean }): ReactElement {
  const loading = useLibrary((state) => state.loading);
  const collection = useView((state) => state.collection) ?? 'Library';
  if (loading) return <p className="table-empty quiet">Loading documents</p>;
  if (filtered)
    return (
      <div className="table-empty">
        <StateCard icon={SearchX} title="No document has this name">
          <p>The filter looks at file names in this collection.</p>
        </StateCard>
      </div>
    );
  return (
    <div className="table-empty">
      <StateCard
        icon={FolderOpen}
        title="No documents yet"
        actions={
          <Button weight="first" onPress={() => void chooseFolder(collection)}>
            Choose folder
          </Button>
        }
      >
        <p>
          {electron && 'Drop a folder anywhere in this window. '}
          Carrel reads the PDFs where they lie and changes nothing.
        </p>
      </StateCard>
    </div>
  );
}

function chosenIds(selected: Selection): string[] {
  const { documents } = useLibrary.getState();
  if (selected === 'all') return documents.map((one) => one.id);
  return [...selected].map(String);
}

function pathsOf(ids: readonly string[]): string[] {
  const wanted = new Set(ids);
  return useLibrary
    .getState()
    .documents.filter((one) => wanted.has(one.id))
    .flatMap((one) => one.paths);
}

function Bar(props: {
  selected: Selection;
  name: string;
  onName: (name: string) => void;
  onRemove: (removal: Removal) => void;
}): ReactElement {
  const { selected, name, onName, onRemove } = props;
  const total = useLibrary((state) => state.total);
  const collection = useView((state) => state.collection);
  const ids = chosenIds(selected);
  return (
    <div className="library-bar">
      <div className="library-filter" data-find>
        <SearchField label="Filter by name" value={name} onChange={onName} />
      </div>
      <span className="grow" />
      <span className="quiet numeric library-count">
        {ids.length > 0 ? `${count(ids.length)} of ${count(total)} selected` : plural(total, 'document')}
      </span>
      {ids.length > 0 ? (
        <>
          <Button icon={RefreshCw} onPress={() => void readAgain(ids)}>
            Read again
          </Button>
          <Button
            icon={Trash2}
            onPress={() => onRemove({ what: { paths: pathsOf(ids) }, words: plural(ids.length, 'document') })}
          >
            Remove
          </Button>
        </>
      ) : (
        collection !== null && (
          <Button
            weight="quiet"
            icon={Trash2}
            onPress={() => onRemove({ what: { collection }, words: `the collection “${collection}”` })}
          >
            Remove collection
          </Button>
        )
      )}
      <Button weight="first" icon={FolderPlus} onPress={() => openAddFolder(collection ?? 'Library')}>
        Add folder
      </Button>
    </div>
  );
}

/** The screen behind "Library". */
export function LibraryScreen(): ReactElement {
  const collection = useView((state) => state.collection);
  const error = useLibrary((state) => state.error);
  const [name, setName] = useState('');
  const [selected, setSelected] = useState<Selection>(new Set());
  const [removal, setRemoval] = useState<Removal | null>(null);
  useEffect(() => {
    const timer = window.setTimeout(() => filterDocuments({ collection, name }), name ? TYPING : 0);
    return () => window.clearTimeout(timer);
  }, [collection, name]);
  const take = ({ what }: Removal): void => {
    inspect(null);
    setSelected(new Set());
    if (what.collection !== undefined) chooseCollection(null);
    void remove(what);
  };
  return (
    <main className="library" aria-label="Library" data-pane="middle" tabIndex={-1}>
      <h1 className="hidden-text">Library</h1>
      <Queue />
      <Bar selected={selected} name={name} onName={setName} onRemove={setRemoval} />
      <div className="library-body">
        <div className="library-table">
          {error ? (
            <div className="table-empty">
              <StateCard
                icon={CircleAlert}
                tone="danger"
                title="The documents could not be listed"
                error={error}
              >
                <p>{error.message}</p>
              </StateCard>
            </div>
          ) : (
            <DocumentsTable
              selected={selected}
              onSelect={setSelected}
              onOpen={inspect}
              empty={<Empty filtered={name.trim() !== ''} />}
            />
          )}
        </div>
        <Inspector onRemove={(paths) => setRemoval({ what: { paths }, words: 'this document' })} />
      </div>
      <ConfirmDialog
        title="Remove from the library"
        text={`This takes ${removal?.words ?? ''} out of Carrel. The files stay where they are; answers keep their quotes.`}
        confirm="Remove"
        isOpen={removal !== null}
        onConfirm={() => removal && take(removal)}
        onClose={() => setRemoval(null)}
      />
    </main>
  );
}
