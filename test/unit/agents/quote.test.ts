/** The boxes of a quote: what the page prints inside them is the quote, line by line. */
import { describe, expect, it } from 'vitest';
import { mergeRanges, quoteOf } from '../../../src-main/agents/quote.ts';
import { rowsOf, sentencesOf } from '../../../src-main/agents/sentences.ts';
import { bare, printed, textInside } from './printed.ts';
import { randomFrom } from './random.ts';

const report = printed([
  'The network lost 18.4 % of its heat in 2021.',
  'After the renewal the loss fell to 12.9 % in',
  '2024. Feed pipes were not renewed, and their',
  'loss did not change.',
]);

const rangeOf = (text: string, part: string): { start: number; end: number } => {
  const start = text.indexOf(part);
  return { start, end: start + part.length };
};

describe('a quote in running text', () => {
  it('case 20: has one box per printed line, clipped to its words', () => {
    const sentence = 'After the renewal the loss fell to 12.9 % in 2024.';
    const quote = quoteOf(report, [rangeOf(report.text, sentence)]);
    expect(quote.text).toBe(sentence);
    expect(quote.boxes).toHaveLength(2);
    expect(quote.boxes[0]).toEqual({ page: 1, x0: 72, y0: 686, x1: 72 + 44 * 6, y1: 696 });
    expect(quote.boxes[1]).toEqual({ page: 1, x0: 72, y0: 672, x1: 72 + 5 * 6, y1: 682 });
    expect(textInside(report, quote.boxes)).toBe(bare(sentence));
  });

  it('joins what touches and marks what lies between', () => {
    const ranges = [
      rangeOf(report.text, 'Feed pipes'),
      rangeOf(report.text, 'The network'),
      rangeOf(report.text, 'lost 18.4 %'),
    ];
    const quote = quoteOf(report, ranges);
    expect(quote.text).toBe('The network lost 18.4 % … Feed pipes');
    expect(textInside(report, quote.boxes)).toBe('Thenetworklost18.4%Feedpipes');
    expect(
      mergeRanges([
        { start: 4, end: 9 },
        { start: 0, end: 5 },
        { start: 20, end: 20 },
      ]),
    ).toEqual([{ start: 0, end: 9 }]);
  });

  it('takes whole words where a range ends inside one', () => {
    const quote = quoteOf(report, [rangeOf(report.text, 'etwork lost 18')]);
    expect(quote.text).toBe('network lost 18.4');
    expect(textInside(report, quote.boxes)).toBe('networklost18.4');
  });

  it('case 18: a quote over two pages has boxes on both', () => {
    const fragment = printed(['It began in March and', 'ended in May.'], { pages: [4, 5] });
    const quote = quoteOf(fragment, [{ start: 0, end: fragment.text.length }]);
    expect(quote.boxes.map((box) => box.page)).toEqual([4, 5]);
    expect(textInside(fragment, quote.boxes)).toBe(bare(fragment.text));
  });

  it('cuts a Chinese line, which has no spaces, between its characters', () => {
    const fragment = printed(['热网损失下降到百分之十二。供水管未更换，', '损失没有变化。'], { joint: '' });
    const sentence = '供水管未更换，损失没有变化。';
    const quote = quoteOf(fragment, [rangeOf(fragment.text, sentence)]);
    expect(quote.text).toBe(sentence);
    expect(quote.boxes).toHaveLength(2);
    expect(textInside(fragment, quote.boxes)).toBe(sentence);
  });

  it('case 21: clips along the line on a turned page, and never cuts a word it cannot cut', () => {
    const turned = printed(['First part. Second part of', 'the text.'], { turned: true });
    const quote = quoteOf(turned, [rangeOf(turned.text, 'Second part of the text.')]);
    expect(textInside(turned, quote.boxes)).toBe('Secondpartofthetext.');
    const chinese = printed(['甲乙丙丁。戊己庚辛。'], { turned: true });
    const whole = quoteOf(chinese, [rangeOf(chinese.text, '戊己庚辛。')]);
    expect(whole.text).toBe('甲乙丙丁。戊己庚辛。');
    expect(textInside(chinese, whole.boxes)).toBe(whole.text);
  });

  it('boxes the whole figure when it holds no text', () => {
    const figure = {
      text: '',
      regions: [{ page: 3, x0: 10, y0: 20, x1: 200, y1: 120, start: 0, end: 0, words: [] }],
    };
    expect(quoteOf(figure, [])).toEqual({ text: '', boxes: [{ page: 3, x0: 10, y0: 20, x1: 200, y1: 120 }] });
  });

  it('boxes whole lines where words were not kept', () => {
    const regions = report.regions.map((region) => ({ ...region, words: [] }));
    const quote = quoteOf({ text: report.text, regions }, [rangeOf(report.text, 'Feed pipes')]);
    expect(quote.boxes).toEqual([{ page: 1, x0: 72, y0: 672, x1: 72 + 44 * 6, y1: 682 }]);
  });
});

