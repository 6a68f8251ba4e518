/**
 * Every command that a key, the palette or the window's menu can give. In: where the person is.
 * Out: title, keys and what it does; a command that cannot be given now is left out.
 */
import {
  ChevronDown,
  ChevronUp,
  FolderPlus,
  Library,
  List,
  MessageSquareQuote,
  Monitor,
  Settings,
  Share,
  Square,
  SquarePen,
  type LucideIcon,
} from 'lucide-react';
import { electron } from '../../bridge.ts';
import { changeSettings, useSettings } from '../../stores/settings.ts';
import { stepEvidence, useDocument } from '../../stores/document.ts';
import { openAddFolder, useOverlays } from '../../stores/overlays.ts';
import { isRunning } from '../../stores/run-state.ts';
import { stop, useRun } from '../../stores/run.ts';
import { go, useView } from '../../stores/view.ts';
import { exportRun } from '../ask/export.ts';

export interface Command {
  readonly id: string;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly keys?: string;
  readonly run: () => void;
}

const apple = electron?.platform === 'darwin' || (!electron && navigator.platform.startsWith('Mac'));

/** How the main modifier is written on this system. */
export const CTRL = apple ? '⌘' : 'Ctrl';
/** The modifier of N, 1, 2 and 3: a browser keeps Ctrl with these for itself (design README, Keys). */
export const PANE_KEY = electron ? CTRL : apple ? '⌥' : 'Alt';

/** Puts the cursor into the ask box, once it is there. */
export function focusComposer(): void {
  requestAnimationFrame(() => document.getElementById('ask-box')?.focus());
}

/** A new question in the current collection. */
export function newQuestion(): void {
  go({ screen: 'ask', run: null });
  focusComposer();
}

/** Scrolls to the list of all evidence and puts the focus on it. */
export function showAllEvidence(): void {
  const list = document.getElementById('evidence-list');
  list?.scrollIntoView({ block: 'start' });
  list?.focus();
}

function cycleTheme(): void {
  const order = ['system', 'light', 'dark'] as const;
  const theme = useSettings.getState().settings?.theme ?? 'system';
  void changeSettings({ theme: order[(order.indexOf(theme) + 1) % order.length] ?? 'system' });
}

function answerCommands(): Command[] {
  const { open } = useRun.getState();
  if (!open) return [];
  if (isRunning(open))
    return [{ id: 'stop', title: 'Stop answering', icon: Square, keys: 'Esc', run: () => void stop() }];
  return [
    {
      id: 'evidence',
      title: 'Show all evidence of this answer',
      icon: List,
      keys: `${CTRL} J`,
      run: showAllEvidence,
    },
    {
      id: 'export',
      title: 'Export this answer with its evidence',
      icon: Share,
      keys: `${CTRL} E`,
      run: () => void exportRun(open.run, 'html'),
    },
  ];
}

function evidenceCommands(): Command[] {
  if (useDocument.getState().evidence.length === 0) return [];
  return [
    { id: 'next', title: 'Next evidence', icon: ChevronDown, keys: 'Alt ↓', run: () => stepEvidence(1) },
    {
      id: 'previous',
      title: 'Previous evidence',
      icon: ChevronUp,
      keys: 'Alt ↑',
      run: () => stepEvidence(-1),
    },
  ];
}

/** The commands that can be given now. */
export function currentCommands(): Command[] {
  const { screen, collection } = useView.getState();
  const asking = screen === 'ask' ? [...answerCommands(), ...evidenceCommands()] : [];
  return [
    ...asking,
    { id: 'new', title: 'New question', icon: SquarePen, keys: `${PANE_KEY} N`, run: newQuestion },
    {
      id: 'add',
      title: 'Add a folder',
      icon: FolderPlus,
      keys: `${CTRL} O`,
      run: () => openAddFolder(collection ?? 'Library'),
    },
    { id: 'ask', title: 'Go to Ask', icon: MessageSquareQuote, run: () => go({ screen: 'ask' }) },
    { id: 'library', title: 'Go to Library', icon: Library, run: () => go({ screen: 'library' }) },
    {
      id: 'settings',
      title: 'Settings',
      icon: Settings,
      keys: `${CTRL} ,`,
      run: () => go({ screen: 'settings' }),
    },
    { id: 'theme', title: 'Change the theme: system, light, dark', icon: Monitor, run: cycleTheme },
  ];
}

/** Gives the command of this id, if it can be given now. */
export function give(id: string): boolean {
  const command = currentCommands().find((one) => one.id === id);
  command?.run();
  return command !== undefined;
}

/** Opens the palette. */
export function openPalette(): void {
  useOverlays.setState({ palette: true });
}
