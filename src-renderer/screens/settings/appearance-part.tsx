/** Appearance. In: settings. Out: the theme. */
import type { ReactElement } from 'react';
import { Label, RadioGroup } from 'react-aria-components';
import type { WireSettings } from '../../../src-preload/contract/models.ts';
import { changeSettings, useSettings } from '../../stores/settings.ts';
import { Radio } from '../../ui/radio.tsx';

const THEMES: readonly { id: WireSettings['theme']; title: string; detail: string }[] = [
  { id: 'system', title: 'As the system', detail: 'Follows the system by day and night.' },
  { id: 'light', title: 'Light', detail: 'Paper is white.' },
  { id: 'dark', title: 'Dark', detail: 'Paper is dimmed.' },
];

/** Light, dark, or as the system. */
export function AppearancePart(): ReactElement {
  const settings = useSettings((state) => state.settings);
  if (!settings) return <p className="settings-lead">Reading the settings.</p>;
  return (
    <RadioGroup
      value={settings.theme}
      onChange={(id) => {
        const theme = THEMES.find((one) => one.id === id)?.id;
        if (theme) void changeSettings({ theme });
      }}
    >
      <Label className="settings-label">Theme</Label>
      <div className="box">
        {THEMES.map((theme) => (
          <div className="line" key={theme.id}>
            <Radio value={theme.id} title={theme.title} detail={theme.detail} />
          </div>
        ))}
      </div>
    </RadioGroup>
  );
}
