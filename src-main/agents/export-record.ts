/** What an export is made of, and the words all formats share: plain sentences, not yet escaped. */
import type { AskResult, Citation } from '../domain/answer.ts';
import type { PageBox } from '../domain/geometry.ts';
import type { DocumentId } from '../domain/ids.ts';
import { createMarkFilter } from './marks.ts';
import { fileName } from './materials.ts';
import { pageName } from './present-evidence.ts';

/** A stored question with its answer. */
export interface AnswerRecord {
  readonly question: {
    readonly question: string;
    /** ISO 8601. */
    readonly askedAt: string;
    readonly collection: string | null;
    readonly mark: 'right' | 'wrong' | null;
  };
  readonly answer: AskResult;
}

/** A page as PNG with the boxes of its citations drawn in. */
export interface PagePicture {
  readonly document: DocumentId;
  readonly page: number;
  /** `data:image/png;base64,…`; anything else is left out. */
  readonly png: string;
}

/** Evidence that the answer does not cite. */
export function uncitedEvidence(answer: AskResult): Citation[] {
  const cited = new Set(answer.citations.map((citation) => citation.number));
  return answer.evidence.filter((citation) => !cited.has(citation.number));
}

/** The answer with marks of its own citations only and every link broken up, whatever was stored. */
export function safeAnswer(answer: AskResult): string {
  const known = new Set(answer.citations.map((citation) => citation.number));
  const filter = createMarkFilter((number) => (known.has(number) ? number : null));
  filter.push(answer.answer);
  filter.end();
  return filter.text;
}

/** "network report.pdf, page 42 (printed 38)". */
export function placeOf(citation: Citation): string {
  return `${fileName(citation.path)}, ${pageName(citation.page, citation.pageLabel)}`;
}

/** "Asked 2026-11-30 21:40 UTC in Library. Preset S4v1, model Qwen." */
export function provenanceOf(record: AnswerRecord): string {
  const { question, answer } = record;
  const asked = `Asked ${question.askedAt.slice(0, 16).replace('T', ' ')} UTC`;
  const where = question.collection === null ? '' : ` in ${question.collection}`;
  const model = answer.model === null ? 'no model' : `model ${answer.model}`;
  const mark = question.mark === null ? '' : ` Marked ${question.mark}.`;
  return `${asked}${where}. Preset ${answer.preset}, ${model}.${mark}`;
}

/** What a reader must know before trusting the answer; empty when there is nothing. */
export function cautionsOf(answer: AskResult): string[] {
  const cautions: string[] = [];
  if (!answer.answerable) cautions.push('The documents do not answer this question.');
  if (answer.flaggedNumbers.length > 0)
    cautions.push(
      `Numbers that stand in no cited passage or other evidence: ${answer.flaggedNumbers.join(', ')}.`,
    );
  if (answer.pending.pages > 0)
    cautions.push(`Pages that were not read yet when this was answered: ${answer.pending.pages}.`);
  if (answer.droppedCitations > 0)
    cautions.push(`Citations dropped because they named no passage: ${answer.droppedCitations}.`);
  return cautions;
}

/** Corners in points, page's own axes: "page 42: 72.0 672.0 336.0 682.0". */
export function boxText(box: PageBox): string {
  return `page ${box.page}: ${[box.x0, box.y0, box.x1, box.y1].map((value) => value.toFixed(1)).join(' ')}`;
}
