/**
 * Folders of the engine's machine, for hosts that have no file dialog. In: `library.browse`. Out:
 * the folder that is open; null while only starting places are shown.
 */
import { CornerLeftUp, FileText, Folder } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, type ReactElement } from 'react';
import { GridList, GridListItem } from 'react-aria-components';
import type { CallOutput } from '../../../src-preload/contract/contract.ts';
import type { ContractError } from '../../../src-preload/contract/errors.ts';
import { asError, call } from '../../bridge.ts';
import { middleCut, plural } from '../../text/format.ts';
import { IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';

type Browse = CallOutput<'library.browse'>;
type Entry = Browse['entries'][number] & { readonly id: string };

interface Shown {
  readonly folder: Browse | null;
  readonly error: ContractError | null;
}

function Row({ entry }: { id: string; entry: Entry }): ReactElement {
  const Icon = entry.kind === 'folder' ? Folder : FileText;
  return (
    <GridListItem
      id={entry.id}
      textValue={entry.name}
      className="browser-row"
      isDisabled={entry.kind === 'file'}
    >
      <Icon aria-hidden className="icon" strokeWidth={1.75} />
      <span className="cut grow">{entry.name}</span>
    </GridListItem>
  );
}

/** `onFolder` is called with the path of every folder that is opened. */
export function FolderBrowser({ onFolder }: { onFolder: (path: string | null) => void }): ReactElement {
  const [shown, setShown] = useState<Shown>({ folder: null, error: null });
  const [typed, setTyped] = useState('');
  const typing = useRef('');
  const latest = useRef(0);
  const type = useCallback((text: string): void => {
    typing.current = text;
    setTyped(text);
  }, []);
  const open = useCallback(
    async (path: string | null): Promise<void> => {
      // A slow answer must not replace a later one, nor what was typed in the meantime.
      const asked = ++latest.current;
      const typedThen = typing.current;
      try {
        const folder = await call('library.browse', path === null ? {} : { path });
        if (asked !== latest.current) return;
        setShown({ folder, error: null });
        if (typing.current === typedThen) type(folder.path ?? '');
        onFolder(folder.path);
      } catch (thrown) {
        if (asked !== latest.current) return;
        setShown((before) => ({ folder: before.folder, error: asError(thrown) }));
      }
    },
    [onFolder, type],
  );
  useEffect(() => {
    void Promise.resolve().then(() => open(null));
  }, [open]);
  const { folder, error } = shown;
  const entries: Entry[] = (folder?.entries ?? []).map((entry) => ({ ...entry, id: entry.path }));
  const files = entries.filter((entry) => entry.kind === 'file').length;
  return (
    <div className="browser">
      <div className="browser-head">
        <IconButton
          icon={CornerLeftUp}
          label="Folder above"
          isDisabled={folder === null || folder.path === null}
          onPress={() => void open(folder?.parent ?? null)}
        />
        <form
          className="grow"
          onSubmit={(event) => {
            event.preventDefault();
            void open(typed.trim() || null);
          }}
        >
          <TextField
            label="Path of the folder"
            labelHidden
            placeholder="Path of the folder"
            value={typed}
            onChange={type}
            error={error?.message ?? null}
          />
        </form>
      </div>
      <GridList
        aria-label={folder?.path ? `Folders in ${folder.path}` : 'Starting places'}
        className="browser-list"
        items={entries}
        onAction={(path) => void open(String(path))}
        renderEmptyState={() => (
          <p className="browser-none">
            {folder ? 'No folder and no PDF is in here.' : 'Opening the folders.'}
          </p>
        )}
      >
        {(entry: Entry) => <Row id={entry.id} entry={entry} />}
      </GridList>
      <p className="browser-foot" title={folder?.path ?? undefined}>
        {folder?.path
          ? `${middleCut(folder.path, 56)}: ${plural(files, 'PDF')} here; PDFs in folders inside it are found too.`
          : 'Open the folder that is to be read. Nothing is ever written into it.'}
      </p>
    </div>
  );
}
