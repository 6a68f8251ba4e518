/** The window. In: connection and place. Out: bars, panes, the screen of the place, and what floats. */
import type { ReactElement } from 'react';
import { useConnection } from './stores/connection.ts';
import { useLibrary } from './stores/library.ts';
import { useQuestions } from './stores/questions.ts';
import { useView } from './stores/view.ts';
import { LiveRegions, Toasts } from './ui/toasts.tsx';
import { AddFolder } from './screens/folders/add-folder.tsx';
import { DropTarget } from './screens/folders/drop-target.tsx';
import { FirstRun } from './screens/first-run/first-run.tsx';
import { ConnectionBanner, RefusedScreen } from './screens/frame/connection-state.tsx';
import { Panes } from './screens/frame/panes.tsx';
import { Palette } from './screens/frame/palette.tsx';
import { StatusBar } from './screens/frame/status-bar.tsx';
import { TitleBar } from './screens/frame/title-bar.tsx';
import { useShortcuts } from './screens/frame/shortcuts.ts';
import './app.css';

/** Nothing was ever added or asked, and nothing is being read. */
function useFirstRun(): boolean {
  const collections = useLibrary((state) => state.collections);
  const busy = useLibrary((state) => state.progress !== null && state.progress.state !== 'idle');
  const questions = useQuestions((state) => state.questions);
  const screen = useView((state) => state.screen);
  const run = useView((state) => state.run);
  return screen === 'ask' && run === null && collections?.length === 0 && questions?.length === 0 && !busy;
}

/** Everything in the window. */
export function App(): ReactElement {
  useShortcuts();
  const { phase } = useConnection();
  const first = useFirstRun();
  if (phase === 'refused') return <RefusedScreen />;
  return (
    <DropTarget>
      <div className="app">
        <TitleBar first={first} />
        <ConnectionBanner />
        {first ? <FirstRun /> : <Panes />}
        <StatusBar />
      </div>
      <AddFolder />
      <Palette />
      <Toasts />
      <LiveRegions />
    </DropTarget>
  );
}