describe('a quote in a table', () => {
  it('boxes the row', () => {
    const table = printed(['Cost Planned Actual', 'Pipe 27.1 28.9', 'Roads 12.6 13.4'], {
      joint: '\n',
      kind: 'table',
    });
    const rows = rowsOf(table.text);
    expect(rows).toHaveLength(3);
    const quote = quoteOf(table, [rows[2]!]);
    expect(quote.text).toBe('Roads 12.6 13.4');
    expect(quote.boxes).toEqual([{ page: 1, x0: 72, y0: 672, x1: 72 + 15 * 6, y1: 682 }]);
  });
});

describe('random paragraphs', () => {
  it('case 20: boxes print exactly the quote, whatever sentences are quoted', () => {
    const random = randomFrom(20);
    const words = [
      'heat',
      'loss',
      '12.9',
      '%',
      'the',
      'pipe',
      '热损失',
      'fell.',
      'rose!',
      'in',
      'U.S.',
      'year.',
      '(p. 4)',
      '损失。',
      '€5.',
      'No',
    ];
    for (let round = 0; round < 500; round++) {
      const lines = Array.from({ length: 1 + random.below(6) }, () =>
        Array.from({ length: 1 + random.below(9) }, () => random.pick(words)).join(
          random.below(5) === 0 ? '' : ' ',
        ),
      );
      const fragment = printed(lines, {
        joint: random.pick([' ', '\n', '']),
        pages: lines.map((_, at) => 1 + Math.floor(at / 3)),
        turned: random.below(4) === 0,
      });
      const ranges = sentencesOf(fragment.text).filter(() => random.below(2) === 0);
      if (ranges.length === 0) continue;
      const quote = quoteOf(fragment, ranges);
      expect(textInside(fragment, quote.boxes), JSON.stringify({ lines, ranges })).toBe(bare(quote.text));
      // No more boxes than printed lines and gaps together.
      expect(quote.boxes.length).toBeLessThanOrEqual(lines.length + ranges.length);
      for (const range of ranges)
        expect(bare(quote.text)).toContain(bare(fragment.text.slice(range.start, range.end)));
    }
  });

  it('sentences cover the text without overlap', () => {
    const random = randomFrom(21);
    const parts = [
      'A b',
      '. ',
      '.\n',
      '\n\n',
      '\n- x',
      '! ',
      '。',
      ' ',
      'Fig. 3',
      'e.g. y',
      'Mr. Z ',
      '\n1. ',
    ];
    for (let round = 0; round < 500; round++) {
      const text = Array.from({ length: random.below(14) }, () => random.pick(parts)).join('');
      const ranges = sentencesOf(text);
      let last = 0;
      for (const range of ranges) {
        expect(text.slice(last, range.start).trim()).toBe('');
        expect(range.end).toBeGreaterThan(range.start);
        expect(text.slice(range.start, range.end)).toBe(text.slice(range.start, range.end).trim());
        last = range.end;
      }
      expect(text.slice(last).trim()).toBe('');
    }
  });

  it('does not end a sentence at an abbreviation or a decimal point, and always at a line break', () => {
    const parts = (text: string): string[] =>
      sentencesOf(text).map((range) => text.slice(range.start, range.end));
    expect(parts('Loss fell to 12.9 % in 2024. See Fig. 3 by Mr. Smith. Done')).toEqual([
      'Loss fell to 12.9 % in 2024.',
      'See Fig. 3 by Mr. Smith.',
      'Done',
    ]);
    expect(parts('4.2 Heat loss\n\nIt fell.')).toEqual(['4.2 Heat loss', 'It fell.']);
    expect(parts('热损失下降。管道更换了。')).toEqual(['热损失下降。', '管道更换了。']);
    expect(parts('Causes:\n- old pipes\n- thin walls')).toEqual(['Causes:', '- old pipes', '- thin walls']);
  });
});
