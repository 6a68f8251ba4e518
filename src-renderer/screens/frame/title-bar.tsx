/** The bar at the top, which is the window's own. In: settings, place. Out: brand, palette, privacy, model, theme, pane buttons. */
import { Cpu, PanelLeft, PanelRight, Search, ShieldCheck, SunMoon } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { electron } from '../../bridge.ts';
import { toggleDocument, useDocument } from '../../stores/document.ts';
import { changeSettings, useSettings } from '../../stores/settings.ts';
import { go, toggleSide, useView } from '../../stores/view.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useRail } from '../../ui/media.ts';
import { Menu } from '../../ui/menu.tsx';
import { modelTitle } from '../settings/model-name.ts';
import { CTRL, openPalette } from './commands.ts';
import './title-bar.css';

function Brand(): ReactElement {
  return (
    <div className="brand">
      <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden>
        <rect className="brand-wall" width="16" height="16" rx="3.5" />
        <path className="brand-desk" d="M13 2H4a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h9v-2H4V4h9z" />
        <path className="brand-page" d="M7 6h6v4H7z" />
      </svg>
      Carrel
    </div>
  );
}

function ThemeMenu(): ReactElement {
  const set = (theme: 'system' | 'light' | 'dark') => (): void => void changeSettings({ theme });
  return (
    <Menu
      label="Theme"
      icon={SunMoon}
      commands={[
        { id: 'system', title: 'As the system', run: set('system') },
        { id: 'light', title: 'Light', run: set('light') },
        { id: 'dark', title: 'Dark', run: set('dark') },
      ]}
    />
  );
}

/** "Private", and how many servers the person named. */
function PrivateShield(): ReactElement | null {
  const settings = useSettings((state) => state.settings);
  if (!settings) return null;
  const servers = settings.servers.length;
  const words = settings.offline
    ? 'Private: offline'
    : servers === 0
      ? 'Private'
      : `Private: ${servers} ${servers === 1 ? 'server' : 'servers'} named`;
  return (
    <AriaButton className="shield" onPress={() => go({ screen: 'settings', settings: 'privacy' })}>
      <ShieldCheck aria-hidden className="icon-small" strokeWidth={1.75} />
      {words}
    </AriaButton>
  );
}

/** `first`: nothing was added yet, so there is nothing to go to. */
export function TitleBar({ first }: { first: boolean }): ReactElement {
  const settings = useSettings((state) => state.settings);
  const models = useSettings((state) => state.models);
  const rail = useRail();
  const screen = useView((state) => state.screen);
  const shown = useDocument((state) => state.shown);
  const document = useDocument((state) => state.document);
  return (
    <header className="title-bar" data-electron={electron ? '' : undefined}>
      <Brand />
      {!first && (
        <>
          <IconButton icon={PanelLeft} label="Left pane" onPress={() => toggleSide(rail)} />
          <div className="grow" />
          <AriaButton className="jump" onPress={openPalette}>
            <Search aria-hidden className="icon-small" strokeWidth={1.75} />
            <span className="cut grow">Find, or run a command</span>
            <kbd>{CTRL} K</kbd>
          </AriaButton>
        </>
      )}
      <div className="grow" />
      {!first && (
        <>
          <PrivateShield />
          <Button weight="quiet" icon={Cpu} onPress={() => go({ screen: 'settings', settings: 'models' })}>
            <span className="cut title-model">
              {settings?.answerModel
                ? modelTitle(settings.answerModel, models, settings.servers)
                : 'No model'}
            </span>
          </Button>
        </>
      )}
      <ThemeMenu />
      {!first && screen === 'ask' && (
        <IconButton
          icon={PanelRight}
          label="Document pane"
          on={shown}
          isDisabled={document === null}
          onPress={toggleDocument}
        />
      )}
    </header>
  );
}
