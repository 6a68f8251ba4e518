/** The panes between the bars. In: place, room. Out: left pane, the screen, the document; they yield in a fixed order. */
import { lazy, Suspense, useCallback, type ReactElement } from 'react';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';
import { useDocument } from '../../stores/document.ts';
import { useView } from '../../stores/view.ts';
import { useOnePane, useRail } from '../../ui/media.ts';
import { AskScreen } from '../ask/ask-screen.tsx';
import { LibraryScreen } from '../library/library-screen.tsx';
import { SettingsScreen } from '../settings/settings-screen.tsx';
import { LeftPane, Rail } from './left-pane.tsx';
import './panes.css';

const DocumentPane = lazy(async () => ({
  default: (await import('../document/document-pane.tsx')).DocumentPane,
}));

function CurrentScreen(): ReactElement {
  const screen = useView((state) => state.screen);
  if (screen === 'library') return <LibraryScreen />;
  if (screen === 'settings') return <SettingsScreen />;
  return <AskScreen />;
}

/** Left 236 px (180–320); middle and right share the rest 52:48, at least 320 px each (design README, Panes). */
export function Panes(): ReactElement {
  const rail = useRail();
  const one = useOnePane();
  const { screen, sideShown, sideOver, pane } = useView();
  const shown = useDocument((state) => state.shown) && screen === 'ask';
  const side = sideShown && !rail;
  const middle = !one || !shown || pane === 'middle';
  const right = shown && (!one || pane === 'document');
  const panelIds = [...(side ? ['side'] : []), ...(middle ? ['middle'] : []), ...(right ? ['document'] : [])];
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({ id: 'carrel.panes', panelIds });
  const shutSide = useCallback(() => useView.setState({ sideOver: false }), []);
  return (
    <div className="panes" data-rail={rail ? '' : undefined}>
      {rail && <Rail />}
      {rail && sideOver && (
        <>
          <div className="side-over">
            <LeftPane />
          </div>
          <div className="side-outside" onPointerDown={shutSide} />
        </>
      )}
      <Group
        className="pane-group"
        orientation="horizontal"
        {...(defaultLayout ? { defaultLayout } : {})}
        onLayoutChanged={onLayoutChanged}
      >
        {side && (
          <>
            <Panel
              id="side"
              defaultSize="236px"
              minSize="180px"
              maxSize="320px"
              groupResizeBehavior="preserve-pixel-size"
            >
              <LeftPane />
            </Panel>
            <Separator className="divider divider-thin" aria-label="Width of the left pane" />
          </>
        )}
        {middle && (
          <Panel id="middle" minSize={one ? '0px' : '320px'}>
            <CurrentScreen />
          </Panel>
        )}
        {middle && right && <Separator className="divider" aria-label="Width of the document pane" />}
        {right && (
          <Panel
            id="document"
            defaultSize={one ? '100%' : side ? '40%' : '48%'}
            minSize={one ? '0px' : '320px'}
          >
            <Suspense fallback={<div className="document-waiting" />}>
              <DocumentPane />
            </Suspense>
          </Panel>
        )}
      </Group>
    </div>
  );
}
