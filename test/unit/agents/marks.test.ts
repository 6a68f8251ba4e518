/** The citation filter over a stream: whole marks only, known numbers only, whatever the chunks. */
import { describe, expect, it } from 'vitest';
import { createMarkFilter, numbersIn } from '../../../src-main/agents/marks.ts';
import { randomFrom } from './random.ts';

const upTo = (count: number) => (number: number) => (number >= 1 && number <= count ? number : null);

function filtered(text: string, known = 5): { text: string; dropped: number } {
  const filter = createMarkFilter(upTo(known));
  filter.push(text);
  filter.end();
  return { text: filter.text, dropped: filter.dropped };
}

describe('forms of a mark', () => {
  it.each([
    ['Heat fell [1].', 'Heat fell [1].'],
    ['Heat fell [1, 3].', 'Heat fell [1][3].'],
    ['Heat fell [1,3; 4].', 'Heat fell [1][3][4].'],
    ['Heat fell [2-4].', 'Heat fell [2][3][4].'],
    ['Heat fell [1 and 2].', 'Heat fell [1][2].'],
    ['Heat fell 【2】.', 'Heat fell [2].'],
    ['Heat fell 【2†L10-L20】.', 'Heat fell [2].'],
    ['Heat fell ［2］.', 'Heat fell [2].'],
    ['Heat fell [[2]].', 'Heat fell [2].'],
    ['Heat fell [^2].', 'Heat fell [2].'],
    ['Heat fell [Material 2].', 'Heat fell [2].'],
    ['Heat fell [material #2, 3].', 'Heat fell [2][3].'],
    ['Heat fell [2, p. 14].', 'Heat fell [2].'],
    ['Heat fell [2, page 14].', 'Heat fell [2].'],
    ['Heat fell [1][1][2].', 'Heat fell [1][2].'],
    ['\n [1] Heat fell.\n', '[1] Heat fell.'],
  ])('%s becomes %s', (written, shown) => {
    expect(filtered(written)).toEqual({ text: shown, dropped: 0 });
  });

  it.each(['A list [a], [sic] and [ ] stays.', 'f(x)[i] = [x, y]', 'no marks at all', '[[wiki]] page'])(
    'leaves "%s" as it is',
    (text) => {
      expect(filtered(text)).toEqual({ text, dropped: 0 });
    },
  );

  it('case 24: an unknown number is dropped and counted, and leaves no gap', () => {
    expect(filtered('Heat fell [9]. It rose [0] again [7, 2] later [8]', 5)).toEqual({
      text: 'Heat fell. It rose again [2] later',
      dropped: 4,
    });
    expect(filtered('Heat fell [1-100000].', 5)).toEqual({ text: 'Heat fell [1].', dropped: 1 });
  });

  it('case 24: a list of invented footnotes loses its numbers and defines no links', () => {
    const { text, dropped } = filtered('It fell [1].\n\n[1]: http://example.com/a\n[^7]: Report, p. 3', 1);
    expect(dropped).toBe(1);
    expect(text).not.toMatch(/\[\d+\]:/u);
    expect(text).not.toContain('7');
  });

  it('drops a mark that the answer was cut off in', () => {
    expect(filtered('Heat fell [1')).toEqual({ text: 'Heat fell', dropped: 1 });
    expect(filtered('Heat fell [see')).toEqual({ text: 'Heat fell [see', dropped: 0 });
  });

  it('case 40: links, images and link definitions become plain text', () => {
    const { text } = filtered(
      'See [the page](https://evil.example/a) and ![x](http://evil.example/p.png), [1](//evil.example) [[2]](x)\n[ref]: http://evil.example/d\n[3]: http://evil.example/e\n> [^4]: y and [a][9]: z',
    );
    expect(text).toBe(
      'See [the page] (https://evil.example/a) and ![x] (http://evil.example/p.png), [1] (//evil.example) [2] (x)\n[ref] http://evil.example/d\n[3] http://evil.example/e\n> [4] y and [a]: z',
    );
  });

  it('lets the resolver put another material in, and tells it what was shown before', () => {
    const seen: string[] = [];
    const filter = createMarkFilter((number, before) => {
      seen.push(before);
      return number + 1;
    });
    filter.push('It fell [1]. It rose [2, 3]');
    filter.end();
    expect(filter.text).toBe('It fell [2]. It rose [3][4]');
    expect(seen).toEqual(['It fell', 'It fell [2]. It rose', 'It fell [2]. It rose']);
  });

  it('writes out ranges, and only the ends of absurd ones', () => {
    expect(numbersIn('1, 3-5')).toEqual([1, 3, 4, 5]);
    expect(numbersIn('9-2')).toEqual([9, 2]);
    expect(numbersIn('1-999999999')).toEqual([1, 999_999_999]);
  });
});

describe('random chunks', () => {
  const parts = [
    'Heat',
    ' ',
    '\n',
    'loss',
    '.',
    ',',
    '[',
    ']',
    '【',
    '】',
    '［',
    '］',
    '(',
    ')',
    '[1]',
    '[2]',
    '[99]',
    '[1, 2]',
    '[1-3]',
    '[3†x]',
    '[[2]]',
    '[2](',
    'http://x/y',
    '):',
    '!',
    '[a]',
    '[^4]',
    '1',
    '12',
    '-',
    'and',
    'material ',
    'p. 4',
    '热损失',
    '😀',
    ':',
    '[1]:',
    '\\[',
    '<b>',
    '[10000000000000000000000]',
  ];
  it('case 24: give the same text as the whole at once, and never show a part of a mark', () => {
    const random = randomFrom(20_261_130);
    for (let round = 0; round < 4_000; round++) {
      const text = Array.from({ length: 1 + random.below(24) }, () => random.pick(parts)).join('');
      const whole = filtered(text, 4);
      const filter = createMarkFilter(upTo(4));
      let streamed = '';
      for (let at = 0; at < text.length;) {
        const length = 1 + random.below(6);
        streamed += filter.push(text.slice(at, at + length));
        at += length;
        // What is on screen is always a beginning of the final text.
        expect(whole.text.startsWith(streamed), JSON.stringify({ text, streamed, whole })).toBe(true);
      }
      streamed += filter.end();
      expect(streamed, JSON.stringify(text)).toBe(whole.text);
      expect(filter.dropped, JSON.stringify(text)).toBe(whole.dropped);
      expect(filter.text).toBe(streamed);
      for (const mark of streamed.matchAll(/\[(\d+)\](?![(:])/gu))
        expect(Number(mark[1]), JSON.stringify({ text, streamed })).toBeLessThanOrEqual(4);
      expect(streamed).not.toMatch(/\]\(/u);
      expect(streamed, JSON.stringify(text)).not.toMatch(/(?:^|\n)[\s>*+-]*\[[^[\]]*\]:/u);
    }
  });
});
