/**
 * What makes published documents better. In: a wake-up after publications. Out: vectors for every
 * fragment, then knowledge for every document; search works all the while.
 */
import { CarrelError, toCarrelError } from '../../domain/errors.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { FragmentText } from '../../domain/ports/index-store.ts';
import type { IndexerDeps } from './deps.ts';
import type { ProgressMeter } from './progress.ts';

/** A lease is held for one batch: 32 fragments take about a second on one core. */
const FRAGMENTS_PER_BATCH = 32;
const DOCUMENTS_PER_BATCH = 8;
/** Counting a large library takes a reader thread some 50 ms. */
const COUNT_INTERVAL_MILLISECONDS = 3000;

export interface Enricher {
  /** Starts, or goes on, when there may be something to do. */
  wake(): void;
  pause(): void;
  resume(): void;
  cancel(): Promise<void>;
  readonly busy: boolean;
  idle(): Promise<void>;
}

export interface EnricherHooks {
  /** True while documents are read or recognised: knowledge waits for their vectors. */
  reading(): boolean;
  onKnowledge(document: DocumentId): void;
  onIdle(): void;
}

/** Heading and text as a passage; a picture without words is found by its heading alone. */
function passage(fragment: FragmentText): string {
  const text = [fragment.heading.join(' > '), fragment.text].filter((part) => part !== '').join('\n');
  return text === '' ? 'figure' : text;
}

export function createEnricher(deps: IndexerDeps, meter: ProgressMeter, hooks: EnricherHooks): Enricher {
  const { store, embedder, knowledge } = deps;
  const skipped = new Set<DocumentId>();
  let loop: Promise<void> | null = null;
  let again = false;
  let paused = false;
  let stop = new AbortController();
  let vectorsFailed = false;
  let countedAt = -Infinity;

  /** One batch of vectors; false when there is nothing left to do. */
  async function embedBatch(signal: AbortSignal): Promise<boolean> {
    if (vectorsFailed) return false;
    const fragments = await store.withoutVectors(embedder.fingerprint, FRAGMENTS_PER_BATCH);
    if (fragments.length === 0) {
      meter.withoutVectors(0);
      return false;
    }
    if (!hooks.reading()) meter.set('embedding');
    const vectors = await embedder.embed(fragments.map(passage), 'passage', signal);
    await store.putVectors(
      embedder.fingerprint,
      embedder.dimensions,
      fragments.flatMap(({ fragment }, index) => {
        const vector = vectors[index];
        return vector === undefined ? [] : [{ fragment, vector }];
      }),
    );
    if (performance.now() - countedAt > COUNT_INTERVAL_MILLISECONDS) {
      meter.withoutVectors((await deps.library.counts()).fragmentsWithoutVectors);
      countedAt = performance.now();
    }
    return true;
  }

  async function knowledgeBatch(signal: AbortSignal): Promise<boolean> {
    const documents = (
      await store.withoutKnowledge(knowledge.maker, DOCUMENTS_PER_BATCH + skipped.size)
    ).filter((document) => !skipped.has(document));
    if (documents.length === 0) return false;
    meter.set('knowledge');
    for (const document of documents) {
      signal.throwIfAborted();
      if (paused || hooks.reading()) return true;
      const lease = await deps.scheduler.acquire('knowledge', 1, signal);
      try {
        const { points, relations, basis } = await knowledge.make(document, signal);
        await store.putKnowledge(document, knowledge.maker, points, relations, basis);
        hooks.onKnowledge(document);
      } catch (thrown) {
        signal.throwIfAborted();
        const { code, message } = toCarrelError(thrown);
        // Removed or published anew meanwhile; what failed otherwise is left until the next start.
        skipped.add(document);
        if (code !== 'notFound') deps.onNotice({ code, message });
      } finally {
        lease.release();
      }
    }
    return true;
  }

  async function step(signal: AbortSignal): Promise<boolean> {
    try {
      if (await embedBatch(signal)) return true;
    } catch (thrown) {
      signal.throwIfAborted();
      const { code, message } = toCarrelError(thrown);
      // Keyword search goes on without vectors; the next publication tries again.
      vectorsFailed = true;
      deps.onNotice({ code, message });
      return true;
    }
    return hooks.reading() ? false : knowledgeBatch(signal);
  }

  async function run(signal: AbortSignal): Promise<void> {
    do {
      again = false;
      while (!paused && !signal.aborted && (await step(signal)));
    } while (again && !paused && !signal.aborted);
  }

  function start(): void {
    if (loop !== null || paused) return;
    loop = run(stop.signal)
      .catch((thrown: unknown) => {
        if (stop.signal.aborted) return;
        const { code, message } = toCarrelError(thrown);
        deps.onNotice({ code, message });
      })
      .then(() => {
        loop = null;
        hooks.onIdle();
      });
  }

  return {
    wake() {
      vectorsFailed = false;
      again = true;
      start();
    },
    pause() {
      paused = true;
    },
    resume() {
      paused = false;
      start();
    },
    async cancel() {
      stop.abort(new CarrelError('cancelled', 'Indexing was stopped. What was read so far is kept.'));
      await loop;
      stop = new AbortController();
    },
    get busy() {
      return loop !== null;
    },
    async idle() {
      while (loop !== null) await loop;
    },
  };
}
