/** What counts as a topic. */
import { describe, expect, it } from 'vitest';
import { shorten, paragraphsOf, sentencesOf } from '../../../src-main/knowledge/sentences.ts';
import { headingTopic, namesIn, topicsOf } from '../../../src-main/knowledge/topics.ts';

describe('topics', () => {
  it.each([
    ['1.2 Migration Routes', 'h:migration routes'],
    ['Item 7. Liquidity and Capital Resources', 'h:liquidity and capital resources'],
    ['(a) Deferred taxes', 'h:deferred taxes'],
    ['IV. Results of the survey', 'h:results of the survey'],
    ['Chapter 3: Steel', 'h:steel'],
    ['第一章 経済', 'h:第一章 経済'],
    ['Civil engineering', 'h:civil engineering'],
    ['1 Introduction', null],
    ['References', null],
    ['Table of Contents', null],
    ['12.5', null],
    ['A', null],
  ])('%s → %s', (title, topic) => {
    expect(headingTopic(title)).toBe(topic);
  });

  it('finds names of several capitalised words, not numbers with units', () => {
    const names = namesIn([
      'The Bank of England raised 25 Basis. In Berlin the European Central Bank met; 3 Million Euro.',
      'Deutsche',
      'Bundesbank',
    ]);
    expect([...names.keys()]).toEqual(['bank of england', 'european central bank']);
  });

  it('takes no names from a list of references', () => {
    const [topics] = topicsOf([
      { title: '7 References', paragraphs: ['Annals of Pipework and Guild Press.'] },
    ]);
    expect(topics).toEqual([]);
  });

  it('leaves out the names that stand in most sections', () => {
    const groups = ['Steel', 'Paper', 'Glass', 'Cloth', 'Stone'].map((title) => ({
      title,
      paragraphs: [`Acme Holding Group makes it. ${title} House One is new.`],
    }));
    expect(topicsOf(groups)[0]).toEqual(['h:steel', 'e:steel house one']);
  });
});

describe('sentences', () => {
  it('joins printed lines and splits Chinese text', () => {
    expect(paragraphsOf('A line\ngoes on. Next one.\n\n \n Last')).toEqual([
      'A line goes on. Next one.',
      'Last',
    ]);
    expect(sentencesOf('A line goes on. Next one.')).toEqual(['A line goes on.', 'Next one.']);
    expect(sentencesOf('今天下雨。明天晴。')).toEqual(['今天下雨。', '明天晴。']);
  });

  it('does not end a sentence at an initial or an abbreviation', () => {
    expect(sentencesOf('It was signed by S. Brandvold, see Fig. 3. Then it rained.')).toEqual([
      'It was signed by S. Brandvold, see Fig. 3.',
      'Then it rained.',
    ]);
  });

  it('shortens at a word and never in the middle of a character', () => {
    expect(shorten('one two three four', 12)).toBe('one two…');
    expect(shorten('👍'.repeat(10), 5)).toBe('👍👍…');
  });
});
