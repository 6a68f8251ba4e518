/**
 * What belongs to the person (writer side of user.db). In: settings, servers, roots, questions,
 * answers, marks. Out: rows; answers keep their citations in full.
 */
import type { AskResult, Citation } from '../../domain/answer.ts';
import { CarrelError } from '../../domain/errors.ts';
import type { RunId } from '../../domain/ids.ts';
import type { Root } from '../../domain/ports/index-store.ts';
import type { Mark, QuestionRecord, QuestionState, ServerRecord } from '../interfaces/user.ts';
import type { Db } from '../sqlite/connection.ts';
import { row, run, transact } from '../sqlite/connection.ts';
import { pathKey } from '../text/path-key.ts';

/** Adds roots to a collection (made when it is new); one that is there already is returned as it is. */
export function addRoots(
  user: Db,
  collection: string,
  roots: readonly Pick<Root, 'path' | 'kind'>[],
): Root[] {
  return transact(user, () => {
    const now = new Date().toISOString();
    run(user, 'INSERT INTO collection VALUES (?, ?) ON CONFLICT DO NOTHING', collection, now);
    return roots.map(({ path, kind }) => {
      run(
        user,
        `INSERT INTO root (collection, path, key, kind, added_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (collection, key) DO NOTHING`,
        ...[collection, path, pathKey(path), kind, now],
      );
      const added = row<Root>(
        user,
        'SELECT id, collection, path, kind FROM root WHERE collection = ? AND key = ?',
        collection,
        pathKey(path),
      );
      if (added === undefined) throw new CarrelError('internal', `The folder ${path} could not be added.`);
      return added;
    });
  });
}

/** Removes roots, and collections left without one. */
export function removeRoots(user: Db, ids: readonly number[]): void {
  transact(user, () => {
    for (const id of ids) run(user, 'DELETE FROM root WHERE id = ?', id);
    run(user, 'DELETE FROM collection WHERE name NOT IN (SELECT collection FROM root)');
  });
}

/** Throws notFound. */
export function rootPath(user: Db, id: number): { id: number; path: string } {
  const found = row<{ id: number; path: string }>(user, 'SELECT id, path FROM root WHERE id = ?', id);
  if (found === undefined)
    throw new CarrelError('notFound', 'This folder is not in the library any longer. Add it again.');
  return found;
}

export function setSetting(user: Db, key: string, value: unknown): void {
  run(
    user,
    'INSERT INTO setting VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    key,
    JSON.stringify(value ?? null),
  );
}

export function putServer(
  user: Db,
  server: Omit<ServerRecord, 'key'> & { readonly key?: string | null | undefined },
): void {
  const { id, url, key, allowPublic } = server;
  run(
    user,
    `INSERT INTO server (id, url, key, allow_public) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET url = excluded.url, allow_public = excluded.allow_public,
       key = CASE WHEN ? THEN server.key ELSE excluded.key END`,
    ...[id, url, key ?? null, allowPublic ? 1 : 0, key === undefined ? 1 : 0],
  );
}

export function removeServer(user: Db, id: string): void {
  run(user, 'DELETE FROM server WHERE id = ?', id);
}

export function putQuestion(user: Db, question: Omit<QuestionRecord, 'mark'>): void {
  const { run: id, question: text, collection, document, askedAt, state, preset } = question;
  run(
    user,
    `INSERT INTO question VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (run) DO UPDATE SET question = excluded.question, collection = excluded.collection,
       document = excluded.document, asked_at = excluded.asked_at, state = excluded.state,
       preset = excluded.preset`,
    ...[id, text, collection, document, askedAt, state, preset],
  );
}

function found(changes: number): void {
  if (changes === 0) throw new CarrelError('runNotFound', 'This question is not in the list any longer.');
}

export function setQuestionState(user: Db, id: RunId, state: QuestionState): void {
  found(run(user, 'UPDATE question SET state = ? WHERE run = ?', state, id).changes);
}

export function putAnswer(user: Db, result: AskResult): void {
  transact(user, () => {
    setQuestionState(user, result.run, 'answered');
    run(user, 'DELETE FROM answer WHERE run = ?', result.run);
    const rest = JSON.stringify({ ...result, citations: [], evidence: [] });
    run(user, 'INSERT INTO answer VALUES (?, ?)', result.run, rest);
    writeCitations(user, result.run, 'citation', result.citations);
    writeCitations(user, result.run, 'evidence', result.evidence);
  });
}

function writeCitations(user: Db, id: RunId, role: string, citations: readonly Citation[]): void {
  citations.forEach((citation, position) => {
    const { number, fragment, document, path, page, pageLabel, heading, boxes, quote } = citation;
    run(
      user,
      'INSERT INTO citation VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[id, role, position, number, fragment, document, path, page, pageLabel],
      ...[JSON.stringify(heading), JSON.stringify(boxes), quote],
    );
  });
}

export function mark(user: Db, id: RunId, value: Mark | null): void {
  transact(user, () => {
    if (row(user, 'SELECT 1 FROM question WHERE run = ?', id) === undefined) found(0);
    run(user, 'DELETE FROM mark WHERE run = ?', id);
    if (value !== null) run(user, 'INSERT INTO mark VALUES (?, ?, ?)', id, value, new Date().toISOString());
  });
}

export function removeQuestion(user: Db, id: RunId): void {
  run(user, 'DELETE FROM question WHERE run = ?', id);
}
