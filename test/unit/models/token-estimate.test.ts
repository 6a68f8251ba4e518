import * as cl100k from 'gpt-tokenizer/encoding/cl100k_base';
import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../../src-main/models/server/token-estimate.ts';
import { sampleTexts } from './helpers/sample-texts.ts';

describe('case 39: tokens are counted first, never too few', () => {
  it.each(Object.entries(sampleTexts))('%s', (_name, text) => {
    const estimate = estimateTokens(text);
    for (const { countTokens } of [o200k, cl100k]) expect(estimate).toBeGreaterThanOrEqual(countTokens(text));
  });

  it('stays useful: at most twice the real number for English prose', () => {
    expect(estimateTokens(sampleTexts.prose)).toBeLessThanOrEqual(2 * o200k.countTokens(sampleTexts.prose));
  });

  it('is quick, also on one long word', () => {
    const started = performance.now();
    expect(estimateTokens('a'.repeat(1_000_000))).toBeGreaterThan(500_000);
    expect(estimateTokens('word 12.5 % \n'.repeat(100_000))).toBeGreaterThan(500_000);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
