/** Citation marks and flagged numbers in an answer's tree. */
import { describe, expect, test } from 'vitest';
import {
  addsToAnswer,
  answerMarks,
  citedNumbers,
  splitText,
  withoutOpenMark,
  type TreeNode,
} from '../../../src-renderer/screens/ask/answer-marks.ts';

/** A tree as text: chips as `<1>`, flags as `!8.4!`, what stays on one line as `{…}`. */
function flat(nodes: readonly TreeNode[]): string {
  return nodes
    .map((node) => {
      if ('value' in node) return node.value;
      const inside = flat(('children' in node && node.children) || []);
      if (!('tagName' in node)) return inside;
      if (node.tagName === 'cite') return `<${String(node.properties['data-number'])}>`;
      if (node.tagName === 'mark') return `!${inside}!`;
      return node.tagName === 'span' ? `{${inside}}` : inside;
    })
    .join('');
}

const read = (text: string, flagged: readonly string[] = []): string => flat(splitText(text, flagged));

describe('citation marks', () => {
  test('a mark stays with its word and its punctuation', () => {
    expect(read('fell to 12.9 % [1]. Then')).toBe('fell to 12.9 {%\u00a0<1>.} Then');
    expect(read('began in 2022 [2]; most')).toBe('began in {2022\u00a0<2>;} most');
  });

  test('several numbers in one mark, and several marks, are chips of their own', () => {
    expect(read('cold [1][2] and [3, 4; 5].')).toBe('{cold\u00a0<1><2>} {and\u00a0<3><4><5>.}');
  });

  test('a mark at the beginning, and one without a space before it', () => {
    expect(read('[7] says')).toBe('{<7>} says');
    expect(read('buildings[1]')).toBe('{buildings<1>}');
  });

  test('brackets that are not marks stay', () => {
    expect(read('an array [a] of [] and [1a]')).toBe('an array [a] of [] and [1a]');
  });

  test('while text streams, a mark that has only begun is not shown', () => {
    expect(withoutOpenMark('were cold [1')).toBe('were cold ');
    expect(withoutOpenMark('were cold [1, ')).toBe('were cold ');
    expect(withoutOpenMark('were cold [1]')).toBe('were cold [1]');
    expect(withoutOpenMark('see [the')).toBe('see [the');
  });

  test('cited numbers come in the order of the answer, each once', () => {
    expect(citedNumbers('a [3] b [1, 2] c [3]')).toEqual([3, 1, 2]);
  });
});

describe('flagged numbers', () => {
  test('are found whole, never inside another number', () => {
    expect(read('8.4 of 18.4 and 8.42, or 8.4.', ['8.4'])).toBe('!8.4! of 18.4 and 8.42, or !8.4!.');
  });

  test('a longer number wins over its beginning', () => {
    expect(read('77,777 and 77', ['77', '77,777'])).toBe('!77,777! and !77!');
  });

  test('a number with characters of patterns in it is taken as it is', () => {
    expect(read('about (5+3) of it', ['5+3'])).toBe('about (!5+3!) of it');
  });

  test('a flagged number right before a mark is flagged too', () => {
    expect(read('cost 46.2 [4].', ['46.2'])).toBe('cost {!46.2!\u00a0<4>.}');
  });
});

describe('the plugin', () => {
  test('walks paragraphs and lists, and leaves code alone', () => {
    const text = (value: string): TreeNode => ({ type: 'text', value });
    const element = (tagName: string, ...children: TreeNode[]): TreeNode => ({
      type: 'element',
      tagName,
      properties: {},
      children,
    });
    const tree = {
      type: 'root',
      children: [element('p', text('cold [1]')), element('pre', element('code', text('a[1]')))],
    };
    answerMarks([])()(tree);
    expect(flat(tree.children)).toBe('{cold\u00a0<1>}a[1]');
  });
});

describe('the short form', () => {
  test('is shown only where it is not the answer itself', () => {
    expect(addsToAnswer('October 2025', 'October 2025 [1].')).toBe(false);
    expect(addsToAnswer(' ', 'October 2025 [1].')).toBe(false);
    expect(addsToAnswer('1,106 buildings', 'In all **1,106 buildings** were cold [1].')).toBe(true);
  });
});
