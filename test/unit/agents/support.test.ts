/** Which sentences carry a claim, and which material a mark should name. */
import { describe, expect, it } from 'vitest';
import {
  claimBefore,
  claimsByNumber,
  createAttribution,
  supportingRanges,
  withoutMarks,
} from '../../../src-main/agents/support.ts';
import type { SupportText } from '../../../src-main/agents/support.ts';

const paragraph: SupportText = {
  kind: 'text',
  text: 'The network is old. Heat loss fell from 18.4 % in 2021 to 12.9 % in 2024. Most of the change came from the renewal of 31 km of return pipe. Feed pipes were not renewed.',
};
const table: SupportText = {
  kind: 'table',
  text: 'Cost Planned Actual\nPipe 27.1 28.9\nRoads 12.6 13.4\nTotal 44.0 46.2',
};

const quoted = (source: SupportText, claim: string, question = ''): string[] =>
  supportingRanges(source, claim, question).map((range) => source.text.slice(range.start, range.end));

describe('supporting sentences', () => {
  it('hold the claim’s numbers', () => {
    expect(quoted(paragraph, 'The loss was 12.9 percent')).toEqual([
      'Heat loss fell from 18.4 % in 2021 to 12.9 % in 2024.',
    ]);
  });

  it('are two when one does not carry the whole claim', () => {
    expect(quoted(paragraph, 'Loss fell to 12.9 % after 31 km of return pipe were renewed')).toHaveLength(2);
  });

  it('are told apart by the question when the claim alone does not', () => {
    expect(quoted(paragraph, 'Yes', 'Were the feed pipes renewed?')).toEqual([
      'Feed pipes were not renewed.',
    ]);
    expect(quoted(paragraph, '', '')).toEqual(['The network is old.']);
  });

  it('are rows in a table', () => {
    expect(quoted(table, '46.2 million in total')).toEqual(['Total 44.0 46.2']);
    expect(quoted(table, '12.6', 'What was planned for roads?')).toEqual(['Roads 12.6 13.4']);
  });

  it('are preferred to headings and column heads that share as many words', () => {
    const headed: SupportText = {
      kind: 'text',
      text: 'Heat loss of the network\n\nThe heat loss of the network fell a little.',
    };
    expect(quoted(headed, '', 'heat loss of the network?')).toEqual([
      'The heat loss of the network fell a little.',
    ]);
    const priced: SupportText = { kind: 'table', text: 'Tariff Cents per kWh\nHome Cool 9.12\nHome 9.84' };
    expect(quoted(priced, '', 'Cents per kWh on the Home Cool tariff?')[0]).toBe('Home Cool 9.12');
  });

  it('are found in Chinese', () => {
    const source: SupportText = {
      kind: 'text',
      text: '供热网已经老化。热损失下降到百分之十二。供水管没有更换。',
    };
    expect(quoted(source, '供水管未更换')).toEqual(['供水管没有更换。']);
  });

  it('of a text without sentences are none', () => {
    expect(supportingRanges({ kind: 'image', text: '' }, 'claim', 'question')).toEqual([]);
  });
});

describe('claims', () => {
  it('are the sentence before the mark, also when the mark follows the full stop', () => {
    expect(claimBefore('It rose. Loss fell to 12.9 %')).toBe('Loss fell to 12.9 %');
    expect(claimBefore('It rose. Loss fell [2].')).toBe('Loss fell.');
    expect(claimBefore('')).toBe('');
  });

  it('are kept by number', () => {
    const claims = claimsByNumber('Loss fell [1][2]. It cost 46.2 million [2].');
    expect([...claims]).toEqual([
      [1, ['Loss fell']],
      [2, ['Loss fell', 'It cost 46.2 million']],
    ]);
    expect(withoutMarks('Loss fell [1][2]. Yes [3]')).toBe('Loss fell. Yes');
  });
});

describe('attribution', () => {
  const materials = [
    'report, page 1\nThe loss was 12.9 % in 2024.',
    'report, page 9\nThe renewal cost 46.2 million.',
    'x',
  ];

  it('case 24: knows no other numbers than those of the materials', () => {
    const { resolve } = createAttribution(materials);
    expect(resolve(4, 'The loss was 12.9 %')).toBeNull();
    expect(resolve(0, 'The loss was 12.9 %')).toBeNull();
    expect(resolve(1, 'The loss was 12.9 %')).toBe(1);
  });

  it('moves a mark to the material that clearly holds the claim, and only then', () => {
    const attribution = createAttribution(materials);
    expect(attribution.resolve(1, 'The renewal cost 46.2 million')).toBe(2);
    expect(attribution.moved).toBe(1);
    // Not better anywhere: the model's own choice stays.
    expect(attribution.resolve(3, 'Nobody knows the reasons')).toBe(3);
    expect(attribution.moved).toBe(1);
  });

  it('leaves a mark where it is when only the named material holds the figure', () => {
    const { resolve } = createAttribution([
      'All causes 63 4,471',
      'After the flange failed at the station all buildings were cold, 1,106 of them',
    ]);
    expect(resolve(1, '4471 buildings were cold after the flange failed at the station')).toBe(1);
    expect(resolve(1, '1106 buildings were cold after the flange failed at the station')).toBe(2);
  });

  it('finds the material of a sentence that has no mark, or none', () => {
    const { attribute } = createAttribution(materials);
    expect(attribute('It cost 46.2 million.')).toBe(2);
    expect(attribute('Elephants are grey.')).toBeNull();
    expect(attribute('')).toBeNull();
  });
});
