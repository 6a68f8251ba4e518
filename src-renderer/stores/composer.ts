/** The ask box. In: what is typed and chosen. Out: what is asked of what; kept while the person looks elsewhere. */
import { create } from 'zustand';
import type { WirePreset } from '../../src-preload/contract/asking.ts';
import { call } from '../bridge.ts';
import { onOpen } from './connection.ts';

interface Composer {
  readonly text: string;
  /** Ask this document only. */
  readonly document: { readonly id: string; readonly name: string } | null;
  readonly preset: string;
  readonly presets: readonly WirePreset[];
}

export const useComposer = create<Composer>()(() => ({
  text: '',
  document: null,
  preset: 'auto',
  presets: [],
}));

/** Loads the presets at every connection. */
export function startComposer(): void {
  onOpen(
    () =>
      void call('presets.list', {}).then(
        ({ presets }) => useComposer.setState({ presets }),
        () => undefined,
      ),
  );
}
