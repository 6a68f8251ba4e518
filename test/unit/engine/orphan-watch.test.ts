import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const watch = resolve('src-main/engine/entries/orphan-watch.ts');

function alive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    // A zombie still has a pid where nobody reaps it.
    return (
      process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${processId}/status`, 'utf8'))
    );
  } catch {
    return false;
  }
}

it('case 5: a worker that blocks in a native call ends when its engine is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-orphan-'));
  const note = join(folder, 'worker.pid');
  const worker = join(folder, 'worker.mjs');
  writeFileSync(
    worker,
    `import { endWithParent } from ${JSON.stringify(watch)};
     import { writeFileSync } from 'node:fs';
     endWithParent();
     setTimeout(() => { writeFileSync(${JSON.stringify(note)}, String(process.pid)); for (;;); }, 300);`,
  );
  const parent = join(folder, 'parent.mjs');
  writeFileSync(
    parent,
    `import { spawn } from 'node:child_process';
     spawn(process.execPath, [${JSON.stringify(worker)}], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
     setInterval(() => {}, 1000);`,
  );
  const engine = spawn(process.execPath, [parent], { stdio: 'ignore' });
  await expect
    .poll(() => existsSync(note) && readFileSync(note, 'utf8') !== '', { timeout: 10_000 })
    .toBe(true);
  const processId = Number(readFileSync(note, 'utf8'));
  expect(alive(processId)).toBe(true);
  engine.kill('SIGKILL');
  await expect.poll(() => alive(processId), { timeout: 6_000 }).toBe(false);
});
