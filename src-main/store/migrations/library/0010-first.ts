/**
 * library.db, first version: all that comes from the files. In: an empty database with sqlite-vec
 * loaded. Out: its tables. Vector tables are made per fingerprint when the first vector comes.
 */
import type { Db } from '../../sqlite/connection.ts';

export function libraryFirst(db: Db): void {
  db.exec(DOCUMENTS);
  db.exec(CONTENT);
  db.exec(KNOWLEDGE);
}

/** Large values stand last in a row, so that reading the columns before them skips their pages. */
const DOCUMENTS = `
  CREATE TABLE document (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    title TEXT,
    language TEXT,
    bytes INTEGER NOT NULL,
    page_count INTEGER,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'reading', 'ready', 'failed', 'passwordNeeded')),
    problem_code TEXT,
    problem_message TEXT,
    generation INTEGER NOT NULL DEFAULT 0,
    added_at TEXT NOT NULL,
    indexed_at TEXT
  ) STRICT;
  CREATE INDEX document_by_state ON document (state);

  -- root is an id of user.db; the empty relative path is a root that is a file itself.
  CREATE TABLE file (
    row INTEGER PRIMARY KEY,
    root INTEGER NOT NULL,
    relative TEXT NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    size INTEGER NOT NULL,
    modified REAL NOT NULL,
    document INTEGER NOT NULL REFERENCES document(row) ON DELETE CASCADE,
    UNIQUE (root, key)
  ) STRICT;
  CREATE INDEX file_by_document ON file (document, name_key);

  -- layout: as the reader staged it. published: as the generation has it, where that differs.
  CREATE TABLE page (
    row INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES document(row) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    label TEXT,
    state TEXT NOT NULL CHECK (state IN ('text', 'ocr', 'unreliable', 'empty', 'failed', 'pending')),
    reason TEXT,
    layout BLOB NOT NULL,
    published BLOB,
    UNIQUE (document, number)
  ) STRICT;
  CREATE INDEX page_by_state ON page (document, number, state);
  CREATE INDEX page_pending ON page (document) WHERE state = 'pending';

  -- Work finished for a document by a maker, and the state it was made from.
  CREATE TABLE job (
    document INTEGER NOT NULL REFERENCES document(row) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('knowledge')),
    maker TEXT NOT NULL,
    generation INTEGER NOT NULL,
    vectors INTEGER NOT NULL,
    finished_at TEXT NOT NULL,
    PRIMARY KEY (document, kind, maker)
  ) STRICT, WITHOUT ROWID;
`;

const CONTENT = `
  CREATE TABLE section (
    document INTEGER NOT NULL REFERENCES document(row) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    parent INTEGER,
    level INTEGER NOT NULL,
    title TEXT NOT NULL,
    page INTEGER NOT NULL,
    PRIMARY KEY (document, ordinal)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE fingerprint (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    dimensions INTEGER NOT NULL
  ) STRICT;

  -- row is the rowid in fragment_index and in vector_N; it lives as long as the id does.
  -- vectors: the fingerprint whose vector was put last, 0 for none.
  CREATE TABLE fragment (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    document INTEGER NOT NULL REFERENCES document(row) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('text', 'table', 'image', 'example')),
    ordinal INTEGER NOT NULL,
    section INTEGER,
    page INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    vectors INTEGER NOT NULL DEFAULT 0,
    asset TEXT,
    heading TEXT NOT NULL,
    text TEXT NOT NULL,
    markdown TEXT
  ) STRICT;
  CREATE INDEX fragment_by_document ON fragment (document, ordinal);
  CREATE INDEX fragment_by_page ON fragment (document, page);
  CREATE INDEX fragment_by_vectors ON fragment (vectors);

  CREATE TABLE region (
    fragment INTEGER NOT NULL REFERENCES fragment(row) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    page INTEGER NOT NULL,
    x0 REAL NOT NULL, y0 REAL NOT NULL, x1 REAL NOT NULL, y1 REAL NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    words BLOB NOT NULL,
    PRIMARY KEY (fragment, ordinal)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE asset (
    id TEXT PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES document(row) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('table', 'figure')),
    label TEXT,
    caption TEXT,
    page INTEGER NOT NULL,
    x0 REAL NOT NULL, y0 REAL NOT NULL, x1 REAL NOT NULL, y1 REAL NOT NULL,
    grid TEXT
  ) STRICT;
  CREATE INDEX asset_by_document ON asset (document, page);

  -- Contentless with deletes: a row is deleted by its rowid alone, so a wrong old text cannot
  -- leave ghost postings behind as it does with external content.
  CREATE VIRTUAL TABLE fragment_index USING fts5(
    title, heading, text,
    content = '', contentless_delete = 1,
    tokenize = 'porter unicode61 remove_diacritics 2'
  );

  -- Vectors read out of a damaged library, waiting for their fragments to be made again.
  CREATE TABLE salvaged_vector (
    fingerprint TEXT NOT NULL,
    fragment TEXT NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (fragment, fingerprint)
  ) STRICT, WITHOUT ROWID;
`;

const KNOWLEDGE = `
  CREATE TABLE knowledge_point (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    document INTEGER NOT NULL REFERENCES document(row) ON DELETE CASCADE,
    fragment INTEGER NOT NULL REFERENCES fragment(row) ON DELETE CASCADE,
    title TEXT NOT NULL,
    summary TEXT NOT NULL,
    maker TEXT NOT NULL
  ) STRICT;
  CREATE INDEX knowledge_point_by_document ON knowledge_point (document);
  CREATE INDEX knowledge_point_by_fragment ON knowledge_point (fragment);

  CREATE TABLE point_topic (
    topic TEXT NOT NULL,
    point INTEGER NOT NULL REFERENCES knowledge_point(row) ON DELETE CASCADE,
    PRIMARY KEY (topic, point)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX point_topic_by_point ON point_topic (point);

  CREATE TABLE relation (
    source INTEGER NOT NULL REFERENCES knowledge_point(row) ON DELETE CASCADE,
    target INTEGER NOT NULL REFERENCES knowledge_point(row) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN
      ('same-topic', 'extends', 'contrasts', 'supports', 'prerequisite', 'similar')),
    maker TEXT NOT NULL,
    weight REAL NOT NULL,
    PRIMARY KEY (source, target, kind, maker)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX relation_by_target ON relation (target);
`;
