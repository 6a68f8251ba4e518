/** Keys of the window (design README, Keys). In: key presses, and commands of Electron's menu. Out: commands. */
import { useEffect } from 'react';
import { electron } from '../../bridge.ts';
import type { HostCommand } from '../../../src-preload/contract/host.ts';
import { useOverlays } from '../../stores/overlays.ts';
import { isRunning } from '../../stores/run-state.ts';
import { stop, useRun } from '../../stores/run.ts';
import { useView } from '../../stores/view.ts';
import { give, openPalette } from './commands.ts';

const FROM_MENU: Readonly<Record<HostCommand, string>> = {
  newQuestion: 'new',
  addFolder: 'add',
  find: 'find',
  commands: 'palette',
  export: 'export',
  settings: 'settings',
  nextEvidence: 'next',
  previousEvidence: 'previous',
};

const WITH_CTRL: Readonly<Record<string, string>> = {
  o: 'add',
  k: 'palette',
  e: 'export',
  j: 'evidence',
  f: 'find',
  ',': 'settings',
};

const PANE_NAMES: Readonly<Record<string, string>> = { 1: 'side', 2: 'middle', 3: 'document' };

/** Puts the focus into a pane, where it is on screen. */
function focusPane(name: string): void {
  if (name === 'side' && window.matchMedia('(max-width: 999px)').matches)
    useView.setState({ sideOver: true });
  if (name === 'middle' || name === 'document') useView.setState({ pane: name });
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-pane="${name}"]`)?.focus());
}

/** Goes to the next region of the window, round and round. */
function nextRegion(back: boolean): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-pane]')];
  const index = regions.findIndex((region) => region.contains(document.activeElement));
  const next = index + (back ? -1 : 1);
  regions.at(next >= regions.length ? 0 : next)?.focus();
}

function givePalette(id: string): boolean {
  if (id === 'palette') {
    openPalette();
    return true;
  }
  if (id === 'find') {
    const field = document.querySelector<HTMLInputElement>('[data-find] input');
    field?.focus();
    return field !== null;
  }
  return give(id);
}

function command(event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  const ctrl = event.ctrlKey || event.metaKey;
  const paneKey = electron ? ctrl && !event.altKey : event.altKey && !ctrl;
  const paneName = PANE_NAMES[key];
  if (paneKey && paneName) {
    focusPane(paneName);
    return true;
  }
  if (paneKey && key === 'n') return give('new');
  if (event.altKey && !ctrl && key === 'arrowdown') return give('next');
  if (event.altKey && !ctrl && key === 'arrowup') return give('previous');
  const id = WITH_CTRL[key];
  return ctrl && !event.altKey && !event.shiftKey && id !== undefined && givePalette(id);
}

/** Escape stops an answer, but only when nothing that floats is open to be shut first. */
function escape(): boolean {
  if (document.querySelector('.scrim, .popover')) return false;
  const { sideOver, screen } = useView.getState();
  if (sideOver) {
    useView.setState({ sideOver: false });
    return true;
  }
  const { open } = useRun.getState();
  if (screen !== 'ask' || !open || !isRunning(open)) return false;
  void stop();
  return true;
}

/** Listens while the window is open. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { addFolder } = useOverlays.getState();
      let done = false;
      if (event.key === 'F6') {
        nextRegion(event.shiftKey);
        done = true;
      } else if (event.key === 'Escape') done = escape();
      else if (!addFolder) done = command(event);
      if (done) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => electron?.onCommand((name) => void givePalette(FROM_MENU[name])), []);
}
