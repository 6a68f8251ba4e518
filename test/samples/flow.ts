/**
 * Text that flows through columns and pages. In: headings, paragraphs, lists, tables and figures in
 * order. Out: pages, each dressed (running head, foot) by the document's own function.
 */
import type { Typeface } from './paper.ts';
import { layTable, type TableSpec } from './table.ts';
import { breakLines, drawLine, type Style } from './text.ts';

type Pdf = PDFKit.PDFDocument;

export interface Sheet {
  /** Left, top, right, bottom edge of the text area in points from the page's top left. */
  readonly area: readonly [number, number, number, number];
  readonly columns: number;
  readonly gutter: number;
}

export interface FlowOptions {
  readonly face: Typeface;
  /** Body size and leading in points. */
  readonly size: number;
  readonly leading: number;
  readonly align?: 'left' | 'justify';
  /** First lines of paragraphs that follow a paragraph; 0 sets space between paragraphs instead. */
  readonly indent?: number;
  readonly accent?: string;
  /** Adds the page and draws what stands on every page; gives its text area. */
  newPage(number: number): Sheet;
}

/** A picture of a given height; `draw` gets its left, top and width. */
export interface Picture {
  readonly height: number;
  draw(x: number, y: number, width: number): void;
}

export class Flow {
  readonly pdf: Pdf;
  readonly options: FlowOptions;
  #sheet: Sheet;
  #page = 1;
  #column = 0;
  #top: number;
  #y: number;
  #after: 'start' | 'heading' | 'paragraph' | 'other' = 'start';

  constructor(pdf: Pdf, options: FlowOptions) {
    this.pdf = pdf;
    this.options = options;
    this.#sheet = options.newPage(1);
    this.#top = this.#sheet.area[1];
    this.#y = this.#top;
  }

  get width(): number {
    const { area, columns, gutter } = this.#sheet;
    return (area[2] - area[0] - gutter * (columns - 1)) / columns;
  }

  get #x(): number {
    return this.#sheet.area[0] + this.#column * (this.width + this.#sheet.gutter);
  }

  /** Starts a page. */
  breakPage(): void {
    this.#page += 1;
    this.#sheet = this.options.newPage(this.#page);
    this.#column = 0;
    this.#top = this.#sheet.area[1];
    this.#y = this.#top;
    this.#after = 'start';
  }

  /** Goes to the next column, or the next page after the last. */
  breakColumn(): void {
    if (this.#column + 1 >= this.#sheet.columns) return this.breakPage();
    this.#column += 1;
    this.#y = this.#top;
    this.#after = 'start';
  }

  #need(height: number): void {
    if (this.#y + height > this.#sheet.area[3]) this.breakColumn();
  }

  space(height: number): void {
    if (this.#y > this.#top) this.#y += height;
  }

  #style(overrides: Partial<Style> = {}): Style {
    const { face, size, leading, align } = this.options;
    return { font: face.regular, size, leading, align: align ?? 'left', ...overrides };
  }

  #lines(text: string, style: Style, left: number, indent: number): void {
    const lines = breakLines(this.pdf, text, style, this.width - left, indent);
    lines.forEach((line, index) => {
      // Neither the first nor the last line of a paragraph stands alone in a column.
      const lonely = lines.length > 2 && (index === 0 || index === lines.length - 2);
      this.#need(style.leading * (lonely ? 2 : 1));
      this.#y += style.leading;
      const baseline = this.#y - (style.leading - style.size) / 2 - style.size * 0.18;
      const x = this.#x + left + line.indent;
      drawLine(this.pdf, line.text, x, baseline, style, this.width - left - line.indent, line.last);
    });
  }

  heading(text: string, level: 1 | 2 | 3 = 1): void {
    const size = [0, 15, 11.5, this.options.size][level] ?? 11.5;
    const style = this.#style({
      font: level === 3 ? this.options.face.italic : this.options.face.bold,
      size,
      leading: size * 1.25,
      align: 'left',
      colour: level === 3 ? '#1a1a1a' : (this.options.accent ?? '#1a1a1a'),
    });
    this.#need(style.leading + this.options.leading * 3);
    this.space(level === 1 ? 12 : level === 2 ? 9 : 5);
    this.#lines(text, style, 0, 0);
    this.#y += level === 3 ? 1 : 3;
    this.#after = 'heading';
  }

  paragraph(text: string, overrides: Partial<Style> = {}): void {
    const indent = this.options.indent ?? 0;
    if (indent === 0 && this.#after !== 'heading') this.space(this.options.leading * 0.45);
    this.#lines(text, this.#style(overrides), 0, this.#after === 'paragraph' ? indent : 0);
    this.#after = 'paragraph';
  }

  list(items: readonly string[], marker: (index: number) => string = () => '\u2022'): void {
    items.forEach((item, index) => {
      this.space(2.5);
      const style = this.#style({ align: 'left' });
      // An item is kept whole.
      this.#need(style.leading * breakLines(this.pdf, item, style, this.width - 14).length);
      const y = this.#y;
      this.#lines(item, style, 14, 0);
      const baseline = y + style.leading - (style.leading - style.size) / 2 - style.size * 0.18;
      drawLine(this.pdf, marker(index), this.#x + 2, baseline, style);
    });
    this.#y += 3;
    this.#after = 'other';
  }

  #caption(text: string): void {
    const size = this.options.size - 1;
    const style = this.#style({ font: this.options.face.bold, size, leading: size * 1.3, align: 'left' });
    this.#lines(text, style, 0, 0);
  }

  /** A table under its caption, kept in one column; moved on whole where it does not fit. */
  table(caption: string | null, spec: TableSpec): void {
    const table = layTable(this.pdf, spec, this.options.face, this.width);
    const captionHeight = caption === null ? 0 : this.options.leading * 2;
    this.#need(table.height + captionHeight + 8);
    this.space(8);
    if (caption !== null) {
      this.#caption(caption);
      this.#y += 3;
    }
    table.draw(this.#x, this.#y);
    this.#y += table.height + 7;
    this.#after = 'other';
  }

  /** A picture over its caption. */
  figure(caption: string, picture: Picture): void {
    this.#need(picture.height + this.options.leading * 3);
    this.space(8);
    picture.draw(this.#x, this.#y, this.width);
    this.#y += picture.height + 3;
    this.#caption(caption);
    this.#y += 7;
    this.#after = 'other';
  }

  /** Something over all columns at the top of a fresh page; the columns begin below it. */
  spread(height: number, draw: (x: number, y: number, width: number) => void): void {
    if (this.#y > this.#top || this.#column > 0) this.breakPage();
    const [left, top, right] = this.#sheet.area;
    draw(left, top, right - left);
    this.#top = top + height;
    this.#y = this.#top;
  }
}
