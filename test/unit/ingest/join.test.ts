/** Lines to running text: hyphens, scripts, and ranges that lead back to the words. */
import { describe, expect, it } from 'vitest';
import type { Line } from '../../../src-main/domain/page.ts';
import { joinLines, vocabularyOf } from '../../../src-main/ingest/layout/join.ts';

/** A line whose words are five points wide per letter. */
export function line(text: string, y = 700): Line {
  let x = 72;
  const words = text.split(' ').map((word) => {
    const box = { x0: x, y0: y, x1: x + word.length * 5, y1: y + 10 };
    x = box.x1 + 3;
    return { text: word, box };
  });
  return { text, words, box: { x0: 72, y0: y, x1: x - 3, y1: y + 10 } };
}

const textOf = (lines: string[], known: string[] = []): string =>
  joinLines(
    lines.map((text) => line(text)),
    known.length === 0 ? null : vocabularyOf(known.map((text) => line(text))),
  ).text;

describe('case 12: hyphens at line ends', () => {
  it('joins a word that was cut', () => {
    expect(textOf(['the regu-', 'lation of heat'])).toBe('the regulation of heat');
    expect(textOf(['the regu\u00ad', 'lation'])).toBe('the regulation');
  });

  it('keeps the hyphen of a compound the document knows', () => {
    expect(textOf(['in the post-', 'independence years'], ['the post-independence era'])).toBe(
      'in the post-independence years',
    );
    expect(textOf(['a long-', 'term plan'], ['long is the term'])).toBe('a long-term plan');
  });

  it('joins when the document writes the word as one', () => {
    expect(textOf(['inde-', 'pendence'], ['independence day', 'inde pendence'])).toBe('independence');
  });

  it('keeps hyphens before figures and capitals, and dashes with spaces', () => {
    expect(textOf(['from COVID-', '19 on'])).toBe('from COVID-19 on');
    expect(textOf(['the years 2019 -', '2021'])).toBe('the years 2019 - 2021');
  });
});

it('joins Chinese lines without a space', () => {
  expect(textOf(['采暖期从每年十月', '十五日开始'])).toBe('采暖期从每年十月十五日开始');
});

it('every range is exactly the words it stands for (300 random texts)', () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % below;
  };
  const parts = ['heat', 'post-', 'inde-', 'pen\u00ad', 'A', '42', '—', '热量', 'end.', '(x)', '-', 'naïve'];
  for (let round = 0; round < 300; round++) {
    const lines = Array.from({ length: 1 + random(6) }, () =>
      line(Array.from({ length: 1 + random(7) }, () => parts[random(parts.length)]).join(' ')),
    );
    const joined = joinLines(lines, null, random(3) === 0 ? '\n' : 'running');
    let at = 0;
    for (const placed of joined.lines) {
      expect(placed.start).toBeGreaterThanOrEqual(at);
      expect(placed.end).toBeGreaterThan(placed.start);
      at = placed.end;
      for (const [index, range] of placed.words.entries()) {
        const word = placed.line.words[index]?.text ?? '';
        expect([word, word.replace(/[-\u00ad]$/u, '')]).toContain(joined.text.slice(range.start, range.end));
        expect(range.start).toBeGreaterThanOrEqual(placed.start);
        expect(range.end).toBeLessThanOrEqual(placed.end);
      }
    }
    expect(at).toBe(joined.text.length);
  }
});
