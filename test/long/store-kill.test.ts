/** Kills the writing process at random moments: what was acknowledged is there, and no row is an orphan. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openStore } from '../../src-main/store/open-store.ts';
import type { Store } from '../../src-main/store/open-store.ts';

const ROUNDS = Number(process.env['CARREL_KILLS'] ?? 40);
const WRITER = fileURLToPath(new URL('./store-kill-writer.ts', import.meta.url));

interface Line {
  readonly type: 'open' | 'published' | 'removing' | 'removed' | 'asked';
  readonly path?: string;
  readonly document?: string;
  readonly generation?: number;
  readonly fragments?: string[];
  readonly run?: string;
}

/** Runs the writer for some milliseconds after it opened, then kills it. */
async function writeAndKill(home: string, seed: number, milliseconds: number): Promise<Line[]> {
  const child = spawn(process.execPath, [WRITER, home, String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: Line[] = [];
  let timer: NodeJS.Timeout | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(JSON.parse(line) as Line);
    if (lines.length === 1) timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
  }
  clearTimeout(timer);
  expect(child.signalCode ?? 'SIGKILL').toBe('SIGKILL');
  return lines;
}

/** What must be there: the last acknowledged publication of each path, and every question. */
class Expected {
  readonly #documents = new Map<string, Line>();
  readonly #runs: string[] = [];

  read(lines: readonly Line[]): void {
    for (const line of lines) {
      if (line.type === 'published' && line.path !== undefined) this.#documents.set(line.path, line);
      // While a removal is under way, both outcomes are right.
      if (line.type === 'removing' || line.type === 'removed') this.#documents.delete(line.path ?? '');
      if (line.type === 'asked' && line.run !== undefined) this.#runs.push(line.run);
    }
  }

  async verify(store: Store): Promise<void> {
    const listed = await store.library.documents({ offset: 0, limit: 1000 });
    let replaced = 0;
    for (const [path, line] of this.#documents) {
      const found = await store.library.document(path);
      // The turn that the kill cut short may have given this path other bytes already.
      if (found?.id !== line.document) {
        replaced += 1;
        this.#documents.delete(path);
        continue;
      }
      expect(found?.generation).toBeGreaterThanOrEqual(line.generation ?? 0);
      const fragments = await store.library.fragments((line.fragments ?? []) as never[]);
      expect(fragments.map(({ id }) => id)).toEqual(line.fragments);
    }
    expect(replaced).toBeLessThanOrEqual(1);
    for (const document of listed.documents) {
      const published = document.state === 'ready';
      expect(published).toBe(document.generation > 0);
      if (published) expect(document.ledger).toMatch(/^t+$/u);
    }
    for (const run of this.#runs.slice(-50)) {
      expect(await store.user.question(run as never)).not.toBeNull();
      expect(await store.runs.events(run as never, 0)).toHaveLength(1);
    }
  }
}

it(`case 1: ${ROUNDS} kills of the writer lose nothing that was acknowledged and leave no orphan`, async () => {
  const home = mkdtempSync(join(tmpdir(), 'carrel-kill-'));
  const expected = new Expected();
  let written = 0;
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const lines = await writeAndKill(home, round + 1, 5 + ((round * 137) % 600));
      written += lines.length;
      expected.read(lines);
      const store = await openStore({ home });
      try {
        expect(store.notices).toEqual([]);
        const checks = await store.library.check();
        expect(checks.filter(({ name, ok }) => !ok && name !== 'files on disk')).toEqual([]);
        await expected.verify(store);
      } finally {
        await store.close();
      }
    }
    expect(written).toBeGreaterThan(ROUNDS);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
