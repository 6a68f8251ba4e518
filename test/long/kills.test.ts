/**
 * Random kills of the real engine and its workers while it indexes: in the end every page is in the
 * ledger, nothing is lost or doubled, and `doctor` says ok. CARREL_KILLS sets how many.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../src-preload/contract/client.ts';
import { attachEngine } from '../../src-main/engine/client/attach.ts';
import { lines, makePdf } from '../fixtures/pdfs.ts';

const KILLS = Number(process.env['CARREL_KILLS'] ?? 60);
const PAGES = 30;
const SEED = Number(process.env['CARREL_SEED'] ?? 20_261_130);

let home = '';
let folder = '';

function randomFrom(seed: number): (below: number) => number {
  let state = seed % 2_147_483_648;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** One more report; its pages differ from those of all others. */
async function addReport(document: number): Promise<Buffer> {
  const pages = Array.from({ length: PAGES }, (_, page) => ({
    texts: [
      { text: `Chapter ${document}.${page}`, x: 72, y: 70, size: 18, font: 'Helvetica-Bold' },
      ...lines(
        Array.from(
          { length: 5 },
          (_line, at) => `Document ${document}, page ${page + 1}, line ${at} on heat and pipes.`,
        ),
        72,
        120,
      ),
    ],
  }));
  const bytes = await makePdf({ pages });
  await writeFile(join(folder, `report-${document}.pdf`), bytes);
  return bytes;
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'carrel-kills-'));
  folder = join(home, 'papers');
  await mkdir(folder);
  await writeFile(join(folder, 'copy.pdf'), await addReport(0));
  await writeFile(join(folder, 'damaged.pdf'), '%PDF-1.7\nbroken');
});

afterAll(async () => {
  await rm(home, { recursive: true, force: true });
});

/** Process ids of the engine's children (page readers and inference). */
function childrenOf(pid: number): number[] {
  try {
    const output = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
    return output
      .split('\n')
      .map(Number)
      .filter((child) => child > 0);
  } catch {
    return [];
  }
}

async function attached(): Promise<{ client: Client; pid: number }> {
  const client = await attachEngine({ home });
  const { processId } = await client.call('engine.info', {});
  return { client, pid: processId };
}

it.skipIf(process.platform === 'win32')(
  `case 1, case 3, case 5, case 33: ${KILLS} random kills while indexing lose nothing`,
  async () => {
    const random = randomFrom(SEED);
    let kills = 0;
    let engineKills = 0;
    let documents = 1;
    while (kills < KILLS) {
      // Something to read in every round, so that reading is hit as often as what follows it.
      await addReport(documents++);
      const { client, pid } = await attached();
      client.call('library.add', { paths: [folder], collection: 'Library' }).catch(() => undefined);
      let alive = true;
      client.onClose(() => {
        alive = false;
      });
      while (alive && kills < KILLS) {
        await delay(100 + random(1500));
        const children = childrenOf(pid);
        const victim = random(2) === 0 ? undefined : children[random(Math.max(1, children.length))];
        kills += 1;
        try {
          process.kill(victim ?? pid, 'SIGKILL');
        } catch {
          // It ended by itself in the meantime; the engine's end shows as a closed client.
        }
        if (victim !== undefined) continue;
        engineKills += 1;
        while (alive) await delay(10);
      }
      client.close();
    }
    expect(engineKills).toBeGreaterThan(0);

    const { client, pid } = await attached();
    try {
      const summary = await client.call('library.index', { paths: [folder], collection: 'Library' });
      const { ready, unchanged, failed, passwordNeeded, duplicate } = summary.documents;
      expect(ready + unchanged + failed + passwordNeeded + duplicate).toBe(documents + 2);
      expect(summary.pages).toMatchObject({ text: documents * PAGES, pending: 0, failed: 0 });
      expect(summary.problems.map(({ code }) => code)).toEqual(['damagedPdf']);
      const listed = await client.call('library.documents', { limit: 1000 });
      expect(listed.documents.filter(({ state }) => state === 'ready').length).toBe(documents);
      for (const document of listed.documents)
        if (document.state === 'ready') expect(document.ledger).toBe('t'.repeat(PAGES));
      const progress = await client.call('library.progress', {});
      expect(progress.fragmentsWithoutVectors).toBe(0);
      const doctor = await client.call('doctor.run', {});
      expect(doctor.checks.filter((check) => !check.ok)).toEqual([]);
      expect(doctor.ok).toBe(true);
    } finally {
      process.kill(pid, 'SIGTERM');
      client.close();
      await delay(2000);
      expect(childrenOf(pid)).toEqual([]);
    }
  },
);
