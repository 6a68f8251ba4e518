/** Reads a batch of pages. In: a path and page numbers. Out: packed layouts, one for every page asked. */
import type { ParsedPage } from '@llamaindex/liteparse';
import { packPage, type PackedPage } from '../../domain/packing.ts';
import { failedLayout } from '../layout/failed.ts';
import { pageLedger, REASONS } from '../layout/state.ts';
import { drawPage, parsePages, type Correction } from './first-reader.ts';
import { documentFacts, type DocumentFacts } from './open-documents.ts';
import {
  mainDirection,
  pageLayout,
  printedCharacters,
  writingDirections,
  type ReadPass,
} from './page-layout.ts';
import type { FileTarget } from '../workers/protocol.ts';

/** Enough to tell ink from paper; a page at 36 dpi takes a few milliseconds. */
const BLANK_TEST_DPI = 36;

/** Reads pages again at the turns their writing needs; the result is by page, then by angle. */
async function turnedPasses(
  target: FileTarget,
  pages: readonly ParsedPage[],
): Promise<Map<number, Map<Correction, ParsedPage>>> {
  const wanted = new Map<Correction, number[]>();
  for (const page of pages) {
    for (const angle of writingDirections(page).keys())
      if (angle !== 0) wanted.set(angle, [...(wanted.get(angle) ?? []), page.pageNum]);
  }
  const passes = new Map<number, Map<Correction, ParsedPage>>();
  for (const page of pages) passes.set(page.pageNum, new Map([[0, page]]));
  for (const [angle, numbers] of wanted) {
    const turned = await parsePages(target.path, target.password, numbers, angle);
    for (const page of turned.pages) passes.get(page.pageNum)?.set(angle, page);
  }
  return passes;
}

/** `facts` are those of the open document; `milliseconds` are shared out over the batch. */
async function finish(
  target: FileTarget,
  first: ParsedPage,
  passes: Map<Correction, ParsedPage>,
  facts: DocumentFacts,
  milliseconds: number,
): Promise<PackedPage> {
  const number = first.pageNum;
  const angle = mainDirection(first);
  const main: ReadPass = passes.has(angle)
    ? { page: passes.get(angle) ?? first, angle }
    : { page: first, angle: 0 };
  const others = [...passes]
    .filter(([at]) => at !== main.angle && (at !== 0 || writingDirections(first).has(0)))
    .map(([at, page]): ReadPass => ({ page, angle: at }));
  const ledger = await pageLedger(printedCharacters(first), first.complexity, async () => {
    const picture = await drawPage(target.path, target.password, number, BLANK_TEST_DPI).catch(() => null);
    return picture?.blank ?? false;
  });
  const label = first.pageLabel ?? (await facts.label(number));
  return packPage(
    pageLayout({ main, others, frame: await facts.frame(number), label, ...ledger, milliseconds }),
  );
}

/** Throws CarrelError when the file does not open; a page that fails comes back `failed`. */
export async function readPages(
  target: FileTarget,
  pages: readonly number[],
): Promise<{ pageCount: number; pages: PackedPage[] }> {
  const started = performance.now();
  const facts = await documentFacts(target);
  const result = await parsePages(target.path, target.password, pages, 0);
  const passes = await turnedPasses(target, result.pages);
  const each = (performance.now() - started) / Math.max(1, pages.length);
  const done = new Map<number, PackedPage>();
  for (const page of result.pages)
    done.set(page.pageNum, await finish(target, page, passes.get(page.pageNum) ?? new Map(), facts, each));
  for (const number of pages) {
    if (done.has(number) || number > result.totalPages) continue;
    const label = await facts.label(number);
    done.set(number, packPage(failedLayout(number, await facts.frame(number), label, REASONS.failed)));
  }
  return { pageCount: result.totalPages, pages: [...done.values()].sort((a, b) => a.number - b.number) };
}

/** Pages that could not be read, with what their dictionaries say of size and label. */
export async function describeFailed(
  target: FileTarget,
  pages: readonly number[],
  reason: string,
): Promise<PackedPage[]> {
  const facts = await documentFacts(target);
  const described: PackedPage[] = [];
  for (const page of pages)
    described.push(packPage(failedLayout(page, await facts.frame(page), await facts.label(page), reason)));
  return described;
}
