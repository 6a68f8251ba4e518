/**
 * Traces (writer side of runs.db). In: events of a run. Out: append-only rows, long texts kept once
 * per sha-256 and compressed with zstd.
 */
import { createHash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import type { RunEvent } from '../../../src-preload/contract/run-events.ts';
import { CarrelError } from '../../domain/errors.ts';
import type { RunId } from '../../domain/ids.ts';
import type { RunMeta } from '../interfaces/runs.ts';
import type { Db } from '../sqlite/connection.ts';
import { row, run, transact } from '../sqlite/connection.ts';

/** Shorter texts cost more as a row of their own than in place. */
const LONG_TEXT = 512;
/** Key of the object that stands for a long text in a stored event; no event has an object in a text's place. */
export const TEXT_REFERENCE = '$text';

export function createRun(runs: Db, id: RunId, meta: RunMeta): void {
  run(
    runs,
    `INSERT INTO run (id, kind, question, preset, collection, started_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    ...[id, meta.kind, meta.question, meta.preset, meta.collection, meta.startedAt],
  );
}

/** Throws runNotFound. */
export function requireRun(db: Db, table: string, id: RunId): void {
  if (row(db, `SELECT 1 FROM ${table} WHERE id = ?`, id) === undefined)
    throw new CarrelError('runNotFound', 'There is no record of this run.', { detail: id });
}

export function appendEvents(runs: Db, id: RunId, events: readonly RunEvent[]): void {
  transact(runs, () => {
    requireRun(runs, 'run', id);
    for (const event of events) {
      const stored = replaceTexts(bodyOf(event), (text) => keepText(runs, id, text));
      run(
        runs,
        'INSERT INTO event VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        ...[id, event.seq, event.at, event.type, JSON.stringify(stored)],
      );
      if (event.type === 'run.ended' || event.type === 'run.failed')
        run(runs, 'UPDATE run SET ended = 1 WHERE id = ?', id);
    }
  });
}

/** `run`, `seq` and `at` are columns. */
function bodyOf(event: RunEvent): unknown {
  return Object.fromEntries(Object.entries(event).filter(([key]) => !['run', 'seq', 'at'].includes(key)));
}

function keepText(runs: Db, id: RunId, text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  if (row(runs, 'SELECT 1 FROM text WHERE hash = ?', hash) === undefined)
    run(runs, 'INSERT INTO text VALUES (?, ?)', hash, zstdCompressSync(Buffer.from(text, 'utf8')));
  run(runs, 'INSERT INTO run_text VALUES (?, ?) ON CONFLICT DO NOTHING', id, hash);
  return hash;
}

function replaceTexts(value: unknown, keep: (text: string) => string): unknown {
  if (typeof value === 'string') return value.length < LONG_TEXT ? value : { [TEXT_REFERENCE]: keep(value) };
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, keep));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceTexts(item, keep)]));
}

export function removeRun(runs: Db, id: RunId): void {
  transact(runs, () => {
    run(runs, 'DELETE FROM run WHERE id = ?', id);
    run(runs, 'DELETE FROM text WHERE NOT EXISTS (SELECT 1 FROM run_text WHERE run_text.hash = text.hash)');
  });
}
