/** How large a picture of a page may be. In: a wanted resolution. Out: one whose pixels fit in memory. */
import { shownSize, type PageFrame } from '../layout/frame.ts';

/** 25 million pixels are 100 MB of bitmap: a letter page at 500 dpi. */
const MOST_PIXELS = 25_000_000;
const SMALLEST_DPI = 10;
const POINTS_PER_INCH = 72;

/** The wanted resolution, lowered for pages so large that their picture would not fit. */
export function dpiWithin(dpi: number, frame: PageFrame | null): number {
  if (frame === null) return dpi;
  const { width, height } = shownSize(frame);
  const squareInches = (width * height * frame.userUnit ** 2) / POINTS_PER_INCH ** 2;
  const most = Math.sqrt(MOST_PIXELS / Math.max(squareInches, 1e-6));
  return Math.max(SMALLEST_DPI, Math.min(dpi, Math.floor(most)));
}
