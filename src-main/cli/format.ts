/** Numbers and text for a person. In: values of the contract. Out: short plain text. */
import type { z } from 'zod';
import type { pageCountsSchema, WireCitation } from '../../src-preload/contract/shapes.ts';
import { basename } from 'node:path';
import { clean } from './output.ts';

/** "1 page", "1,204 pages". */
export function count(amount: number, noun: string, plural = `${noun}s`): string {
  return `${amount.toLocaleString('en-US')} ${amount === 1 ? noun : plural}`;
}

/** Bytes in decimal units, as file managers and download pages give them: "98.4 MB". */
export function bytes(amount: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let value = amount;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return unit === 0
    ? count(amount, 'byte')
    : `${value < 100 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** Milliseconds as "38 ms", "4.2 s", "3 min 05 s", "2 h 10 min". */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** Lines of at most `width` characters, each behind `indent`; words longer than a line stay whole. */
export function wrap(text: string, width: number, indent = ''): string {
  const room = Math.max(20, width - indent.length);
  const lines = text.split('\n').flatMap((paragraph) => {
    const wrapped: string[] = [];
    let line = '';
    for (const word of paragraph.split(/ +/u)) {
      if (line !== '' && line.length + 1 + word.length > room) {
        wrapped.push(line);
        line = word;
      } else line = line === '' ? word : `${line} ${word}`;
    }
    return [...wrapped, line];
  });
  return lines.map((line) => (line === '' ? '' : indent + line)).join('\n');
}

/** Columns set flush left, two spaces apart; the last column runs free. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The first `limit` characters of one line of text, cut at a word. */
export function shorten(text: string, limit: number): string {
  const line = clean(text).replace(/\s+/gu, ' ').trim();
  if (line.length <= limit) return line;
  const space = line.slice(0, limit).lastIndexOf(' ');
  return `${line.slice(0, space > limit / 2 ? space : limit - 1)}…`;
}

const STATE_WORDS: readonly (readonly [keyof z.infer<typeof pageCountsSchema>, string])[] = [
  ['text', 'read as text'],
  ['ocr', 'recognised from their picture'],
  ['unreliable', 'unreliable'],
  ['empty', 'empty'],
  ['failed', 'not readable'],
  ['pending', 'still to be read'],
];

/** "12 pages: 10 read as text, 2 recognised from their picture". */
export function pageCounts(pages: z.infer<typeof pageCountsSchema>): string {
  const total = STATE_WORDS.reduce((sum, [state]) => sum + pages[state], 0);
  const parts = STATE_WORDS.filter(([state]) => pages[state] > 0).map(
    ([state, words]) => `${pages[state].toLocaleString('en-US')} ${words}`,
  );
  return parts.length === 0 ? count(total, 'page') : `${count(total, 'page')}: ${parts.join(', ')}`;
}

/** "report.pdf, page 12 (printed 8)": the physical page, and the printed one where it differs. */
export function place(at: Pick<WireCitation, 'path' | 'page' | 'pageLabel'>): string {
  const printed =
    at.pageLabel !== null && at.pageLabel !== String(at.page) ? ` (printed ${at.pageLabel})` : '';
  return clean(`${basename(at.path)}, page ${at.page}${printed}`);
}
