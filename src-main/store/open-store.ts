/**
 * The door of the store room. In: the home folder. Out: typed asynchronous stores; all SQL runs on
 * one writer thread and two reader threads.
 */
import { access } from 'node:fs/promises';
import type { IndexStore } from '../domain/ports/index-store.ts';
import type { KnowledgeQueries } from './interfaces/knowledge.ts';
import type { HealthCheck, LibraryQueries } from './interfaces/library.ts';
import type { StoreNotice } from './interfaces/notices.ts';
import type { RunStore } from './interfaces/runs.ts';
import type { SearchQueries } from './interfaces/search.ts';
import type { UserStore } from './interfaces/user.ts';
import type { ReaderCalls } from './threads/reader-calls.ts';
import type { Remote } from './threads/thread.ts';
import { StoreThread } from './threads/thread.ts';
import type { WriterCalls } from './threads/writer-calls.ts';

export interface Store {
  readonly index: IndexStore;
  readonly library: LibraryQueries;
  readonly lookup: SearchQueries;
  readonly knowledge: KnowledgeQueries;
  readonly user: UserStore;
  readonly runs: RunStore;
  /** What happened while opening. */
  readonly notices: readonly StoreNotice[];
  /** Finishes what is queued, writes back the log files and ends the threads. */
  close(): Promise<void>;
}

interface Threads {
  readonly writer: StoreThread<WriterCalls>;
  readonly lexical: StoreThread<ReaderCalls>;
  readonly dense: StoreThread<ReaderCalls>;
}

/**
 * Opens (making or migrating) user.db, library.db and runs.db in `home`, which is made with mode
 * 0700 where it is missing. Throws CarrelError `libraryNewer` for files of a later program, which
 * are left unchanged, and `libraryDamaged` when user.db is broken and has no copy. A damaged
 * library.db or runs.db is set aside and reported in `notices`. One process per home only: the
 * caller holds the lock.
 */
export async function openStore(options: { readonly home: string }): Promise<Store> {
  const threads: Threads = {
    writer: new StoreThread<WriterCalls>('writer', options.home),
    lexical: new StoreThread<ReaderCalls>('lexical', options.home),
    dense: new StoreThread<ReaderCalls>('dense', options.home),
  };
  const close = async (): Promise<void> => {
    // Readers first, so that the writer's last checkpoint finds nobody in its way.
    await Promise.all([threads.lexical.close(), threads.dense.close()]);
    await threads.writer.close();
  };
  try {
    // All three load their modules at the same time; readers open the files with their first call.
    const [notices] = await Promise.all([
      threads.writer.open(),
      threads.lexical.open(),
      threads.dense.open(),
    ]);
    return { ...assemble(threads), notices, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

function assemble(threads: Threads): Omit<Store, 'notices' | 'close'> {
  const write = threads.writer.calls;
  const read = leastBusy(threads);
  return {
    index: { ...pick(write, INDEX_WRITES), ...pick(read, INDEX_READS) },
    library: { ...pick(read, LIBRARY), check: () => check(threads, read) },
    lookup: {
      ...pick(read, LOOKUP),
      lexical: threads.lexical.calls.lexical,
      dense: threads.dense.calls.dense,
    },
    knowledge: pick(read, KNOWLEDGE),
    user: { ...pick(write, USER_WRITES), ...pick(read, USER_READS) },
    runs: {
      ...pick(read, RUN_READS),
      create: write.createRun,
      append: write.appendEvents,
      remove: write.removeRun,
    },
  };
}

/** Every call goes to the reader with fewer calls waiting, so that a long one does not hold up the rest. */
function leastBusy({ lexical, dense }: Threads): Remote<ReaderCalls> {
  return new Proxy({} as Remote<ReaderCalls>, {
    get:
      (_target, method: keyof ReaderCalls) =>
      (...parameters: never[]) => {
        const { calls } = lexical.pending <= dense.pending ? lexical : dense;
        return (calls[method] as (...given: never[]) => Promise<unknown>)(...parameters);
      },
  });
}

function pick<Calls extends object, Name extends keyof Calls>(
  calls: Calls,
  names: readonly Name[],
): Pick<Calls, Name> {
  return Object.fromEntries(names.map((name) => [name, calls[name]])) as Pick<Calls, Name>;
}

/** Which part of each interface stands on which thread. */
const INDEX_WRITES = [
  'addRoots',
  'removeRoots',
  'applyScan',
  'removeUnheld',
  'stagePages',
  'forgetPages',
  'publish',
  'setState',
  'putVectors',
  'putKnowledge',
] as const;
const INDEX_READS = [
  'roots',
  'knownFiles',
  'work',
  'documentWork',
  'packedPages',
  'withoutVectors',
  'withoutKnowledge',
] as const;
const LIBRARY = [
  'collections',
  'documents',
  'document',
  'ledgerReasons',
  'sections',
  'page',
  'fragment',
  'fragments',
  'fragmentsOfPage',
  'pathsOf',
  'counts',
  'pendingPages',
] as const;
const LOOKUP = ['vectorCount', 'cosines', 'hydrate', 'related', 'neighbours', 'pendingPages'] as const;
const KNOWLEDGE = ['source', 'near', 'vectors', 'byTopics'] as const;
const USER_WRITES = [
  'setSetting',
  'putServer',
  'removeServer',
  'putQuestion',
  'setQuestionState',
  'putAnswer',
  'mark',
  'removeQuestion',
] as const;
const USER_READS = ['setting', 'servers', 'questions', 'question', 'answer', 'answers'] as const;
const RUN_READS = ['events', 'meta', 'result', 'unfinished'] as const;

/** All of `doctor`'s checks on the store; files are looked for here, without a thread waiting on the disk. */
async function check({ writer }: Threads, read: Remote<ReaderCalls>): Promise<HealthCheck[]> {
  const [rows, words, paths] = await Promise.all([
    read.checkRows(),
    writer.calls.checkWordIndex(),
    read.allPaths(),
  ]);
  const missing: string[] = [];
  for (const path of paths)
    await access(path).catch(() => {
      missing.push(path);
    });
  const ok = missing.length === 0;
  const detail = ok
    ? `All ${paths.length} are there.`
    : `${missing.length} of ${paths.length} are gone, ${missing[0] ?? ''} among them. Index their folder again.`;
  return [...rows, words, { name: 'files on disk', ok, detail }];
}
