/** Hits and whole search results over given fragments, and a library that holds them. */
import type { AskDependencies } from '../../../src-main/agents/ask.ts';
import type { RunEventBody } from '../../../src-preload/contract/run-events.ts';
import type { Hit, SearchRequest, SearchResult } from '../../../src-main/domain/search.ts';
import type { StoredFragment } from '../../../src-main/store/interfaces/library.ts';

export interface HitOptions {
  readonly rank: number;
  readonly vectorScore?: number | null;
  readonly expandedFrom?: StoredFragment;
  readonly media?: readonly StoredFragment[];
}

export function hitOf(fragment: StoredFragment, options: HitOptions): Hit {
  return {
    rank: options.rank,
    fragment: fragment.id,
    kind: fragment.kind,
    document: fragment.document,
    path: fragment.path,
    page: fragment.page,
    pageLabel: fragment.pageLabel,
    boxes: [],
    heading: fragment.heading,
    text: fragment.text,
    markdown: fragment.markdown,
    score: 1 / options.rank,
    lexicalRank: options.rank,
    denseRank: options.rank,
    vectorScore: options.vectorScore === undefined ? 1 - options.rank / 100 : options.vectorScore,
    expandedFrom: options.expandedFrom?.id ?? null,
    media: (options.media ?? []).map((beside) => ({
      fragment: beside.id,
      label: null,
      kind: beside.kind === 'table' ? 'table' : 'image',
      page: beside.page,
    })),
  };
}

export interface LibraryOfHits extends AskDependencies {
  readonly requests: SearchRequest[];
}

/** `search` finds these fragments in this order, whatever is asked. */
export function libraryOf(
  fragments: readonly StoredFragment[],
  prompts: string,
  pendingPages = 0,
): LibraryOfHits {
  const requests: SearchRequest[] = [];
  return {
    requests,
    prompts,
    search(request) {
      requests.push(request);
      const result: SearchResult = {
        query: request.query,
        milliseconds: 5,
        stages: { embed: 1, lexical: 1, dense: 1, graph: 1, context: 1 },
        hits: fragments.map((fragment, at) => hitOf(fragment, { rank: at + 1 })),
        pending: { pages: pendingPages },
      };
      return Promise.resolve(result);
    },
    library: {
      documents: () => Promise.resolve({ total: 212, documents: [] }),
      fragments: (ids) =>
        Promise.resolve(ids.flatMap((id) => fragments.filter((fragment) => fragment.id === id))),
      page: () => Promise.resolve(null),
    },
  };
}

/** A log that keeps its events, with when each came. */
export function keptLog(): {
  readonly events: RunEventBody[];
  readonly append: (event: RunEventBody) => void;
  types(): string[];
  only<Type extends RunEventBody['type']>(type: Type): Extract<RunEventBody, { type: Type }>[];
} {
  const events: RunEventBody[] = [];
  return {
    events,
    append: (event) => void events.push(event),
    types: () => events.map((event) => event.type),
    only: <Type extends RunEventBody['type']>(type: Type) =>
      events.filter((event): event is Extract<RunEventBody, { type: Type }> => event.type === type),
  };
}
