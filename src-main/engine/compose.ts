/**
 * The only place that wires rooms. In: the home folder and the product's paths. Out: a running
 * engine that serves hosts over any port.
 */
import { join } from 'node:path';
import { createAsk } from '../agents/ask.ts';
import { CarrelError } from '../domain/errors.ts';
import { hashFile } from '../ingest/hash.ts';
import { createPageReader } from '../ingest/page-reader.ts';
import { createKnowledgeMaker } from '../knowledge/extract.ts';
import { createModels } from '../models/models.ts';
import { createSearch } from '../retrieve/search.ts';
import { openStore } from '../store/open-store.ts';
import type { Port } from '../../src-preload/contract/contract.ts';
import type { ProductPaths } from './client/paths.ts';
import { askingHandlers } from './handlers/asking.ts';
import { libraryHandlers } from './handlers/library.ts';
import { createLocator } from './handlers/locate.ts';
import { modelHandlers } from './handlers/models.ts';
import { createIndexer } from './indexing/indexer.ts';
import { withPresentFiles } from './present-files.ts';
import { closeInterruptedRuns } from './interrupted.ts';
import type { Rooms } from './rooms.ts';
import { createDispatcher, type Dispatcher } from './rpc/dispatcher.ts';
import { createRuns } from './runs.ts';
import { createScheduler } from './scheduler.ts';
import { openSettings } from './settings.ts';
import { createSpawner } from './spawner.ts';

export interface EngineOptions {
  readonly home: string;
  readonly paths: ProductPaths;
  onHosts(count: number): void;
  log(line: string): void;
}

export interface Engine {
  serve(port: Port): void;
  /** Stops work, stores what is in hand, ends every process. */
  close(): Promise<void>;
}

/** Commands that only look something up are over by then. */
const WARM_AFTER_MILLISECONDS = 1500;

/** The caller holds the home's lock. Throws libraryNewer, diskFull, pathForbidden. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { home, paths, log } = options;
  // Rooms report through this; hosts can connect only after everything stands.
  let dispatcher: Dispatcher | null = null;
  const broadcast: Dispatcher['broadcast'] = (name, data) => dispatcher?.broadcast(name, data);

  const store = await openStore({ home });
  for (const notice of store.notices) log(`${notice.code}: ${notice.message}`);
  const scheduler = createScheduler();
  const spawner = createSpawner(paths);
  const settings = await openSettings(store.user, (value) => {
    models.settingsChanged();
    broadcast('settings.changed', value);
  });
  const models = createModels({
    home,
    resources: paths.resources,
    spawner,
    scheduler,
    settings: () => settings.current(),
    onConnection: (connection) => broadcast('network.connection', connection),
    onDownload: (progress) => broadcast('models.progress', progress),
    onNotice: (notice) => broadcast('notice', notice),
  });
  const reader = createPageReader({
    spawner,
    scheduler,
    workers: scheduler.cores,
    tessdata: join(paths.resources, 'tessdata'),
    cache: join(home, 'cache'),
  });
  const indexer = createIndexer({
    store: store.index,
    library: store.library,
    reader,
    embedder: models.embedder,
    knowledge: createKnowledgeMaker({ store }),
    scheduler,
    onProgress: (progress) => broadcast('index.progress', progress),
    onChange: (collections) => broadcast('library.changed', { collections }),
    onNotice: (notice) => broadcast('notice', notice),
  });
  const search = withPresentFiles(createSearch({ lookup: store.lookup, embedder: models.embedder }), () =>
    indexer.reconcile(),
  );
  const runs = createRuns(store.runs, log);

  const rooms: Rooms = {
    home,
    version: paths.version,
    samples: join(paths.resources, 'samples'),
    startedAt: new Date().toISOString(),
    store,
    models,
    settings,
    scheduler,
    reader,
    indexer,
    runs,
    search,
    ask: createAsk({ search, library: store.library, prompts: paths.prompts }),
    locator: createLocator({ pathsOf: (id) => store.library.pathsOf(id), hash: hashFile }),
    async findDocument(idOrPath) {
      const document = await store.library.document(idOrPath);
      if (document) return document;
      throw new CarrelError(
        'notFound',
        `No document in the library is named "${idOrPath}". Give its path or its id.`,
      );
    },
    async checkCollection(name) {
      if (name === undefined) return;
      const known = (await store.library.collections()).some((collection) => collection.name === name);
      if (!known)
        throw new CarrelError(
          'notFound',
          `There is no collection named "${name}". "carrel collections" shows them.`,
        );
    },
    questionsChanged: () => broadcast('questions.changed', {}),
  };

  await closeInterruptedRuns(store, log);
  dispatcher = createDispatcher(
    { ...libraryHandlers(rooms), ...askingHandlers(rooms), ...modelHandlers(rooms) },
    { onHosts: options.onHosts, log },
  );
  const { serve, close: closeHosts } = dispatcher;
  // A host that stays will search: the embedding model is loaded while the person looks around.
  const warming = setTimeout(() => models.warm(), WARM_AFTER_MILLISECONDS);
  void indexer.reconcile().catch((error: unknown) => log(`Reconciling stopped: ${String(error)}`));

  return {
    serve,
    async close() {
      clearTimeout(warming);
      closeHosts();
      await runs.close();
      await indexer.close();
      await Promise.allSettled([reader.close(), models.close()]);
      await store.close();
    },
  };
}
