/** The engine's way to start processes, for tests: the project's own Node on the entry's source. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { ProcessSpawner } from '../../../../src-main/domain/ports/process.ts';

const root = join(import.meta.dirname, '../../../..');
const node = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

export const testSpawner: ProcessSpawner = {
  spawn: (entry, environment = {}) =>
    spawn(node, [join(root, 'src-main/engine/entries', `${entry}.ts`)], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      env: { ...process.env, ...environment },
    }),
};
