/**
 * In: answers as they are stored, and pictures of cited pages where the engine made them. Out: one
 * file's text as Markdown, as one self-contained HTML page, or as JSON. Nothing in it loads from
 * anywhere: no script, no remote picture, no link that leaves the file (cases 40 and 46).
 */
import { renderHtml } from './export-html.ts';
import { renderMarkdown } from './export-markdown.ts';
import type { AnswerRecord, PagePicture } from './export-record.ts';

export type ExportFormat = 'md' | 'html' | 'json';

export interface Rendered {
  /** File name without folder. */
  readonly name: string;
  readonly mime: string;
  readonly text: string;
}

const MIME: Readonly<Record<ExportFormat, string>> = {
  md: 'text/markdown',
  html: 'text/html',
  json: 'application/json',
};

/** One answer with its citations, quotes, pages and boxes. */
export function renderAnswer(
  record: AnswerRecord,
  format: ExportFormat,
  pictures: readonly PagePicture[] = [],
): Rendered {
  return rendered(record.question.question, [record], format, pictures);
}

/** All answers of a collection (or of the whole library) under one title, in the order given. */
export function renderAnswers(
  title: string,
  records: readonly AnswerRecord[],
  format: ExportFormat,
  pictures: readonly PagePicture[] = [],
): Rendered {
  return rendered(title, records, format, pictures);
}

function rendered(
  title: string,
  records: readonly AnswerRecord[],
  format: ExportFormat,
  pictures: readonly PagePicture[],
): Rendered {
  return {
    name: `${fileStem(title)}.${format}`,
    mime: MIME[format],
    text: textOf(title, records, format, pictures),
  };
}

function textOf(
  title: string,
  records: readonly AnswerRecord[],
  format: ExportFormat,
  pictures: readonly PagePicture[],
): string {
  switch (format) {
    case 'md':
      return renderMarkdown(title, records);
    case 'html':
      return renderHtml(title, records, pictures);
    case 'json':
      return `${JSON.stringify({ title, answers: records }, null, 2)}\n`;
  }
}

/** Letters and digits of the title, at most 60 characters, safe on every file system. */
function fileStem(title: string): string {
  const stem = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/gu, '');
  return [...stem].slice(0, 60).join('').replace(/-$/u, '').toLowerCase() || 'answer';
}
