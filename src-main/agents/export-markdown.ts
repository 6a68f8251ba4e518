/** In: stored answers. Out: one Markdown text in which nothing but the answer's own emphasis is active. */
import type { Citation } from '../domain/answer.ts';
import type { AnswerRecord } from './export-record.ts';
import { boxText, cautionsOf, placeOf, provenanceOf, safeAnswer, uncitedEvidence } from './export-record.ts';

/** All answers under one title. */
export function renderMarkdown(title: string, records: readonly AnswerRecord[]): string {
  const single = records.length === 1 && records[0]?.question.question === title;
  const parts = records.map((record) => answerPart(record, single ? '#' : '##'));
  return `${[...(single ? [] : [`# ${plain(title)}`]), ...parts].join('\n\n')}\n`;
}

function answerPart(record: AnswerRecord, level: string): string {
  const { answer } = record;
  const others = uncitedEvidence(answer);
  return [
    `${level} ${plain(record.question.question)}`,
    withoutHtml(safeAnswer(answer)),
    ...(answer.finalAnswer === '' ? [] : [`**In short:** ${plain(answer.finalAnswer)}`]),
    ...cautionsOf(answer).map((caution) => `*${plain(caution)}*`),
    plain(provenanceOf(record)),
    ...section(`${level}# Citations`, answer.citations),
    ...section(`${level}# Also located`, others),
  ].join('\n\n');
}

function section(heading: string, citations: readonly Citation[]): string[] {
  return citations.length === 0 ? [] : [heading, citations.map(citationPart).join('\n\n')];
}

function citationPart(citation: Citation): string {
  const heading = citation.heading.length === 0 ? '' : ` · ${citation.heading.join(' > ')}`;
  return [
    `\\[${citation.number}\\] ${plain(`${placeOf(citation)}${heading}`)}  `,
    ...(citation.quote === '' ? [] : [`> ${plain(citation.quote)}`, '']),
    `Path: ${plain(citation.path)}  `,
    `Boxes (points): ${citation.boxes.map(boxText).join('; ')}`,
  ].join('\n');
}

/** Tags and automatic links of an answer as text. */
function withoutHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Text out of a document or from a person, as one line that means nothing in Markdown. */
function plain(text: string): string {
  return withoutHtml(text.replace(/\s+/gu, ' ').trim()).replace(
    /[\\`*_{}[\]()#+!|~>]|^(?=-)|(?<=^\d{1,9})\.(?=\s)|:(?=\/\/)/gu,
    (match) => `\\${match}`,
  );
}
