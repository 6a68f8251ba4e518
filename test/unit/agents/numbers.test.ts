/** Numbers of an answer against those of the materials, however either prints them. */
import { describe, expect, it } from 'vitest';
import { findNumbers, flagNumbers } from '../../../src-main/agents/numbers.ts';

const values = (text: string): string[][] => findNumbers(text).map((number) => [...number.values].sort());

describe('numbers in a text', () => {
  it.each([
    ['loss of 12.90 %', [['12.9']]],
    ['$1,234,567.50', [['1234567.5']]],
    ['1.234.567,89 EUR', [['1234567.89']]],
    ['1 234 567', [['1', '1234567', '234', '567']]],
    ['1\u202f234,5', [['1234.5']]],
    ["CHF 1'250.00", [['1250']]],
    ['1,234', [['1.234', '1234']]],
    ['in 2023 150 people', [['2023'], ['150']]],
    ['46.2 million', [['46.2', '46200000']]],
    ['3 bn', [['3', '3000000000']]],
    ['FY2024 Q3', [['2024'], ['3']]],
    ['007 and 0.50', [['7'], ['0.5']]],
    ['１２．５％', [['12.5']]],
    ['twelve', []],
    ['12.05.2024', [['12', '2024', '5']]],
  ])('%s', (text, expected) => {
    expect(values(text)).toEqual(expected.map((one) => [...one].sort()));
  });
});

describe('flagged numbers', () => {
  const materials = [
    'report.pdf, page 42\nHeat loss fell from 18.40 % in 2021 to 12.9 %. It cost $46,200,000 for 31 km.',
  ];

  it('are those that stand in no material', () => {
    expect(flagNumbers('It fell by 30 % to 12.9% [1] and cost 46.2 million [1].', materials)).toEqual(['30']);
    expect(flagNumbers('On page 42 it says 18.4 %.', materials)).toEqual([]);
  });

  it('leave out citation marks and list markers, and name each once', () => {
    expect(flagNumbers('1. It was 99 [7].\n2) Again 99, and 98.', materials)).toEqual(['99', '98']);
  });

  it('case 44: a page that no material names is flagged when an answer mentions it', () => {
    expect(flagNumbers('See page 3702 [1].', materials)).toEqual(['3702']);
  });
});
