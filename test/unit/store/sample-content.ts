/**
 * Content for store tests, built from plain paragraphs. In: pages of sections of paragraphs. Out:
 * documents as the ingest room would hand them over, with boxes, words, and ids of their own.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Asset, DocumentContent, Fragment, Region, Section } from '../../../src-main/domain/content.ts';
import { asAssetId, asDocumentId, asFragmentId } from '../../../src-main/domain/ids.ts';
import type { DocumentId } from '../../../src-main/domain/ids.ts';
import type { PageLayout, PageState } from '../../../src-main/domain/page.ts';
import type { PackedPage } from '../../../src-main/domain/packing.ts';
import { packContent, packPage } from '../../../src-main/domain/packing.ts';
import type { Store } from '../../../src-main/store/open-store.ts';
import { openStore } from '../../../src-main/store/open-store.ts';

export interface SampleSection {
  readonly title: string | null;
  readonly page: number;
  readonly paragraphs: readonly string[];
  /** Caption of a table that stands after the paragraphs. */
  readonly table?: { readonly label: string; readonly markdown: string };
}

export interface Sample {
  readonly title: string;
  readonly sections: readonly SampleSection[];
  readonly states?: Readonly<Record<number, PageState>>;
}

export function digest(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex');
}

export function documentIdOf(name: string): DocumentId {
  return asDocumentId(digest('document', name));
}

/** One region per about 60 characters, with a word per word. */
function regionsOf(text: string, page: number, top: number): Region[] {
  const regions: Region[] = [];
  for (const line of text.matchAll(/.{1,60}(?:\s|$)|\S{61,}/gsu)) {
    const start = line.index;
    const y0 = top - 14 * regions.length;
    const words = [...line[0].matchAll(/\S+/gu)].map((word) => ({
      start: start + word.index,
      end: start + word.index + word[0].length,
      x0: 72 + word.index * 5.125,
      y0,
      x1: 72 + (word.index + word[0].length) * 5.125,
      y1: y0 + 10.5,
    }));
    regions.push({
      page,
      start,
      end: start + line[0].trimEnd().length,
      x0: 72,
      y0,
      x1: 540,
      y1: y0 + 10.5,
      words,
    });
  }
  return regions;
}

function pageLayout(number: number, state: PageState, text: string): PageLayout {
  const box = { x0: 0, y0: 0, x1: 612, y1: 792 };
  return {
    number,
    label: `p-${number}`,
    width: 612,
    height: 792,
    rotation: 0,
    cropBox: box,
    state,
    reason: state === 'text' ? null : `The page is ${state}.`,
    language: 'en',
    blocks: [{ kind: 'paragraph', text, lines: [], box, level: null, table: null, caption: null }],
    milliseconds: 10,
  };
}

/** The document's content; its id comes from its title and text, as a file's would from its bytes. */
export function contentOf(sample: Sample): DocumentContent {
  const document = documentIdOf(JSON.stringify(sample));
  const sections: Section[] = [];
  const fragments: Fragment[] = [];
  const assets: Asset[] = [];
  const pageTexts = new Map<number, string[]>();
  for (const each of sample.sections) {
    const section = each.title === null ? null : sections.length;
    if (each.title !== null)
      sections.push({ ordinal: sections.length, parent: null, level: 1, title: each.title, page: each.page });
    const heading = each.title === null ? [] : [each.title];
    const texts = pageTexts.get(each.page) ?? [];
    pageTexts.set(each.page, texts);
    const add = (kind: Fragment['kind'], text: string, markdown: string, asset: Asset | null): void => {
      const ordinal = fragments.length;
      const regions = regionsOf(text, each.page, 720 - 40 * (ordinal % 15));
      const occurrence = fragments.filter((other) => other.text === text).length;
      const id = asFragmentId(digest(sample.title, kind, text, String(occurrence)).slice(0, 32));
      texts.push(text);
      fragments.push({
        id,
        kind,
        ordinal,
        section,
        heading,
        text,
        markdown,
        tokens: Math.ceil(text.length / 4),
        regions,
        asset: asset?.id ?? null,
      });
    };
    for (const paragraph of each.paragraphs) add('text', paragraph, paragraph, null);
    if (each.table === undefined) continue;
    const { label, markdown } = each.table;
    const asset: Asset = {
      id: asAssetId(digest(document, label).slice(0, 32)),
      kind: 'table',
      label,
      caption: `${label}. Numbers`,
      page: each.page,
      box: { x0: 72, y0: 100, x1: 540, y1: 300 },
      table: { headerRows: 1, cells: [[{ text: 'A', rowSpan: 1, columnSpan: 1, box: null }]] },
    };
    assets.push(asset);
    add('table', `${label}. Numbers ${markdown.replaceAll('|', ' ')}`, markdown, asset);
  }
  const last = Math.max(1, ...sample.sections.map(({ page }) => page));
  const pages = Array.from({ length: last }, (_unused, index) =>
    pageLayout(index + 1, sample.states?.[index + 1] ?? 'text', (pageTexts.get(index + 1) ?? []).join('\n')),
  );
  return { document, title: sample.title, language: 'en', pages, sections, fragments, assets };
}

export function packedPagesOf(content: DocumentContent): PackedPage[] {
  return content.pages.map(packPage);
}

export function fileOf(content: DocumentContent, path: string) {
  return { path, size: 1000, modified: 1_700_000_000_000, document: content.document };
}

/** A store in a folder of its own, taken away by `dispose`. */
export async function temporaryStore(): Promise<{ store: Store; home: string; dispose(): Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), 'carrel-store-'));
  const store = await openStore({ home });
  return {
    store,
    home,
    dispose: async () => {
      await store.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Takes everything out again, so that the tests of a file can share one store: opening one costs half a second. */
export async function emptyStore(store: Store): Promise<void> {
  const roots = await store.index.roots();
  await store.index.removeRoots(roots.map(({ id }) => id));
  await store.index.removeUnheld();
  for (const { run } of await store.user.questions(1000)) await store.user.removeQuestion(run);
}

/** Adds documents under one folder and publishes them. */
export async function publishAll(
  store: Store,
  contents: readonly DocumentContent[],
  options: { folder?: string; collection?: string } = {},
): Promise<number> {
  const { folder = '/papers', collection = 'Library' } = options;
  const [root] = await store.index.addRoots(collection, [{ path: folder, kind: 'folder' }]);
  if (root === undefined) throw new Error('No root was added.');
  const present = contents.map((content) =>
    fileOf(content, join(folder, `${content.title ?? 'untitled'}.pdf`)),
  );
  await store.index.applyScan(root.id, { present, gone: [] });
  for (const content of contents) {
    await store.index.stagePages(content.document, content.pages.length, packedPagesOf(content));
    await store.index.publish(content.document, packContent(content));
  }
  return root.id;
}

/** A unit vector that points mostly along one axis. */
export function axisVector(axis: number, dimensions = 8, tilt = 0): Float32Array {
  const vector = new Float32Array(dimensions);
  vector[axis] = Math.cos(tilt);
  vector[(axis + 1) % dimensions] = Math.sin(tilt);
  return vector;
}
