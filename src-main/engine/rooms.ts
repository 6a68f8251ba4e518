/** What the handlers of contract calls work with: every room, wired once in `compose.ts`. */
import type { PageReader } from '../domain/ports/reader.ts';
import type { Scheduler } from '../domain/ports/scheduler.ts';
import type { Search } from '../retrieve/search.ts';
import type { DocumentListing } from '../store/interfaces/library.ts';
import type { Store } from '../store/open-store.ts';
import type { Models } from '../models/models.ts';
import type { Ask } from '../agents/ask.ts';
import type { Locator } from './handlers/locate.ts';
import type { Indexer } from './indexing/indexer.ts';
import type { Runs } from './runs.ts';
import type { Settings } from './settings.ts';

export interface Rooms {
  readonly home: string;
  readonly version: string;
  readonly samples: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly store: Store;
  readonly models: Models;
  readonly settings: Settings;
  readonly scheduler: Scheduler;
  readonly reader: PageReader;
  readonly indexer: Indexer;
  readonly locator: Locator;
  readonly runs: Runs;
  readonly ask: Ask;
  readonly search: Search;
  /** By path or id. Throws notFound with what to do. */
  findDocument(idOrPath: string): Promise<DocumentListing>;
  /** Throws notFound for a collection that does not exist; none named is every collection. */
  checkCollection(name: string | undefined): Promise<void>;
  /** Tells every host that the list of questions changed. */
  questionsChanged(): void;
}
