/** Starts worker processes of the project's own Node, as the engine itself was started. */
import { spawn } from 'node:child_process';
import { setPriority, constants } from 'node:os';
import { join } from 'node:path';
import type { ProcessSpawner } from '../domain/ports/process.ts';
import { moduleExtension, type ProductPaths } from './client/paths.ts';

/** Page readers and OCR run below the priority of questions and of the person's other programs. */
const BACKGROUND = new Set(['ingest-worker']);

export function createSpawner(paths: ProductPaths): ProcessSpawner {
  return {
    spawn(entry, environment = {}) {
      const child = spawn(paths.node, [join(paths.entries, `${entry}${moduleExtension}`)], {
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        serialization: 'advanced',
        windowsHide: true,
        env: { ...process.env, ...environment },
      });
      if (BACKGROUND.has(entry) && child.pid !== undefined) {
        try {
          setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
        } catch {
          // The process ended already, or the system does not allow it: only a matter of comfort.
        }
      }
      return child;
    },
  };
}
