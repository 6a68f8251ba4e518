/** Traces (reader side of runs.db). In: a run. Out: its events with long texts back in their places. */
import { zstdDecompressSync } from 'node:zlib';
import type { RunEvent, RunEventBody } from '../../../src-preload/contract/run-events.ts';
import type { AskResult } from '../../domain/answer.ts';
import type { RunId } from '../../domain/ids.ts';
import type { RunMeta } from '../interfaces/runs.ts';
import { requireRun, TEXT_REFERENCE } from '../repositories/runs.ts';
import type { Db } from '../sqlite/connection.ts';
import { row, rows } from '../sqlite/connection.ts';

interface EventRow {
  readonly seq: number;
  readonly at: string;
  readonly body: string;
}

function restore(db: Db, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => restore(db, item));
  if (typeof value !== 'object' || value === null) return value;
  const reference = (value as Record<string, unknown>)[TEXT_REFERENCE];
  if (typeof reference === 'string') return textOf(db, reference);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, restore(db, item)]));
}

function textOf(db: Db, hash: string): string {
  const found = row<{ zstd: Buffer }>(db, 'SELECT zstd FROM runs.text WHERE hash = ?', hash);
  return found === undefined ? '' : zstdDecompressSync(found.zstd).toString('utf8');
}

function event(db: Db, id: RunId, { seq, at, body }: EventRow): RunEvent {
  const stored = restore(db, JSON.parse(body)) as RunEventBody;
  return { ...stored, run: id, seq, at };
}

export function events(db: Db, id: RunId, fromSeq: number): RunEvent[] {
  requireRun(db, 'runs.run', id);
  return rows<EventRow>(
    db,
    'SELECT seq, at, body FROM runs.event WHERE run = ? AND seq >= ? ORDER BY seq',
    id,
    fromSeq,
  ).map((found) => event(db, id, found));
}

export function meta(db: Db, id: RunId): RunMeta | null {
  const found = row<RunMeta>(
    db,
    'SELECT kind, question, preset, collection, started_at AS startedAt FROM runs.run WHERE id = ?',
    id,
  );
  return found ?? null;
}

export function result(db: Db, id: RunId): AskResult | null {
  const last = row<EventRow>(
    db,
    "SELECT seq, at, body FROM runs.event WHERE run = ? AND type = 'run.ended' ORDER BY seq DESC LIMIT 1",
    id,
  );
  if (last === undefined) return null;
  const closing = event(db, id, last);
  return closing.type === 'run.ended' ? (closing.result as unknown as AskResult) : null;
}

export function unfinished(db: Db): RunId[] {
  return rows<{ id: RunId }>(db, 'SELECT id FROM runs.run WHERE ended = 0 ORDER BY id').map(({ id }) => id);
}
