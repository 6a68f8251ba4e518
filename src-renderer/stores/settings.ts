/**
 * Settings, models, servers and connections. In: calls and events of the engine. Out: what the
 * settings screen, the bars and the ask box show, and the actions that change it.
 */
import { create } from 'zustand';
import type { CallOutput } from '../../src-preload/contract/contract.ts';
import type {
  CatalogueEntry,
  DownloadProgress,
  WireConnection,
  WireSettings,
} from '../../src-preload/contract/models.ts';
import { asError, call, electron, on } from '../bridge.ts';
import { onOpen } from './connection.ts';
import { complain, notify } from './notices.ts';

export type EngineInfo = CallOutput<'engine.info'>;

interface SettingsState {
  readonly settings: WireSettings | null;
  readonly models: readonly CatalogueEntry[];
  readonly downloads: Readonly<Record<string, DownloadProgress>>;
  /** Newest last. */
  readonly connections: readonly WireConnection[];
  readonly info: EngineInfo | null;
}

export const useSettings = create<SettingsState>()(() => ({
  settings: null,
  models: [],
  downloads: {},
  connections: [],
  info: null,
}));

const THEME_KEY = 'carrel.theme';

function showTheme(theme: WireSettings['theme']): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  window.localStorage.setItem(THEME_KEY, theme);
  electron?.setTheme(theme);
}

function take(settings: WireSettings): void {
  useSettings.setState({ settings });
  showTheme(settings.theme);
}

/** Changes settings; what the engine made of them is what is shown. */
export async function changeSettings(change: Partial<Omit<WireSettings, 'servers'>>): Promise<void> {
  await call('settings.set', change).then(take, complain('The setting was not changed'));
}

/** Asks for the settings again (servers have calls of their own that answer with less). */
export async function loadSettings(): Promise<void> {
  await call('settings.get', {}).then(take, complain('The settings could not be read'));
}

/** The catalogue with what is installed and what each model needs. */
export async function loadModels(): Promise<void> {
  await call('models.list', {}).then(
    ({ models }) => useSettings.setState({ models }),
    complain('The list of models could not be read'),
  );
}

/** Version, cores, memory and the model that is loaded. */
export async function loadInfo(): Promise<void> {
  await call('engine.info', {}).then(
    (info) => useSettings.setState({ info }),
    complain('The engine did not answer'),
  );
}

async function loadConnections(): Promise<void> {
  await call('network.log', {}).then(
    ({ connections }) => useSettings.setState({ connections }),
    complain('The list of connections could not be read'),
  );
}

/** Downloads a model of the catalogue; progress arrives as events. */
export async function download(id: string): Promise<void> {
  await call('models.add', { id }).catch((thrown: unknown) => {
    const error = asError(thrown);
    if (error.code !== 'cancelled')
      notify({ tone: 'danger', title: 'The model was not downloaded', text: error.message });
  });
  await loadModels();
}

/** Downloads a model, and takes it for answers if none is set by then. */
export async function downloadForAnswers(id: string): Promise<void> {
  await download(id);
  const { models, settings } = useSettings.getState();
  const installed = models.some((model) => model.id === id && model.installed);
  if (installed && settings?.answerModel === null)
    await changeSettings({ answerModel: { provider: 'llama-cpp', model: id } });
}

/** Takes a model off the disk. */
export async function removeModel(id: string): Promise<void> {
  await call('models.remove', { id }).catch(complain('The model was not removed'));
  await Promise.all([loadModels(), loadSettings()]);
}

function replaceConnection(list: readonly WireConnection[], one: WireConnection): WireConnection[] {
  const kept = list.filter((other) => other.at !== one.at || other.host !== one.host);
  return [...kept, one];
}

/** Loads at every connection and follows the engine's events. */
export function startSettings(): void {
  const remembered = window.localStorage.getItem(THEME_KEY);
  if (remembered === 'light' || remembered === 'dark') showTheme(remembered);
  onOpen(() => void Promise.all([loadSettings(), loadModels(), loadConnections(), loadInfo()]));
  on('settings.changed', (settings) => {
    take(settings);
    void loadModels();
  });
  on('models.progress', (progress) => {
    useSettings.setState((state) => ({ downloads: { ...state.downloads, [progress.id]: progress } }));
    if (progress.state === 'installed') void loadModels();
  });
  on('network.connection', (connection) =>
    useSettings.setState((state) => ({ connections: replaceConnection(state.connections, connection) })),
  );
}
