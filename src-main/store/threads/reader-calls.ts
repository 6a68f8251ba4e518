/** Everything a reader thread can be asked for. In: a read-only handle. Out: synchronous calls. */
import * as fragments from '../queries/fragments.ts';
import * as health from '../queries/health.ts';
import * as hits from '../queries/hits.ts';
import * as knowledge from '../queries/knowledge.ts';
import * as listing from '../queries/listing.ts';
import * as paths from '../queries/paths.ts';
import * as ranking from '../queries/ranking.ts';
import * as relations from '../queries/relations.ts';
import * as traces from '../queries/runs.ts';
import * as person from '../queries/user.ts';
import * as work from '../queries/work.ts';
import type { Db } from '../sqlite/connection.ts';

/** Functions whose first parameter is the handle. */
const QUERIES = {
  collections: listing.collections,
  documents: listing.documents,
  document: listing.document,
  ledgerReasons: listing.ledgerReasons,
  counts: listing.counts,
  pendingPages: listing.pendingPages,
  sections: fragments.sections,
  page: fragments.page,
  fragment: fragments.fragment,
  fragments: fragments.fragments,
  fragmentsOfPage: fragments.fragmentsOfPage,
  neighbours: fragments.neighbours,
  pathsOf: (db: Db, document: Parameters<typeof paths.rowOf>[1]): string[] => {
    const owner = paths.rowOf(db, document);
    return owner === undefined ? [] : paths.pathsOf(db, owner);
  },
  allPaths: paths.allPaths,
  checkRows: health.checkRows,
  lexical: ranking.lexical,
  dense: ranking.dense,
  vectorCount: ranking.vectorCount,
  cosines: ranking.cosines,
  vectors: ranking.vectors,
  hydrate: hits.hydrate,
  related: relations.related,
  source: knowledge.source,
  near: knowledge.near,
  byTopics: knowledge.byTopics,
  roots: work.roots,
  knownFiles: work.knownFiles,
  work: work.work,
  documentWork: work.documentWork,
  packedPages: work.packedPages,
  withoutVectors: work.withoutVectors,
  withoutKnowledge: work.withoutKnowledge,
  setting: person.setting,
  servers: person.servers,
  questions: person.questions,
  question: person.question,
  answer: person.answer,
  answers: person.answers,
  events: traces.events,
  meta: traces.meta,
  result: traces.result,
  unfinished: traces.unfinished,
} as const;

type WithoutHandle<Query> = Query extends (db: Db, ...parameters: infer Parameters) => infer Result
  ? (...parameters: Parameters) => Result
  : never;

export type ReaderCalls = { [Name in keyof typeof QUERIES]: WithoutHandle<(typeof QUERIES)[Name]> };

/** Each call sees one snapshot, however many statements it takes. */
export function createReaderCalls(db: Db): ReaderCalls {
  const bound = Object.entries(QUERIES).map(([name, query]) => {
    const withHandle = query as (db: Db, ...parameters: unknown[]) => unknown;
    return [name, db.transaction((...parameters: unknown[]) => withHandle(db, ...parameters))];
  });
  return Object.fromEntries(bound) as ReaderCalls;
}
