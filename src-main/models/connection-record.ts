/**
 * The record of connections. In: each connection as it opens, moves bytes and ends. Out: the list
 * that the person can read, and a call for each change that shows.
 */
import type { WireConnection } from '../../src-preload/contract/models.ts';

export interface OpenRecord {
  sent(bytes: number): void;
  received(bytes: number): void;
  end(outcome: 'done' | 'failed' | 'refused'): void;
}

export interface ConnectionRecord {
  /** Starts a line of the record: who is spoken to and why. */
  begin(host: string, purpose: string): OpenRecord;
  /** Newest last; the oldest are dropped beyond 1,000. */
  list(): WireConnection[];
}

const KEPT = 1_000;

export function createConnectionRecord(onConnection: (connection: WireConnection) => void): ConnectionRecord {
  const lines: WireConnection[] = [];
  return {
    begin(host, purpose) {
      const line: WireConnection = {
        at: new Date().toISOString(),
        host,
        purpose,
        outcome: 'open',
        bytesSent: 0,
        bytesReceived: 0,
      };
      lines.push(line);
      if (lines.length > KEPT) lines.shift();
      onConnection({ ...line });
      return {
        sent: (bytes) => void (line.bytesSent += bytes),
        received: (bytes) => void (line.bytesReceived += bytes),
        end(outcome) {
          if (line.outcome !== 'open') return;
          line.outcome = outcome;
          onConnection({ ...line });
        },
      };
    },
    list: () => lines.map((line) => ({ ...line })),
  };
}
