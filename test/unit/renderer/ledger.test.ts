/** The page ledger as runs and spans: one bad page in hundreds is seen. */
import { describe, expect, test } from 'vitest';
import { ledgerRuns, ledgerSentence, ledgerSpans } from '../../../src-renderer/text/ledger.ts';

const WIDTH = 116;
const sum = (spans: readonly { width: number }[]): number => spans.reduce((all, one) => all + one.width, 0);

describe('the ledger', () => {
  test('neighbouring pages of one state are one run', () => {
    expect(ledgerRuns('ttoot')).toEqual([
      { state: 'text', from: 1, to: 2 },
      { state: 'ocr', from: 3, to: 4 },
      { state: 'text', from: 5, to: 5 },
    ]);
    expect(ledgerRuns('')).toEqual([]);
  });

  test('case 6: a failed, unreliable or empty page among 2,000 is at least 3 px wide', () => {
    for (const letter of ['f', 'u', 'e']) {
      const ledger = `${'t'.repeat(1200)}${letter}${'o'.repeat(799)}`;
      const spans = ledgerSpans(ledger, WIDTH);
      expect(spans[1]?.width).toBeGreaterThanOrEqual(3);
      expect(sum(spans)).toBeCloseTo(WIDTH, 6);
    }
  });

  test('spans stand side by side and never pass the end, even where all pages are bad', () => {
    for (const ledger of ['fe'.repeat(300), 'tf'.repeat(150), 'p', 'u'.repeat(9)]) {
      const spans = ledgerSpans(ledger, WIDTH);
      let x = 0;
      for (const span of spans) {
        expect(span.x).toBeCloseTo(x, 6);
        x += span.width;
      }
      expect(x).toBeLessThanOrEqual(WIDTH + 1e-6);
    }
  });

  test('an unknown letter is a page that waits', () => {
    expect(ledgerRuns('?')).toEqual([{ state: 'pending', from: 1, to: 1 }]);
  });

  test('the picture is also a sentence', () => {
    expect(ledgerSentence('tttof')).toBe('5\u00a0pages: 3 text, 1 OCR, 1 failed');
  });
});
