/**
 * A document out of its pages. In: packed page layouts in any order, the outline and the title.
 * Out: packed content: pages with furniture marked, the section tree, fragments and assets.
 */
import type { Asset, DocumentContent, Fragment, Section } from '../../domain/content.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { Block, PageLayout } from '../../domain/page.ts';
import { packContent, unpackPage, type PackedPage } from '../../domain/packing.ts';
import { vocabularyOf } from '../layout/join.ts';
import { countFixedTokens } from '../tokens.ts';
import { markFurniture } from './furniture.ts';
import { textFragments, type FragmentDraft, type PlacedLine, type TextPiece } from './fragments.ts';
import { fragmentIds } from './ids.ts';
import { headingLevels, type OutlineTitle } from './levels.ts';
import { figureMedia, tableMedia, type MediaDraft } from './media.ts';
import { documentLanguage, documentTitle } from './title.ts';

export interface DocumentExtras {
  /** /Title of the document's information, null when there is none. */
  readonly title: string | null;
  readonly outline: readonly OutlineTitle[];
}

/** What stands under one heading, in reading order. */
interface OpenSection {
  readonly ordinal: number | null;
  readonly heading: readonly string[];
  readonly pieces: TextPiece[];
  readonly media: MediaDraft[];
}

const placed = (page: number, block: Block): PlacedLine[] => block.lines.map((line) => ({ page, line }));

/** Gathers blocks section by section; a heading without text of its own goes on into the next. */
class SectionWalk {
  readonly sections: Section[] = [];
  readonly done: OpenSection[] = [];
  private open: OpenSection = { ordinal: null, heading: [], pieces: [], media: [] };

  heading(page: number, block: Block, level: number): void {
    const path = this.ancestors(level);
    const ordinal = this.sections.length;
    this.sections.push({
      ordinal,
      parent: path.at(-1)?.ordinal ?? null,
      level,
      title: block.text,
      page,
    });
    const bare = this.open.media.length === 0 && this.open.pieces.every((piece) => piece.kind === 'heading');
    const carried = bare ? this.open.pieces : [];
    if (!bare) this.done.push(this.open);
    const heading = [...path.map((section) => section.title), block.text];
    const pieces: TextPiece[] = [...carried, { kind: 'heading', lines: placed(page, block) }];
    this.open = { ordinal, heading, pieces, media: [] };
  }

  text(piece: TextPiece): void {
    this.open.pieces.push(piece);
  }

  media(draft: MediaDraft): void {
    this.open.media.push(draft);
  }

  finish(): readonly OpenSection[] {
    return [...this.done, this.open];
  }

  private ancestors(level: number): Section[] {
    const path: Section[] = [];
    let at = this.sections.at(-1);
    while (at !== undefined) {
      if (at.level < (path[0]?.level ?? level)) path.unshift(at);
      at = at.parent === null ? undefined : this.sections[at.parent];
    }
    return path;
  }
}

const PIECE_KINDS = {
  paragraph: 'paragraph',
  caption: 'paragraph',
  listItem: 'listItem',
  code: 'code',
} as const;

function walkPage(
  document: DocumentId,
  page: PageLayout,
  levels: ReadonlyMap<Block, number>,
  walk: SectionWalk,
): void {
  const captionOf = (media: Block): Block | undefined =>
    page.blocks.find((block) => block.kind === 'caption' && block.text === media.caption);
  const attached = new Set(
    page.blocks.filter((block) => block.table !== null || block.kind === 'figure').map(captionOf),
  );
  for (const block of page.blocks) {
    switch (block.kind) {
      case 'furniture':
        break;
      case 'heading':
        walk.heading(page.number, block, levels.get(block) ?? 1);
        break;
      case 'table':
      case 'figure': {
        const caption = captionOf(block);
        const lines = caption === undefined ? [] : placed(page.number, caption);
        const make = block.kind === 'table' ? tableMedia : figureMedia;
        walk.media(make(document, block, page.number, lines));
        break;
      }
      default:
        if (!attached.has(block) && block.lines.length > 0)
          walk.text({ kind: PIECE_KINDS[block.kind], lines: placed(page.number, block) });
    }
  }
}

export function documentContent(
  document: DocumentId,
  packed: readonly PackedPage[],
  extras: DocumentExtras,
): DocumentContent {
  const layouts = packed.map(unpackPage).sort((a, b) => a.number - b.number);
  const pages = markFurniture(layouts);
  const levels = headingLevels(pages, extras.outline);
  const walk = new SectionWalk();
  for (const page of pages) walkPage(document, page, levels, walk);

  const lines = pages.flatMap((page) => page.blocks.flatMap((block) => block.lines));
  const vocabulary = vocabularyOf(lines);
  const idOf = fragmentIds(document);
  const fragments: Fragment[] = [];
  const assets: Asset[] = [];
  const add = (section: OpenSection, draft: FragmentDraft, asset: Asset | null): void => {
    fragments.push({
      id: idOf(draft.kind, draft.text),
      ...draft,
      ordinal: fragments.length,
      section: section.ordinal,
      heading: section.heading,
      tokens: countFixedTokens(draft.markdown),
      asset: asset?.id ?? null,
    });
  };
  for (const section of walk.finish()) {
    for (const draft of textFragments(section.pieces, vocabulary)) add(section, draft, null);
    for (const { asset, fragments: drafts } of section.media) {
      // Two pictures drawn at one place are one asset.
      if (!assets.some((known) => known.id === asset.id)) assets.push(asset);
      for (const draft of drafts) add(section, draft, asset);
    }
  }
  return {
    document,
    title: documentTitle(extras.title, pages, levels),
    language: documentLanguage(pages),
    pages,
    sections: walk.sections,
    fragments,
    assets,
  };
}

/** The packed form that crosses to the engine and the store. */
export function assembleDocument(
  document: DocumentId,
  pages: readonly PackedPage[],
  extras: DocumentExtras,
): Promise<Uint8Array> {
  return Promise.resolve(packContent(documentContent(document, pages, extras)));
}
