/**
 * Adds a folder to a collection. In: the request of an overlay. Out: a dialog with the collection's
 * name and, where the host has no folder dialog, the engine's folder browser.
 */
import { FolderOpen } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { electron } from '../../bridge.ts';
import { addPaths, useLibrary } from '../../stores/library.ts';
import { closeOverlays, useOverlays, type AddFolderRequest } from '../../stores/overlays.ts';
import { chooseCollection, go, useView } from '../../stores/view.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { FolderBrowser } from './folder-browser.tsx';
import './folders.css';

async function add(paths: readonly string[], collection: string): Promise<void> {
  if (!(await addPaths(paths, collection))) return;
  closeOverlays();
  if (useView.getState().collection !== null) chooseCollection(collection);
  go({ screen: 'library' });
}

function Form({ request }: { request: AddFolderRequest }): ReactElement {
  const [name, setName] = useState(request.collection ?? '');
  const [folder, setFolder] = useState<string | null>(null);
  const collections = useLibrary((state) => state.collections) ?? [];
  const known = collections.some((one) => one.name === name.trim());
  const choose = async (): Promise<void> => {
    const paths = (await electron?.chooseFolders()) ?? [];
    if (paths.length > 0) await add(paths, name.trim());
  };
  return (
    <>
      <div className="dialog-body">
        <TextField
          label="Collection"
          value={name}
          onChange={setName}
          autoFocus={request.collection === null}
          hint={known || !name.trim() ? 'Documents that are asked together.' : 'A new collection.'}
        />
        {!electron && <FolderBrowser onFolder={setFolder} />}
      </div>
      <footer className="dialog-foot">
        <Button onPress={closeOverlays}>Cancel</Button>
        {electron ? (
          <Button weight="first" icon={FolderOpen} isDisabled={!name.trim()} onPress={() => void choose()}>
            Choose folder
          </Button>
        ) : (
          <Button
            weight="first"
            isDisabled={!name.trim() || folder === null}
            onPress={() => folder !== null && void add([folder], name.trim())}
          >
            Add this folder
          </Button>
        )}
      </footer>
    </>
  );
}

/** Shown while the overlay asks for it. */
export function AddFolder(): ReactElement {
  const request = useOverlays((state) => state.addFolder);
  return (
    <Dialog
      title={request?.collection === null ? 'New collection' : 'Add a folder'}
      size={electron ? 'normal' : 'wide'}
      isOpen={request !== null}
      onClose={closeOverlays}
    >
      {request && <Form request={request} />}
    </Dialog>
  );
}
