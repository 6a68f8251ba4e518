/**
 * What the person keeps (reader side of user.db). In: keys and runs. Out: settings, servers,
 * questions with their marks, answers put together again with their citations.
 */
import type { AskResult, Citation } from '../../domain/answer.ts';
import type { RunId } from '../../domain/ids.ts';
import type { QuestionRecord, ServerRecord } from '../interfaces/user.ts';
import type { Db } from '../sqlite/connection.ts';
import { row, rows } from '../sqlite/connection.ts';

export function setting(db: Db, key: string): unknown {
  const found = row<{ value: string }>(db, 'SELECT value FROM user.setting WHERE key = ?', key);
  return found === undefined ? null : (JSON.parse(found.value) as unknown);
}

export function servers(db: Db): ServerRecord[] {
  return rows<{ id: string; url: string; key: string | null; allow_public: number }>(
    db,
    'SELECT id, url, key, allow_public FROM user.server ORDER BY rowid',
  ).map(({ id, url, key, allow_public }) => ({ id, url, key, allowPublic: allow_public === 1 }));
}

const QUESTION = `
  SELECT q.run, q.question, q.collection, q.document, q.asked_at AS askedAt, q.state, q.preset, m.mark
  FROM user.question AS q LEFT JOIN user.mark AS m ON m.run = q.run`;

export function questions(db: Db, limit: number): QuestionRecord[] {
  return rows<QuestionRecord>(db, `${QUESTION} ORDER BY q.asked_at DESC, q.rowid DESC LIMIT ?`, limit);
}

export function question(db: Db, id: RunId): QuestionRecord | null {
  return row<QuestionRecord>(db, `${QUESTION} WHERE q.run = ?`, id) ?? null;
}

interface CitationRow extends Omit<Citation, 'heading' | 'boxes'> {
  readonly heading: string;
  readonly boxes: string;
}

function citations(db: Db, id: RunId, role: 'citation' | 'evidence'): Citation[] {
  return rows<CitationRow>(
    db,
    `SELECT number, fragment, document, path, page, page_label AS pageLabel, heading, boxes, quote
     FROM user.citation WHERE run = ? AND role = ? ORDER BY position`,
    id,
    role,
  ).map((citation) => ({
    ...citation,
    heading: JSON.parse(citation.heading) as Citation['heading'],
    boxes: JSON.parse(citation.boxes) as Citation['boxes'],
  }));
}

export function answer(db: Db, id: RunId): AskResult | null {
  const found = row<{ result: string }>(db, 'SELECT result FROM user.answer WHERE run = ?', id);
  if (found === undefined) return null;
  return {
    ...(JSON.parse(found.result) as AskResult),
    citations: citations(db, id, 'citation'),
    evidence: citations(db, id, 'evidence'),
  };
}

export function answers(db: Db, collection?: string): { question: QuestionRecord; answer: AskResult }[] {
  const asked = rows<QuestionRecord>(
    db,
    `${QUESTION} WHERE q.run IN (SELECT run FROM user.answer) AND (@collection IS NULL OR q.collection = @collection)
     ORDER BY q.asked_at, q.rowid`,
    { collection: collection ?? null },
  );
  return asked.flatMap((each) => {
    const kept = answer(db, each.run);
    return kept === null ? [] : [{ question: each, answer: kept }];
  });
}
