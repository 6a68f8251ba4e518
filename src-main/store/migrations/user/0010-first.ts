/** user.db, first version: what belongs to the person. In: an empty database. Out: its tables. */
import type { Db } from '../../sqlite/connection.ts';

export function userFirst(db: Db): void {
  db.exec(`
    CREATE TABLE collection (
      name TEXT PRIMARY KEY,
      created_at TEXT NOT NULL
    ) STRICT;

    -- AUTOINCREMENT: an id is never used again, so rows of library.db cannot point to another root.
    CREATE TABLE root (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      collection TEXT NOT NULL REFERENCES collection(name) ON DELETE CASCADE,
      path TEXT NOT NULL,
      key TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('folder', 'file')),
      added_at TEXT NOT NULL,
      UNIQUE (collection, key)
    ) STRICT;

    CREATE TABLE setting (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL CHECK (json_valid(value))
    ) STRICT;

    CREATE TABLE server (
      id TEXT PRIMARY KEY,
      url TEXT NOT NULL,
      key TEXT,
      allow_public INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE question (
      run TEXT PRIMARY KEY,
      question TEXT NOT NULL,
      collection TEXT,
      document TEXT,
      asked_at TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('running', 'answered', 'failed', 'cancelled')),
      preset TEXT NOT NULL
    ) STRICT;
    CREATE INDEX question_by_time ON question (asked_at);

    -- The result as JSON without its citations and evidence, which are rows of their own.
    CREATE TABLE answer (
      run TEXT PRIMARY KEY REFERENCES question(run) ON DELETE CASCADE,
      result TEXT NOT NULL CHECK (json_valid(result))
    ) STRICT;

    -- Names document, page, boxes, quote and the path of that day: it reads without the library.
    CREATE TABLE citation (
      run TEXT NOT NULL REFERENCES answer(run) ON DELETE CASCADE,
      role TEXT NOT NULL CHECK (role IN ('citation', 'evidence')),
      position INTEGER NOT NULL,
      number INTEGER NOT NULL,
      fragment TEXT NOT NULL,
      document TEXT NOT NULL,
      path TEXT NOT NULL,
      page INTEGER NOT NULL,
      page_label TEXT,
      heading TEXT NOT NULL CHECK (json_valid(heading)),
      boxes TEXT NOT NULL CHECK (json_valid(boxes)),
      quote TEXT NOT NULL,
      PRIMARY KEY (run, role, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX citation_by_document ON citation (document);

    CREATE TABLE mark (
      run TEXT PRIMARY KEY REFERENCES question(run) ON DELETE CASCADE,
      mark TEXT NOT NULL CHECK (mark IN ('right', 'wrong')),
      marked_at TEXT NOT NULL
    ) STRICT;
  `);
}
