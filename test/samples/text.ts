/**
 * Lines of text. In: a string and a style. Out: lines broken to a width (soft hyphens honoured,
 * Chinese broken between characters) and drawn at a baseline.
 */
export interface Style {
  readonly font: string;
  /** Points. */
  readonly size: number;
  /** Distance of baselines, points. */
  readonly leading: number;
  readonly align?: 'left' | 'right' | 'center' | 'justify';
  readonly colour?: string;
}

export interface BrokenLine {
  readonly text: string;
  /** Points from the left edge of the column. */
  readonly indent: number;
  /** The last line of its paragraph: never stretched. */
  readonly last: boolean;
}

type Pdf = PDFKit.PDFDocument;

const SOFT_HYPHEN = '\u00ad';
const cjk = /[\u2e80-\u9fff\uf900-\ufaff\u3000-\u303f\uff00-\uffef]/u;
/** Marks that never begin a Chinese line (GB/T 15834). */
const closing = /^[，。、；：？！）》”’」』…—]/u;

/** Widths already measured: laying out the same Chinese characters again and again is slow. */
const measured = new Map<string, number>();

function measure(pdf: Pdf, text: string, style: Style): number {
  const visible = text.replaceAll(SOFT_HYPHEN, '');
  const key = `${style.font}|${style.size}|${visible}`;
  const known = measured.get(key);
  if (known !== undefined) return known;
  const width = pdf.font(style.font).fontSize(style.size).widthOfString(visible);
  measured.set(key, width);
  return width;
}

/** Pieces between which a line may be broken; a piece keeps its trailing space. */
function pieces(text: string): string[] {
  if (!cjk.test(text)) return text.split(/(?<= )/);
  const characters = text.match(/[\u0021-\u007e]+ ?| |[^\u0020-\u007e]/gu) ?? [];
  const joined: string[] = [];
  for (const character of characters) {
    const previous = joined.at(-1);
    if (previous !== undefined && (closing.test(character) || /[（《“「『]$/u.test(previous)))
      joined[joined.length - 1] = previous + character;
    else joined.push(character);
  }
  return joined;
}

/** Head of a word that still fits with a hyphen, cut at its soft hyphens; null where none fits. */
function hyphenate(
  pdf: Pdf,
  line: string,
  word: string,
  style: Style,
  width: number,
): [string, string] | null {
  const parts = word.split(SOFT_HYPHEN);
  for (let count = parts.length - 1; count > 0; count--) {
    const head = parts.slice(0, count).join('');
    if (measure(pdf, `${line}${head}-`, style) <= width)
      return [`${head}-`, parts.slice(count).join(SOFT_HYPHEN)];
  }
  return null;
}

/** Breaks one paragraph to `width` points; the first line is indented by `firstIndent`. */
export function breakLines(
  pdf: Pdf,
  text: string,
  style: Style,
  width: number,
  firstIndent = 0,
): BrokenLine[] {
  const lines: BrokenLine[] = [];
  let line = '';
  let lineWidth = 0;
  const indent = (): number => (lines.length === 0 ? firstIndent : 0);
  const push = (last: boolean): void => {
    lines.push({ text: line.trimEnd().replaceAll(SOFT_HYPHEN, ''), indent: indent(), last });
    line = '';
    lineWidth = 0;
  };
  const queue = pieces(text);
  for (let piece = queue.shift(); piece !== undefined; piece = queue.shift()) {
    const room = width - indent();
    if (lineWidth + measure(pdf, piece.trimEnd(), style) <= room) {
      line += piece;
      lineWidth += measure(pdf, piece, style);
      continue;
    }
    const cut = piece.includes(SOFT_HYPHEN) ? hyphenate(pdf, line, piece, style, room) : null;
    if (cut) {
      line += cut[0];
      queue.unshift(cut[1]);
    } else {
      if (line === '') throw new Error(`"${piece}" is wider than its column of ${width} points.`);
      queue.unshift(piece);
    }
    push(false);
  }
  if (line !== '') push(true);
  return lines;
}

/** Draws one line with its baseline at `y` (points from the top of the page). */
export function drawLine(
  pdf: Pdf,
  text: string,
  x: number,
  y: number,
  style: Style,
  width = 0,
  last = true,
): void {
  const free = width - measure(pdf, text, style);
  const align = style.align ?? 'left';
  const shift = align === 'right' ? free : align === 'center' ? free / 2 : 0;
  const gaps = text.split(' ').length - 1;
  const wordSpacing = align === 'justify' && !last && gaps > 0 ? Math.max(0, free / gaps) : 0;
  pdf
    .font(style.font)
    .fontSize(style.size)
    .fillColor(style.colour ?? '#1a1a1a')
    .text(text, x + shift, y, { lineBreak: false, baseline: 'alphabetic', wordSpacing });
}

/** Width of a line in points. */
export function widthOf(pdf: Pdf, text: string, style: Style): number {
  return measure(pdf, text, style);
}
