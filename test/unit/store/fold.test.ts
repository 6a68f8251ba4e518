/** Properties of folding, word packing and path keys. */
import { describe, expect, it } from 'vitest';
import type { RegionWord } from '../../../src-main/domain/content.ts';
import { fold, foldName, indexText, scriptRuns } from '../../../src-main/store/text/fold.ts';
import { pathKey, relativeTo } from '../../../src-main/store/text/path-key.ts';
import { decodeWords, encodeWords } from '../../../src-main/store/text/word-codec.ts';

/** A small generator with a seed, so that a failure can be repeated. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function randomText(random: () => number): string {
  const alphabet = [...'aZéßİﬁﬀＡ１½情報데カﾊﾞーа́ \u00ad\u200b\u0301\0\n-\'"👍𠀀', '\ud800', '\udc00'];
  const length = Math.floor(random() * 40);
  return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
}

describe('fold', () => {
  it('is idempotent, and its script runs put together again are the text', () => {
    const random = randomNumbers(5);
    for (let round = 0; round < 2000; round += 1) {
      const folded = fold(randomText(random));
      expect(fold(folded)).toBe(folded);
      expect(
        scriptRuns(folded)
          .map(({ text }) => text)
          .join(''),
      ).toBe(folded);
      expect(folded.isWellFormed()).toBe(true);
    }
  });

  it('gives every CJK character of a run as the start of a token', () => {
    const tokens = indexText('前Word情報処理').trim().split(/\s+/u);
    expect(tokens).toEqual(['前', 'word', '情報', '報処', '処理', '理']);
  });

  it('compares names without accents, case and width', () => {
    expect(foldName('Bericht Übersicht ＡＢ.pdf')).toBe('bericht ubersicht ab.pdf');
  });
});

describe('packed words', () => {
  it('come back in order to the nearest thousandth of a point', () => {
    const random = randomNumbers(9);
    for (let round = 0; round < 300; round += 1) {
      const words: RegionWord[] = Array.from({ length: Math.floor(random() * 20) }, () => ({
        start: Math.floor(random() * 5000),
        end: Math.floor(random() * 5000),
        x0: (random() - 0.5) * 30_000,
        y0: (random() - 0.5) * 30_000,
        x1: random() * 800,
        y1: random() * 800,
      }));
      const back = decodeWords(encodeWords(words));
      expect(back).toHaveLength(words.length);
      back.forEach((word, index) => {
        const original = words[index]!;
        expect([word.start, word.end]).toEqual([original.start, original.end]);
        for (const side of ['x0', 'y0', 'x1', 'y1'] as const)
          expect(Math.abs(word[side] - original[side])).toBeLessThanOrEqual(0.000501);
      });
    }
  });

  it('take about ten bytes for a word of a line', () => {
    const words = Array.from({ length: 10 }, (_unused, index) => ({
      start: index * 8,
      end: index * 8 + 7,
      x0: 72 + index * 40.123,
      y0: 500.5,
      x1: 108 + index * 40.123,
      y1: 511.25,
    }));
    expect(encodeWords(words).length).toBeLessThan(130);
  });

  it('refuse bytes that were cut', () => {
    const bytes = encodeWords([{ start: 0, end: 400, x0: 1, y0: 2, x1: 3, y1: 4 }]);
    expect(() => decodeWords(bytes.subarray(0, bytes.length - 1))).toThrow(RangeError);
  });
});

describe('path keys', () => {
  it('meet for composed and decomposed names, and ignore case only where the system does', () => {
    expect(pathKey('Ü.pdf', false)).toBe(pathKey('U\u0308.pdf', false));
    expect(pathKey('A.PDF', true)).toBe(pathKey('a.pdf', true));
    expect(pathKey('A.PDF', false)).not.toBe(pathKey('a.pdf', false));
  });

  it('say what stands below a root', () => {
    expect(relativeTo('/a/b', '/a/b/c/d.pdf')).toBe('c/d.pdf');
    expect(relativeTo('/a/b', '/a/b')).toBe('');
    expect(relativeTo('/a/b', '/a/bc/d.pdf')).toBeNull();
    expect(relativeTo('/a/b', '/a')).toBeNull();
    expect(relativeTo('/a/b', '/a/b/..c/d.pdf')).toBe('..c/d.pdf');
  });
});
