/** Privacy. In: settings and the record of connections. Out: the offline switch, and every connection since start. */
import type { ReactElement } from 'react';
import type { WireConnection } from '../../../src-preload/contract/models.ts';
import { changeSettings, useSettings } from '../../stores/settings.ts';
import { bytes } from '../../text/format.ts';
import { Switch } from '../../ui/switch.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';

const OUTCOMES: Readonly<Record<WireConnection['outcome'], { words: string; tone: Tone }>> = {
  open: { words: 'Open', tone: 'info' },
  done: { words: 'Done', tone: 'ok' },
  failed: { words: 'Failed', tone: 'warning' },
  refused: { words: 'Refused', tone: 'danger' },
};

function time(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-GB');
}

function Rows({ connections }: { connections: readonly WireConnection[] }): ReactElement {
  return (
    <table className="plain-table numeric">
      <thead>
        <tr>
          <th className="column-time">Time</th>
          <th>Address</th>
          <th>For</th>
          <th className="column-outcome">Outcome</th>
          <th className="column-bytes to-right">Sent</th>
          <th className="column-bytes to-right">Received</th>
        </tr>
      </thead>
      <tbody>
        {[...connections].reverse().map((one) => (
          <tr key={`${one.at}${one.host}`}>
            <td>{time(one.at)}</td>
            <td>{one.host}</td>
            <td>{one.purpose}</td>
            <td>
              <Tag tone={OUTCOMES[one.outcome].tone}>{OUTCOMES[one.outcome].words}</Tag>
            </td>
            <td className="to-right">{bytes(one.bytesSent)}</td>
            <td className="to-right">{bytes(one.bytesReceived)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One module of the engine opens connections and records each; this is its record. */
export function PrivacyPart(): ReactElement {
  const settings = useSettings((state) => state.settings);
  const connections = useSettings((state) => state.connections);
  if (!settings) return <p className="settings-lead">Reading the settings.</p>;
  return (
    <>
      <p className="settings-lead">
        Documents, questions and answers stay on this computer unless you name a server.
      </p>
      <h2>What may connect</h2>
      <div className="box">
        <div className="line">
          <Switch
            title="Offline"
            detail="Closes every connection, those in the local network too."
            isSelected={settings.offline}
            onChange={(offline) => void changeSettings({ offline })}
          />
        </div>
      </div>
      <h2>Connections since start</h2>
      <div className="box">
        {connections.length === 0 ? (
          <p className="line quiet">No connection since start.</p>
        ) : (
          <Rows connections={connections} />
        )}
      </div>
    </>
  );
}
