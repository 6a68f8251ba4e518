/** runs.db, first version: append-only traces. In: an empty database. Out: its tables. */
import type { Db } from '../../sqlite/connection.ts';

export function runsFirst(db: Db): void {
  db.exec(`
    CREATE TABLE run (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('ask', 'evaluation')),
      question TEXT NOT NULL,
      preset TEXT NOT NULL,
      collection TEXT,
      started_at TEXT NOT NULL,
      ended INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX run_unfinished ON run (id) WHERE ended = 0;

    CREATE TABLE event (
      run TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE,
      seq INTEGER NOT NULL,
      at TEXT NOT NULL,
      type TEXT NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (run, seq)
    ) STRICT, WITHOUT ROWID;

    -- sha-256 of a text (hex) and its zstd frame: one copy however many events carry it.
    CREATE TABLE text (
      hash TEXT PRIMARY KEY,
      zstd BLOB NOT NULL
    ) STRICT;
    CREATE TABLE run_text (
      run TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE,
      hash TEXT NOT NULL REFERENCES text(hash),
      PRIMARY KEY (run, hash)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX run_text_by_hash ON run_text (hash);
  `);
}
