/** The layout of a page that could not be read. In: what is known of it. Out: a page of state `failed`. */
import type { PageLayout } from '../../domain/page.ts';
import { shownSize, type PageFrame } from './frame.ts';

/** US Letter, for a page whose own size cannot be learned. */
const UNKNOWN_FRAME: PageFrame = { crop: { x0: 0, y0: 0, x1: 612, y1: 792 }, rotation: 0, userUnit: 1 };

export function failedLayout(
  number: number,
  given: PageFrame | null,
  label: string | null,
  reason: string,
): PageLayout {
  const frame = given ?? UNKNOWN_FRAME;
  return {
    number,
    label,
    ...shownSize(frame),
    rotation: frame.rotation,
    cropBox: frame.crop,
    state: 'failed',
    reason,
    language: null,
    blocks: [],
    milliseconds: 0,
  };
}
