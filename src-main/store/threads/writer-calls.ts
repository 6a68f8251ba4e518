/** Everything the writer thread can be asked for. In: the open databases. Out: synchronous calls. */
import type { RunEvent } from '../../../src-preload/contract/run-events.ts';
import type { AskResult } from '../../domain/answer.ts';
import type { KnowledgePoint, Relation } from '../../domain/content.ts';
import type { DocumentId, RunId } from '../../domain/ids.ts';
import type { DocumentState } from '../../domain/library.ts';
import type { PackedPage } from '../../domain/packing.ts';
import type { Root, ScanChanges, ScanOutcome } from '../../domain/ports/index-store.ts';
import type { RunMeta } from '../interfaces/runs.ts';
import type { Mark, QuestionRecord, QuestionState, ServerRecord } from '../interfaces/user.ts';
import { checkWordIndex } from '../queries/health.ts';
import * as documents from '../repositories/documents.ts';
import * as files from '../repositories/files.ts';
import * as points from '../repositories/points.ts';
import { publish } from '../repositories/publish.ts';
import * as traces from '../repositories/runs.ts';
import * as person from '../repositories/user.ts';
import * as vectors from '../repositories/vectors.ts';
import type { HealthCheck } from '../interfaces/library.ts';
import type { Databases } from '../sqlite/open-databases.ts';

export interface WriterCalls {
  addRoots(collection: string, roots: readonly Pick<Root, 'path' | 'kind'>[]): Root[];
  removeRoots(ids: readonly number[]): ScanOutcome;
  applyScan(root: number, changes: ScanChanges): ScanOutcome;
  removeUnheld(): ScanOutcome;
  stagePages(document: DocumentId, pageCount: number, pages: readonly PackedPage[]): void;
  forgetPages(document: DocumentId): void;
  publish(document: DocumentId, content: Uint8Array): { readonly generation: number };
  setState(
    document: DocumentId,
    state: DocumentState,
    problem: { readonly code: string; readonly message: string } | null,
  ): void;
  putVectors(fingerprint: string, dimensions: number, put: readonly vectors.FragmentVector[]): void;
  putKnowledge(
    document: DocumentId,
    maker: string,
    made: readonly KnowledgePoint[],
    relations: readonly Relation[],
    basis?: string,
  ): void;
  setSetting(key: string, value: unknown): void;
  putServer(server: Omit<ServerRecord, 'key'> & { readonly key?: string | null | undefined }): void;
  removeServer(id: string): void;
  putQuestion(question: Omit<QuestionRecord, 'mark'>): void;
  setQuestionState(run: RunId, state: QuestionState): void;
  putAnswer(result: AskResult): void;
  mark(run: RunId, mark: Mark | null): void;
  removeQuestion(run: RunId): void;
  createRun(run: RunId, meta: RunMeta): void;
  appendEvents(run: RunId, events: readonly RunEvent[]): void;
  removeRun(run: RunId): void;
  checkWordIndex(): HealthCheck;
}

export function createWriterCalls({ user, library, runs }: Databases): WriterCalls {
  return {
    addRoots: (collection, roots) => person.addRoots(user, collection, roots),
    // user.db first: should the process end in between, opening drops files without a root.
    removeRoots: (ids) => {
      person.removeRoots(user, ids);
      return files.removeFilesOfRoots(library, ids);
    },
    applyScan: (root, changes) => files.applyScan(library, person.rootPath(user, root), changes),
    removeUnheld: () => files.removeUnheld(library),
    stagePages: (document, pageCount, pages) => documents.stagePages(library, document, pageCount, pages),
    forgetPages: (document) => documents.forgetPages(library, document),
    publish: (document, content) => publish(library, document, content),
    setState: (document, state, problem) => documents.setState(library, document, state, problem),
    putVectors: (fingerprint, dimensions, put) => vectors.putVectors(library, fingerprint, dimensions, put),
    putKnowledge: (document, maker, made, relations, basis) =>
      points.putKnowledge(library, document, maker, made, relations, basis),
    setSetting: (key, value) => person.setSetting(user, key, value),
    putServer: (server) => person.putServer(user, server),
    removeServer: (id) => person.removeServer(user, id),
    putQuestion: (question) => person.putQuestion(user, question),
    setQuestionState: (run, state) => person.setQuestionState(user, run, state),
    putAnswer: (result) => person.putAnswer(user, result),
    mark: (run, value) => person.mark(user, run, value),
    removeQuestion: (run) => person.removeQuestion(user, run),
    createRun: (run, meta) => traces.createRun(runs, run, meta),
    appendEvents: (run, events) => traces.appendEvents(runs, run, events),
    removeRun: (run) => traces.removeRun(runs, run),
    checkWordIndex: () => checkWordIndex(library),
  };
}
