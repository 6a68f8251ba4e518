/** Queries as people type them: FTS5 must never throw, and both sides must fold alike. */
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { parseQuery } from '../../../src-main/retrieve/query.ts';
import { indexText } from '../../../src-main/store/text/fold.ts';

const db = new Database(':memory:');
db.exec(
  "CREATE VIRTUAL TABLE words USING fts5(text, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2')",
);
const TEXTS = [
  'It’s the post-independence ﬁnance act, ﬁled ﬁrst.',
  '情報処理の基礎とデータベース',
  '本文使用Python语言编写的程序',
  'Net sales rose to 1,577 million in FY2018',
  'The rain in Spain',
  'co\u00adoperation of ＦＵＬＬＷＩＤＴＨ letters and Ångström naïveté',
  '한국어 문서 검색',
];
TEXTS.forEach((text, index) =>
  db.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)').run(index + 1, indexText(text)),
);
afterAll(() => db.close());

/** What breaks FTS5's syntax when it is not quoted, and what is no text at all. */
const ODD = [
  ...[
    "it's",
    'foo-bar',
    '(',
    ')',
    '"',
    '""',
    '"""',
    'NEAR',
    'NEAR(a b)',
    'a AND',
    'OR',
    'NOT x',
    '*',
    '^',
    '^a',
  ],
  ...['a*', 'text:rain', '{text}: rain', '+', '-rain', "'", '\\', '\0', 'a\0b', '👩‍👩‍👧‍👦', '\ud800', 'rain\udfff'],
  ...['', '   ', '\n', 'x'.repeat(10_000), 'ab '.repeat(5_000), '情'.repeat(10_000), '"'.repeat(9_999)],
  ...['“curly quotes”', '"unclosed phrase', '«»', '‮right to left', 'NULL', '%_[]', '?1', '@a', ':a', '$a'],
];

function find(query: string): number[] {
  const { match } = parseQuery(query);
  if (match === null) return [];
  return db
    .prepare('SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank')
    .pluck()
    .all(match) as number[];
}

/** A small generator with a seed, so that a failure can be repeated. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('parseQuery', () => {
  it('never makes FTS5 throw on operators, odd characters and very long queries', () => {
    for (const query of ODD) expect(() => find(query), JSON.stringify(query.slice(0, 60))).not.toThrow();
  });

  it('never makes FTS5 throw on 3000 random strings', () => {
    const random = randomNumbers(11);
    const alphabet = [
      ...'"\'()*^:-+{}[]\\,.;&|!~`@#$%/<>=? \0\t\nabANDORNEAR19é情報かナ한Ωж👍\u00ad\u200b\ud83d',
      'NEAR',
      ' AND ',
      ' NOT ',
    ];
    for (let round = 0; round < 3000; round += 1) {
      const query = Array.from(
        { length: 1 + random() * 30 },
        () => alphabet[Math.floor(random() * alphabet.length)],
      ).join('');
      expect(() => find(query), JSON.stringify(query)).not.toThrow();
    }
  });

  it('case 11: a ligature is found by its letters, and letters by a ligature', () => {
    expect(find('finance')).toContain(1);
    expect(find('ﬁnance')).toContain(1);
  });

  it('case 12: a hyphenated word is found whole and by its parts; soft hyphens join', () => {
    expect(find('post-independence')).toContain(1);
    expect(find('independence')).toContain(1);
    expect(find('cooperation')).toContain(6);
  });

  it('folds width, case and accents', () => {
    expect(find('fullwidth')).toContain(6);
    expect(find('ＦＵＬＬＷＩＤＴＨ')).toContain(6);
    expect(find('angstrom NAIVETE')).toContain(6);
  });

  it('case 25: CJK queries of one and two characters are found anywhere in a run', () => {
    for (const query of ['情', '報', '礎', '情報', '処理', '基礎', 'データ', 'ス'])
      expect(find(query), query).toContain(2);
    expect(find('검색')).toContain(7);
    expect(find('색')).toContain(7);
  });

  it('case 26: a Latin word inside a CJK run is found, and the run around it', () => {
    expect(find('python')).toEqual([3]);
    expect(find('语言')).toEqual([3]);
    expect(find('使用Python语言')).toEqual([3]);
  });

  it('exact phrases must occur in that order, across scripts too', () => {
    expect(find('"net sales"')).toEqual([4]);
    expect(find('"sales net"')).toEqual([]);
    expect(find('“rain in spain”')).toEqual([5]);
    expect(find('"报处"')).toEqual([]);
    expect(find('"報処"')).toEqual([2]);
    expect(find('"使用python语"')).toEqual([3]);
    expect(find('"python使用"')).toEqual([]);
    expect(parseQuery('"sales net" rain').relaxed).not.toBeNull();
  });

  it('drops stop words, unless there is nothing else', () => {
    expect(parseQuery('what is the rain in Spain').match).toBe('"what" OR "rain" OR "spain"');
    expect(parseQuery('it is the').match).toBe('"it" OR "is" OR "the"');
    expect(find('in the')).toContain(5);
  });

  it('keeps numbers whole and takes a possessive ending off', () => {
    expect(find('1,577')).toEqual([4]);
    expect(parseQuery("the company's debt").match).toBe('"company" OR "debt"');
  });

  it('says when a query is mostly not Latin', () => {
    expect(parseQuery('情報処理とは').latin).toBe(false);
    expect(parseQuery('什么是Python编程语言').latin).toBe(false);
    expect(parseQuery('Что такое налог').latin).toBe(false);
    expect(parseQuery('what is 情報').latin).toBe(true);
    expect(parseQuery('2018').latin).toBe(true);
    expect(parseQuery('👍').latin).toBe(false);
  });
});
