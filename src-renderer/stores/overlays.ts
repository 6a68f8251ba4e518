/** What floats over the window. In: commands. Out: which dialog is open, and with what. */
import { create } from 'zustand';

export interface AddFolderRequest {
  /** A name to begin with; null asks for a new collection's name. */
  readonly collection: string | null;
}

interface Overlays {
  readonly addFolder: AddFolderRequest | null;
  readonly palette: boolean;
}

export const useOverlays = create<Overlays>()(() => ({ addFolder: null, palette: false }));

/** Opens the dialog that adds a folder, for a collection or (null) a new one. */
export function openAddFolder(collection: string | null): void {
  useOverlays.setState({ addFolder: { collection }, palette: false });
}

/** Shuts whatever floats. */
export function closeOverlays(): void {
  useOverlays.setState({ addFolder: null, palette: false });
}
