/**
 * Exports of answers. In: a run, or a collection. Out: one file's text; an HTML page carries a
 * picture of each cited page with the boxes of its citations, made here.
 */
import type { CallArguments, CallOutput } from '../../../src-preload/contract/contract.ts';
import { renderAnswer, renderAnswers } from '../../agents/export.ts';
import type { AnswerRecord, PagePicture } from '../../agents/export-record.ts';
import { CarrelError } from '../../domain/errors.ts';
import type { Citation } from '../../domain/answer.ts';
import { asRunId } from '../../domain/ids.ts';
import type { Rooms } from '../rooms.ts';

/** A cited page is readable at this size, and an export of twenty pages stays a few megabytes. */
const PICTURE_DPI = 110;
const MAX_PICTURES = 40;
/** The amber of evidence marks (tokens.css, --evidence-line, light). */
const EVIDENCE_COLOR = '#a87800';

type ExportRooms = Pick<Rooms, 'store' | 'reader' | 'locator' | 'indexer'>;

/** A page whose file moved or changed simply has no picture: text, page and boxes are all there. */
async function citedPages(
  rooms: ExportRooms,
  citations: readonly Citation[],
  signal: AbortSignal,
): Promise<PagePicture[]> {
  const pages = new Map<string, Citation[]>();
  for (const citation of citations) {
    const key = `${citation.document} ${citation.page}`;
    pages.set(key, [...(pages.get(key) ?? []), citation]);
  }
  const pictures: PagePicture[] = [];
  for (const group of [...pages.values()].slice(0, MAX_PICTURES)) {
    const [first] = group;
    if (!first) continue;
    const { document, page } = first;
    const outlines = group.flatMap((citation) =>
      citation.boxes.filter((box) => box.page === page).map((box) => ({ box, color: EVIDENCE_COLOR })),
    );
    try {
      const { path } = await rooms.locator.locate(document);
      const password = rooms.indexer.passwordOf(document);
      const png = await rooms.reader.picture({ path, password, page, dpi: PICTURE_DPI, outlines }, signal);
      pictures.push({ document, page, png: `data:image/png;base64,${Buffer.from(png).toString('base64')}` });
    } catch (thrown) {
      if (signal.aborted) throw thrown;
    }
  }
  return pictures;
}

/** Throws runNotFound, usage. */
export async function renderExport(
  rooms: ExportRooms,
  input: CallArguments<'export.render'>,
  signal: AbortSignal,
): Promise<CallOutput<'export.render'>> {
  const { store } = rooms;
  const { format } = input;
  let records: AnswerRecord[];
  if (input.run !== undefined) {
    const run = asRunId(input.run);
    const [question, answer] = await Promise.all([store.user.question(run), store.user.answer(run)]);
    if (!question || !answer)
      throw new CarrelError('runNotFound', 'There is no finished answer with this id to export.');
    records = [{ question, answer }];
  } else if (input.collection !== undefined) {
    records = await store.user.answers(input.collection);
    if (records.length === 0)
      throw new CarrelError('notFound', `No question was answered yet in ${input.collection}.`);
  } else throw new CarrelError('usage', 'Say what to export: the id of an answer, or a collection.');

  const citations = records.flatMap((record) => record.answer.citations);
  const pictures = format === 'html' ? await citedPages(rooms, citations, signal) : [];
  const [only] = records;
  if (input.run !== undefined && only) return renderAnswer(only, format, pictures);
  return renderAnswers(input.collection ?? 'Answers', records, format, pictures);
}
