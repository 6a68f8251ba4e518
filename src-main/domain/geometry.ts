/**
 * Positions are PDF user space of the page: points, the page's own axes (origin bottom left),
 * before /Rotate and independent of the crop box, as pdf.js converts them.
 */
export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** A box on a page; `page` is the 1-based physical page. */
export interface PageBox extends Box {
  readonly page: number;
}

/** Clockwise degrees by which the page is turned when shown (/Rotate). */
export type Rotation = 0 | 90 | 180 | 270;
