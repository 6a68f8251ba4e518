/**
 * In: an answer as a model streams it, in pieces of any size. Out: the same text with only citation
 * marks `[N]` whose number exists, and with every Markdown link and image broken up into plain text,
 * so that nothing in it can load. A mark is held back until it is whole: nothing of a bad one is shown.
 */

export interface MarkFilter {
  /** Takes the next piece; returns the text that may be shown now, which may be empty. */
  push(piece: string): string;
  /** Returns what was still held back, resolved. The filter is then finished. */
  end(): string;
  /** Numbers that named no material so far, counted as often as they were written. */
  readonly dropped: number;
  /** Everything returned so far. */
  readonly text: string;
}

/**
 * Which material a written number means: that one, another one, or null for none.
 * `before` is everything shown so far.
 */
export type ResolveMark = (number: number, before: string) => number | null;

/** Characters; what is longer is no citation but a list of figures. */
const LONGEST_MARK = 120;
/** Numbers that one range such as [2-6] may stand for; of a longer one only the ends count. */
const LONGEST_RANGE = 50;

const OPEN = '[[【［]';
const CLOSE = '[\\]】］]';
const LEAD = String.raw`\s*\^?\s*`;
const WORD = String.raw`(?:(?:materials?|sources?|passages?|documents?|evidence|citations?|refs?\.?|nos?\.?)\s*)?#?\s*`;
const LIST = String.raw`\d(?:[#\d\s,;&–—-]|and)*`;
/** "†L3-L7" as some models write it, or a page: "[2, p. 14]". */
const TAIL = String.raw`(?:†[^\]】］\n]*|[:]?\s*p(?:p|ages?)?\.?\s*\d[\d–-]*)?\s*`;
const MARK = new RegExp(`^${OPEN}${LEAD}${WORD}(${LIST})${TAIL}${CLOSE}`, 'iu');
/** What may still become a mark when more text comes; it accepts every beginning of MARK. */
const MARK_START = new RegExp(
  String.raw`^${OPEN}${LEAD}(?:[a-z]{0,10}\.?\s*#?\s*|${WORD}\d(?:[#\d\s,;&–—-]|and?|a)*(?:†[^\]】］\n]*|[:]?\s*(?:p[a-z]{0,4}\.?\s*[\d–-]*)?)\s*)$`,
  'iu',
);
const DOUBLED = new RegExp(`^${OPEN}\\s*${OPEN}`, 'u');
const PLAIN = /^[^[【［]+/u;
const CLOSING_PUNCTUATION = /[.,;:!?)。，；：！？）]/u;
/** The name of a link definition, also inside a quotation or a list item. */
const DEFINITION = /(?:^|\n)[\s>*+\d.)-]*\[[^[\]\n]*\]$/u;
const MARKS_AT_END = /(?:\[\d+\])+$/u;

/** A filter for one answer. */
export function createMarkFilter(resolve: ResolveMark): MarkFilter {
  /** Text that was received and not yet decided on. */
  let buffer = '';
  let shown = '';
  /** White space that is shown only together with what follows it. */
  let space = '';
  let dropped = 0;
  /** A mark was dropped just now: the space before it must not stay before punctuation, or double. */
  let afterDrop = false;
  /** One of two opening brackets was taken off. */
  let doubled = false;

  function show(text: string): void {
    for (const character of text) {
      if (/\s/u.test(character)) {
        if (shown !== '' && (!afterDrop || character === '\n' || space === '')) space += character;
        continue;
      }
      if (afterDrop && CLOSING_PUNCTUATION.test(character) && !space.includes('\n')) space = '';
      if (space === '' && shown.endsWith(']')) {
        // "[text](address)" and "![text](address)" are no link and no image with a space in them.
        if (character === '(') space = ' ';
        // "[name]: address" at the start of a line would make links of all marks of that name.
        else if (character === ':' && DEFINITION.test(shown)) continue;
      }
      shown += space + character;
      space = '';
      afterDrop = false;
    }
  }

  function cite(numbers: readonly number[]): void {
    const standing = space === '' ? numbersIn(MARKS_AT_END.exec(shown)?.[0] ?? '') : [];
    const fresh: number[] = [];
    for (const number of numbers) {
      const material = resolve(number, shown);
      if (material === null) dropped++;
      else if (!fresh.includes(material) && !standing.includes(material)) fresh.push(material);
    }
    if (fresh.length === 0) afterDrop = true;
    else show(fresh.map((number) => `[${number}]`).join(''));
  }

  /** Decides on the mark that may stand at the start of the buffer; false when more text must come. */
  function takeMark(final: boolean): boolean {
    if (!doubled && DOUBLED.test(buffer)) {
      doubled = true;
      buffer = buffer.slice(1).trimStart();
      return true;
    }
    const match = MARK.exec(buffer);
    if (match === null || match[0].length > LONGEST_MARK) {
      if (buffer.length <= LONGEST_MARK && MARK_START.test(buffer)) {
        if (!final) return false;
        if (/\d/u.test(buffer)) {
          // The answer was cut off inside a mark.
          dropped++;
          buffer = '';
          return true;
        }
      }
      show((doubled ? '[' : '') + buffer.charAt(0));
      buffer = buffer.slice(1);
      doubled = false;
      return true;
    }
    // After two opening brackets the second closing one belongs to the mark.
    const rest = buffer.slice(match[0].length);
    if (doubled && rest === '' && !final) return false;
    cite(numbersIn(match[1] ?? ''));
    buffer = doubled && /^[\]】］]/u.test(rest) ? rest.slice(1) : rest;
    doubled = false;
    return true;
  }

  function take(final: boolean): boolean {
    const plain = PLAIN.exec(buffer)?.[0];
    if (plain === undefined) return takeMark(final);
    show(plain);
    buffer = buffer.slice(plain.length);
    return true;
  }

  function drain(final: boolean): string {
    const from = shown.length;
    while (buffer !== '' && take(final));
    return shown.slice(from);
  }

  return {
    push(piece) {
      buffer += piece;
      return drain(false);
    },
    end: () => drain(true),
    get dropped() {
      return dropped;
    },
    get text() {
      return shown;
    },
  };
}

/** The numbers of a mark's list, ranges written out, in order: "1, 3-5" is 1, 3, 4, 5. */
export function numbersIn(list: string): number[] {
  const numbers: number[] = [];
  for (const match of list.matchAll(/(\d+)(?:\s*[–—-]\s*#?(\d+))?/gu)) {
    const from = Number(match[1]);
    const to = match[2] === undefined ? from : Number(match[2]);
    if (to > from && to - from <= LONGEST_RANGE) for (let at = from; at <= to; at++) numbers.push(at);
    else numbers.push(...(to === from ? [from] : [from, to]));
  }
  return numbers;
}
