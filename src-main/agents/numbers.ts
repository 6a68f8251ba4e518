/**
 * In: any text. Out: the numbers in it in comparable forms, and those of an answer that stand in no
 * material. Number words ("twelve") are not numbers here.
 */

export interface FoundNumber {
  /** As printed, without sign, currency or unit: "1,234.50". */
  readonly printed: string;
  /**
   * Every value the print may mean, as plain decimals without thousands separators or trailing
   * zeros: "1,234" means 1234, or 1.234 where the comma is a decimal mark.
   */
  readonly values: ReadonlySet<string>;
  /** Half-open character range in the text. */
  readonly start: number;
  readonly end: number;
}

/** Digits with separators inside: comma, point, apostrophe, no-break and thin spaces, or a plain space between groups of three. */
const NUMBER = /\d+(?:[.,'’\u00a0\u2009\u202f]\d+|(?<=(?:^|\D)\d{1,3}|[ ]\d{3})[ ]\d{3}(?!\d))*/gu;

/** Words and letters after a number that scale it, with their power of ten. */
const MAGNITUDES: readonly (readonly [RegExp, number])[] = [
  [/^[\s\u00a0-]?(?:thousand|k)\b/iu, 3],
  [/^[\s\u00a0-]?(?:million|mn|mio|m)\b/iu, 6],
  [/^[\s\u00a0-]?(?:billion|bn|b)\b/iu, 9],
  [/^[\s\u00a0-]?(?:trillion|tn)\b/iu, 12],
];

function plainDecimal(whole: string, fraction: string): string {
  const digits = whole.replace(/^0+(?=\d)/u, '');
  const rest = fraction.replace(/0+$/u, '');
  return rest === '' ? digits : `${digits}.${rest}`;
}

/** Moves the decimal point of a plain decimal to the right. */
function scaled(value: string, power: number): string {
  const [whole = '0', fraction = ''] = value.split('.');
  const padded = fraction.padEnd(power, '0');
  return plainDecimal(whole + padded.slice(0, power), padded.slice(power));
}

function readings(printed: string): Set<string> {
  const values = new Set<string>();
  // A plain space may group thousands or part the cells of a table's row: both readings count.
  if (printed.includes(' ')) for (const part of printed.split(' ')) values.add(plainDecimal(part, ''));
  const grouped = printed.replace(/['’\u00a0\u2009\u202f ]/gu, '');
  const marks = [...grouped.matchAll(/[.,]/gu)];
  const last = marks.at(-1);
  if (last === undefined) return values.add(plainDecimal(grouped, ''));
  const whole = grouped.slice(0, last.index).replace(/[.,]/gu, '');
  const tail = grouped.slice(last.index + 1);
  const oneKind = marks.every((mark) => mark[0] === last[0]);
  // One mark may be decimal; several of one kind group thousands; of two kinds the last is decimal.
  if (marks.length === 1 || !oneKind) values.add(plainDecimal(whole, tail));
  if (oneKind && tail.length === 3) values.add(plainDecimal(whole + tail, ''));
  // Lists and dates run together ("1,2,3", "12.05.2024"): each part counts by itself.
  if (marks.length > 1 && oneKind && tail.length !== 3)
    for (const part of grouped.split(/[.,]/u)) values.add(plainDecimal(part, ''));
  return values;
}

/** All numbers in the text, in order. Full-width digits count; signs, currency and `%` are left out. */
export function findNumbers(text: string): FoundNumber[] {
  const folded = foldDigits(text);
  return [...folded.matchAll(NUMBER)].map((match) => {
    const printed = match[0];
    const end = match.index + printed.length;
    const values = readings(printed);
    const after = folded.slice(end, end + 12);
    const magnitude = MAGNITUDES.find(([pattern]) => pattern.test(after));
    if (magnitude !== undefined) for (const value of [...values]) values.add(scaled(value, magnitude[1]));
    return { printed: text.slice(match.index, end), values, start: match.index, end };
  });
}

/** Full-width digits, comma and point as ASCII; every character keeps its place. */
function foldDigits(text: string): string {
  return text.replace(/[０-９，．]/gu, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0));
}

/** The values of all numbers in the texts. */
export function numberValues(texts: Iterable<string>): Set<string> {
  const values = new Set<string>();
  for (const text of texts)
    for (const number of findNumbers(text)) for (const value of number.values) values.add(value);
  return values;
}

/** Markers that count list items at the start of a line: "2. ", "3) ". */
const LIST_MARKER = /^[ \t]*\d{1,3}[.)][ \t]+/gmu;
const CITATION_MARK = /\[\d+\]/gu;

/**
 * Numbers in the answer that stand in no material, as printed, each once. Citation marks and list
 * markers are no numbers of the answer.
 */
export function flagNumbers(answer: string, materials: readonly string[]): string[] {
  const known = numberValues(materials);
  const text = answer.replace(CITATION_MARK, ' ').replace(LIST_MARKER, ' ');
  const flagged = findNumbers(text)
    .filter((number) => ![...number.values].some((value) => known.has(value)))
    .map((number) => number.printed);
  return [...new Set(flagged)];
}
