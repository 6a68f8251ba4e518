/**
 * The query's vector. In: a query and how long it may take. Out: a unit vector, or null where the
 * embedder fails or is still loading, so that a search by words goes on without it.
 */
import type { Embedder } from '../domain/ports/language-model.ts';

/** Waits at most `patience` milliseconds; null for no limit, and then errors are the caller's. */
export async function queryVector(
  embedder: Embedder,
  query: string,
  patience: number | null,
  signal: AbortSignal,
): Promise<Float32Array | null> {
  const embedding = embedder.embed([query], 'query', signal).then(([vector]) => vector ?? null);
  if (patience === null) return embedding;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patience);
  });
  try {
    return await Promise.race([embedding.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
