/** Numbers and text for a person: units, plurals, wrapping, and foreign text made harmless. */
import { describe, expect, test } from 'vitest';
import {
  bytes,
  columns,
  count,
  duration,
  pageCounts,
  place,
  shorten,
  wrap,
} from '../../../src-main/cli/format.ts';
import { clean } from '../../../src-main/cli/output.ts';

describe('numbers', () => {
  test.each([
    [0, '0 pages'],
    [1, '1 page'],
    [1204, '1,204 pages'],
  ])('%i of a noun is "%s"', (amount, text) => expect(count(amount, 'page')).toBe(text));

  test.each([
    [1, '1 byte'],
    [999, '999 bytes'],
    [98_362_432, '98.4 MB'],
    [1_117_320_768, '1.1 GB'],
    [250_000_000, '250 MB'],
  ])('%i bytes are "%s"', (amount, text) => expect(bytes(amount)).toBe(text));

  test.each([
    [38.4, '38 ms'],
    [4230, '4.2 s'],
    [59_400, '59 s'],
    [185_000, '3 min 05 s'],
    [7_800_000, '2 h 10 min'],
  ])('%d milliseconds are "%s"', (milliseconds, text) => expect(duration(milliseconds)).toBe(text));

  test('page counts name only the states that occur', () => {
    const none = { text: 0, ocr: 0, unreliable: 0, empty: 0, failed: 0, pending: 0 };
    expect(pageCounts(none)).toBe('0 pages');
    expect(pageCounts({ ...none, text: 10, ocr: 1, failed: 1 })).toBe(
      '12 pages: 10 read as text, 1 recognised from their picture, 1 not readable',
    );
  });
});

describe('text', () => {
  test('wrapping keeps paragraphs, fills lines and never cuts a word', () => {
    const text = `${'word '.repeat(12).trim()}\n\n${'x'.repeat(60)} end`;
    const lines = wrap(text, 44, '  ').split('\n');
    expect(lines[0]).toBe(`  ${'word '.repeat(8).trim()}`);
    expect(lines[2]).toBe('');
    expect(lines[3]).toBe(`  ${'x'.repeat(60)}`);
    expect(lines[4]).toBe('  end');
  });

  test('columns are as wide as their widest cell', () => {
    expect(
      columns([
        ['a', 'long cell', 'z'],
        ['bcd', 'x', 'y'],
      ]),
    ).toBe('a    long cell  z\nbcd  x          y');
  });

  test('a long line is cut at a word', () => {
    expect(shorten('one two\n three', 80)).toBe('one two three');
    expect(shorten('alpha beta gamma delta', 17)).toBe('alpha beta gamma…');
  });

  test('a place names the printed page only where it differs', () => {
    const at = { path: '/a/b/report.pdf', page: 12, pageLabel: '12' };
    expect(place(at)).toBe('report.pdf, page 12');
    expect(place({ ...at, pageLabel: 'viii' })).toBe('report.pdf, page 12 (printed viii)');
  });

  test('text of a document cannot move the cursor, colour the terminal or turn the line around', () => {
    expect(clean('a\u001b[31mred\u001b]0;title\u0007\u202eb\r\nc\td')).toBe('a[31mred]0;titleb\nc\td');
  });
});
