/**
 * In: hits of searches with the fragments behind them. Out: numbered materials as a model reads them.
 * Text out of a document can neither end its frame, nor number itself, nor speak as a chat message.
 */
import type { Citation } from '../domain/answer.ts';
import type { DocumentId, FragmentId } from '../domain/ids.ts';
import type { Hit } from '../domain/search.ts';
import type { StoredFragment } from '../store/interfaces/library.ts';
import type { Block } from './evidence-pool.ts';
import { quoteOf } from './quote.ts';
import { supportingRanges } from './support.ts';

/** A block of the pool with what is needed to show and cite it. */
export interface MaterialBlock extends Block {
  readonly source: StoredFragment;
  /** "annual report.pdf, page 12 (printed 8) · Results > Revenue"; safe to show to a model. */
  readonly header: string;
  /** What the model reads; safe to show to it. */
  readonly body: string;
}

/** A block with its number, from 1. */
export interface Material extends MaterialBlock {
  readonly number: number;
}

/** Characters around header and body: number, brackets, line breaks. */
const FRAME = 8;

/**
 * Blocks of one search in order of arrival: each hit, then the figures and tables beside it. Hits
 * whose fragment is gone are left out.
 */
export function blocksOfSearch(
  hits: readonly Hit[],
  fragments: ReadonlyMap<FragmentId, StoredFragment>,
  search: number,
): MaterialBlock[] {
  const blocks: MaterialBlock[] = [];
  for (const hit of hits) {
    const source = fragments.get(hit.fragment);
    if (source === undefined) continue;
    blocks.push(
      blockOf(source, {
        search,
        rank: hit.expandedFrom === null ? hit.rank : null,
        vectorScore: hit.vectorScore,
        anchor: hit.expandedFrom,
      }),
    );
    for (const media of hit.media) {
      const beside = fragments.get(media.fragment);
      if (beside !== undefined && beside.markdown.trim() !== '')
        blocks.push(blockOf(beside, { search, rank: null, vectorScore: null, anchor: hit.fragment }));
    }
  }
  return blocks;
}

/** Every fragment that `blocksOfSearch` needs for these hits. */
export function fragmentsOfHits(hits: readonly Hit[]): FragmentId[] {
  return [...new Set(hits.flatMap((hit) => [hit.fragment, ...hit.media.map((media) => media.fragment)]))];
}

function blockOf(
  source: StoredFragment,
  place: Pick<Block, 'search' | 'rank' | 'vectorScore' | 'anchor'>,
): MaterialBlock {
  const header = inert(headerOf(source)).replace(/\s+/gu, ' ').trim();
  const body = inert(source.markdown === '' ? source.text : source.markdown).trim();
  return {
    ...place,
    fragment: source.id,
    kind: source.kind,
    size: header.length + body.length + FRAME,
    source,
    header,
    body,
  };
}

/** The same block with a shorter body. */
export function withBody(block: MaterialBlock, body: string): MaterialBlock {
  return { ...block, body, size: block.header.length + body.length + FRAME };
}

function headerOf(source: StoredFragment): string {
  const printed =
    source.pageLabel === null || source.pageLabel === String(source.page)
      ? ''
      : ` (printed ${source.pageLabel})`;
  const heading = source.heading.length === 0 ? '' : ` · ${source.heading.join(' > ')}`;
  return `${fileName(source.path)}, page ${source.page}${printed}${heading}`;
}

/** Last part of a path of any platform. */
export function fileName(path: string): string {
  return path.split(/[\\/]/u).at(-1) ?? path;
}

/**
 * A document's text as data: bracketed numbers become round ones, so that a reference mark of the
 * document is no material number; angle brackets that could open a tag or a chat template's token, and
 * a template's instruction words in brackets, lose their meaning. Invisible control characters go.
 */
export function inert(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}]/gu, (character) => (/[\n\t\u200c\u200d]/u.test(character) ? character : ''))
    .replace(/[[【［](\s*\^?\s*\d[\d\s,;–—-]*)[\]】］]/gu, '($1)')
    .replace(/\[(\/?[A-Z_]{3,})\]/gu, '($1)')
    .replace(/<(?=[\p{L}/|!?])/gu, '‹');
}

/** Numbers the blocks in order, from 1. */
export function numbered(blocks: readonly MaterialBlock[]): Material[] {
  return blocks.map((block, at) => ({ ...block, number: at + 1 }));
}

/** One material as the model sees it. */
export function renderMaterial(material: Material): string {
  return `[${material.number}] ${material.header}\n${material.body}`;
}

/** Printed label of a page, null where none is defined. */
export type PageLabels = (document: DocumentId, page: number) => Promise<string | null>;

/**
 * A citation of the material: the sentences (rows) that carry the claims, with their boxes. The page
 * is the one on which the quote begins.
 */
export async function citationOf(
  material: Material,
  claims: readonly string[],
  question: string,
  labels: PageLabels,
): Promise<Citation> {
  const { source } = material;
  const ranges = claims.flatMap((claim) => supportingRanges(source, claim, question));
  const quote = quoteOf(source, ranges);
  const page = quote.boxes[0]?.page ?? source.page;
  return {
    number: material.number,
    fragment: source.id,
    document: source.document,
    path: source.path,
    page,
    pageLabel: page === source.page ? source.pageLabel : await labels(source.document, page),
    heading: source.heading,
    boxes: quote.boxes,
    quote: quote.text,
  };
}
