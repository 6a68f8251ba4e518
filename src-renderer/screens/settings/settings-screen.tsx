/** Settings. In: the part named in the address. Out: its page beside the list of parts. */
import { useEffect, type ReactElement } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useConnection } from '../../stores/connection.ts';
import { loadInfo, loadModels } from '../../stores/settings.ts';
import { go, SETTINGS_PARTS, useView, type SettingsPart } from '../../stores/view.ts';
import { AboutPart } from './about-part.tsx';
import { AppearancePart } from './appearance-part.tsx';
import { ModelsPart } from './models-part.tsx';
import { PrivacyPart } from './privacy-part.tsx';
import { ServersPart } from './servers-part.tsx';
import './settings.css';

const TITLES: Readonly<Record<SettingsPart, string>> = {
  models: 'Models',
  servers: 'Servers',
  privacy: 'Privacy',
  appearance: 'Appearance',
  about: 'About',
};

function Part({ part }: { part: SettingsPart }): ReactElement {
  switch (part) {
    case 'models':
      return <ModelsPart />;
    case 'servers':
      return <ServersPart />;
    case 'privacy':
      return <PrivacyPart />;
    case 'appearance':
      return <AppearancePart />;
    case 'about':
      return <AboutPart />;
  }
}

/** The screen behind "Settings". */
export function SettingsScreen(): ReactElement {
  const part = useView((state) => state.settings);
  const { phase } = useConnection();
  useEffect(() => {
    // Memory that is free and the model that is loaded change by themselves.
    if (phase !== 'open') return;
    void loadModels();
    void loadInfo();
  }, [part, phase]);
  return (
    <main className="settings" aria-label="Settings" data-pane="middle" tabIndex={-1}>
      <header className="settings-head">Settings</header>
      <nav className="settings-parts" aria-label="Parts of the settings">
        {SETTINGS_PARTS.map((name) => (
          <AriaButton
            key={name}
            className="side-item"
            {...(name === part ? { 'aria-current': 'page' as const } : {})}
            onPress={() => go({ settings: name })}
          >
            {TITLES[name]}
          </AriaButton>
        ))}
      </nav>
      <div className="settings-body scroll">
        <h1>{TITLES[part]}</h1>
        <Part part={part} />
      </div>
    </main>
  );
}
