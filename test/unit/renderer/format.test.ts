/** How numbers, sizes, times and paths are written. */
import { describe, expect, test } from 'vitest';
import {
  bytes,
  count,
  duration,
  middleCut,
  pageName,
  plural,
  rate,
  seconds,
  when,
} from '../../../src-renderer/text/format.ts';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

describe('numbers', () => {
  test('a no-break space stands between number and unit', () => {
    expect(plural(1, 'page')).toBe('1\u00a0page');
    expect(bytes(4_100_000)).toBe('4.1\u00a0MB');
  });

  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [14_000, '14 kB'],
    [999_499, '999 kB'],
    [999_600, '1.0 MB'],
    [148_000_000, '148 MB'],
    [2_500_000_000, '2.5 GB'],
  ])('%d bytes', (value, words) => expect(plain(bytes(value))).toBe(words));

  test.each([
    [0.2, '1 s'],
    [59, '59 s'],
    [840, '14 min'],
    [7200, '2 h'],
    [7500, '2 h 5 min'],
  ])('%d seconds', (value, words) => expect(plain(duration(value))).toBe(words));

  test('steps, rates and counts', () => {
    expect(plain(seconds(400))).toBe('0.4 s');
    expect(plain(seconds(38_200))).toBe('38 s');
    expect(plain(rate(9.6))).toBe('9.6 pages/s');
    expect(plain(rate(63.2))).toBe('63 pages/s');
    expect(count(12_640)).toBe('12,640');
  });
});

describe('times', () => {
  const now = new Date(2026, 10, 25, 15, 0).getTime();
  test.each([
    [new Date(2026, 10, 25, 9, 12), '09:12'],
    [new Date(2026, 10, 24, 23, 59), 'yesterday'],
    [new Date(2026, 10, 20, 8, 0), 'Friday'],
    [new Date(2026, 0, 3, 8, 0), '3 Jan 2026'],
  ])('%s', (date, words) => expect(when(date.toISOString(), now)).toBe(words));
});

describe('names', () => {
  test('case 22: the printed label stands beside the physical page where they differ', () => {
    expect(plain(pageName(42, '38'))).toBe('page 42 (printed 38)');
    expect(plain(pageName(42, '42'))).toBe('page 42');
    expect(plain(pageName(42, null))).toBe('page 42');
  });

  test('a path is cut in its middle', () => {
    const path = '/home/person/very/long/way/to/the/Network report 2024.pdf';
    const cut = middleCut(path, 40);
    expect(cut).toHaveLength(40);
    expect(cut.startsWith('/home')).toBe(true);
    expect(cut.endsWith('report 2024.pdf')).toBe(true);
    expect(middleCut('/a.pdf', 40)).toBe('/a.pdf');
  });
});
