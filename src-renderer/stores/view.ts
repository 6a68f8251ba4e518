/**
 * Where the person is: screen, open question, collection, panes. In: what they press. Out: the
 * address (`#ask/RUN`), so that a reload comes back to the same place.
 */
import { create } from 'zustand';

export const SETTINGS_PARTS = ['models', 'servers', 'privacy', 'appearance', 'about'] as const;
export type SettingsPart = (typeof SETTINGS_PARTS)[number];
export type Screen = 'ask' | 'library' | 'settings';

export interface Place {
  readonly screen: Screen;
  /** The open question of the ask screen; null is a new question. */
  readonly run: string | null;
  readonly settings: SettingsPart;
}

interface View extends Place {
  /** Collection that is looked at and asked; null is every document. */
  readonly collection: string | null;
  /** The left pane in a wide window. */
  readonly sideShown: boolean;
  /** The left pane over the middle, where the window is too narrow for it to stand open. */
  readonly sideOver: boolean;
  /** Pane shown where there is room for only one. */
  readonly pane: 'middle' | 'document';
}

/** Reads an address; anything unknown is the ask screen. */
export function placeFromHash(hash: string): Place {
  const [first = '', second = ''] = hash.replace(/^#\/?/, '').split('/');
  const screen: Screen = first === 'library' || first === 'settings' ? first : 'ask';
  const part = SETTINGS_PARTS.find((name) => name === second) ?? 'models';
  const run = first === 'ask' && second ? decodeURIComponent(second) : null;
  return { screen, run, settings: part };
}

/** The address of a place; `placeFromHash` reads it back. */
export function hashOfPlace(place: Place): string {
  if (place.screen === 'settings') return `#settings/${place.settings}`;
  if (place.screen === 'library') return '#library';
  return place.run ? `#ask/${encodeURIComponent(place.run)}` : '#ask';
}

const COLLECTION_KEY = 'carrel.collection';
const SIDE_KEY = 'carrel.side';

export const useView = create<View>()(() => ({
  ...placeFromHash(window.location.hash),
  collection: window.localStorage.getItem(COLLECTION_KEY),
  sideShown: window.localStorage.getItem(SIDE_KEY) !== 'shut',
  sideOver: false,
  pane: 'middle',
}));

/** Goes to a place and puts it into the address. */
export function go(place: Partial<Place>): void {
  useView.setState({ ...place, sideOver: false, pane: 'middle' });
  const hash = hashOfPlace(useView.getState());
  if (window.location.hash !== hash) window.history.pushState(null, '', hash);
}

/** Sets the collection that is looked at and asked. */
export function chooseCollection(collection: string | null): void {
  useView.setState({ collection });
  if (collection === null) window.localStorage.removeItem(COLLECTION_KEY);
  else window.localStorage.setItem(COLLECTION_KEY, collection);
}

/** Shows or hides the left pane: beside the others in a wide window, over them in a narrow one. */
export function toggleSide(narrow: boolean): void {
  const { sideShown, sideOver } = useView.getState();
  if (narrow) return useView.setState({ sideOver: !sideOver });
  useView.setState({ sideShown: !sideShown });
  window.localStorage.setItem(SIDE_KEY, sideShown ? 'shut' : 'open');
}

/** Follows the browser's back and forward. */
export function startView(): void {
  const follow = (): void => useView.setState(placeFromHash(window.location.hash));
  window.addEventListener('popstate', follow);
  window.addEventListener('hashchange', follow);
}
