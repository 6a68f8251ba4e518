/** In: a question. Out: the blocks that one search brings, merged, with the fragments behind them. */
import type { FragmentId } from '../domain/ids.ts';
import type { StoredFragment } from '../store/interfaces/library.ts';
import { mergeBlocks } from './evidence-pool.ts';
import { blocksOfSearch, fragmentsOfHits } from './materials.ts';
import type { MaterialBlock } from './materials.ts';
import type { RunContext } from './run-context.ts';

/** Hits of one search (the paper's topk). */
const TOP = 8;
/**
 * Characters of a question that are searched with; the rest is for the model alone. The embedding
 * model reads 512 tokens, about this much.
 */
const LONGEST_QUERY = 2_000;

export interface Gathered {
  readonly blocks: readonly MaterialBlock[];
  readonly documents: number;
  readonly searches: number;
  readonly pendingPages: number;
}

/** One search with the question, as the preset sets it. */
export async function gatherEvidence(context: RunContext): Promise<Gathered> {
  const { recorder, preset, collection, document, signal } = context;
  const query = searchQuery(context.question);
  const count = document === undefined ? await documentCount(context) : 1;
  const label = count === 1 ? 'Searching one document' : `Searching ${count.toLocaleString('en')} documents`;
  return recorder.step('search', label, async () => {
    const result = await context.search(
      {
        query,
        top: TOP,
        mode: preset.mode,
        graph: preset.graph,
        collection,
        documents: document === undefined ? undefined : [document],
      },
      signal,
    );
    recorder.append({
      type: 'search',
      query,
      hits: result.hits.length,
      fragments: result.hits.map((hit) => hit.fragment),
      milliseconds: result.milliseconds,
      stages: result.stages,
      pendingPages: result.pending.pages,
    });
    const fragments = await context.library.fragments(fragmentsOfHits(result.hits));
    const byId = new Map<FragmentId, StoredFragment>(fragments.map((fragment) => [fragment.id, fragment]));
    const blocks = mergeBlocks(blocksOfSearch(result.hits, byId, 0));
    const documents = new Set(blocks.map((block) => block.source.document)).size;
    if (result.pending.pages > 0) recorder.append(pendingNotice(result.pending.pages));
    return { blocks, documents, searches: 1, pendingPages: result.pending.pages };
  });
}

async function documentCount(context: RunContext): Promise<number> {
  const { total } = await context.library.documents({ collection: context.collection, offset: 0, limit: 1 });
  return total;
}

function pendingNotice(pages: number): { type: 'notice'; code: string; message: string } {
  const message =
    pages === 1
      ? 'One page is still to be read; the answer does not take it into account.'
      : `${pages.toLocaleString('en')} pages are still to be read; the answer does not take them into account.`;
  return { type: 'notice', code: 'pagesPending', message };
}

/** The question as it is searched with: whole, or its beginning up to a space. */
export function searchQuery(question: string): string {
  if (question.length <= LONGEST_QUERY) return question;
  const cut = question.slice(0, LONGEST_QUERY);
  const space = cut.search(/\s\S*$/u);
  // Text without spaces (Chinese) is cut where the limit falls, between two characters.
  return (space > LONGEST_QUERY / 2 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/u, '')).trim();
}
