/** The whole window takes folders. In: dropped files (Electron tells their paths). Out: they are added to the current collection. */
import { FolderInput } from 'lucide-react';
import { useState, type DragEvent, type ReactElement, type ReactNode } from 'react';
import { electron } from '../../bridge.ts';
import { addPaths } from '../../stores/library.ts';
import { notify } from '../../stores/notices.ts';
import { go, useView } from '../../stores/view.ts';
import './folders.css';

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer.types.includes('Files');
}

/** A browser gives no paths: there the folder browser is the way, and a drop says so. */
async function take(files: readonly File[]): Promise<void> {
  if (!electron) {
    notify({
      tone: 'info',
      title: 'A browser does not tell where a dropped folder lies',
      text: 'Choose it with Add folder.',
    });
    return;
  }
  const paths = electron.pathsOfDroppedFiles(files).filter(Boolean);
  if (paths.length === 0) return;
  const added = await addPaths(paths, useView.getState().collection ?? 'Library');
  if (added) go({ screen: 'library' });
}

/** Wraps everything in the window. */
export function DropTarget({ children }: { children: ReactNode }): ReactElement {
  const [over, setOver] = useState(false);
  return (
    <div
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (event.relatedTarget === null) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take([...event.dataTransfer.files]);
      }}
    >
      {children}
      {over && (
        <div className="drop-over" aria-hidden>
          <FolderInput className="icon" strokeWidth={1.75} />
          Drop to read
        </div>
      )}
    </div>
  );
}
