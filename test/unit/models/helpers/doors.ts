/** A network door with its record, for tests. */
import type { LookupAddress } from 'node:dns';
import type { WireConnection } from '../../../../src-preload/contract/models.ts';
import { createConnectionRecord } from '../../../../src-main/models/connection-record.ts';
import { createNetworkDoor } from '../../../../src-main/models/network-door.ts';
import type { DoorRequest, NetworkDoor } from '../../../../src-main/models/network-door.ts';

export interface TestDoor {
  readonly door: NetworkDoor;
  readonly told: WireConnection[];
  offline: boolean;
  lines(): WireConnection[];
}

export function testDoor(resolve?: (host: string) => Promise<LookupAddress[]>): TestDoor {
  const told: WireConnection[] = [];
  const record = createConnectionRecord((line) => told.push(line));
  const state: TestDoor = {
    told,
    offline: false,
    lines: () => record.list(),
    door: createNetworkDoor({ offline: () => state.offline, record, ...(resolve && { resolve }) }),
  };
  return state;
}

export const doorRequest = (url: string, more: Partial<DoorRequest> = {}): DoorRequest => ({
  url,
  method: 'GET',
  purpose: 'test',
  allowed: [],
  headTimeout: 5_000,
  idleTimeout: 5_000,
  ...more,
});

export const never = (): AbortSignal => new AbortController().signal;
