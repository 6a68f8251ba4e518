/**
 * A page layout out of what LiteParse read. In: parsed pages at the turns their writing has. Out:
 * layouts with boxes in user space, blocks in reading order and a ledger state.
 */
import type { ParsedPage } from '@llamaindex/liteparse';
import type { PageLayout, PageState } from '../../domain/page.ts';
import { guessLanguage } from '../assemble/language.ts';
import { pageBlocks, type PageItems } from '../layout/blocks.ts';
import { fittedFrame, shownSize, turnedBy, type PageFrame } from '../layout/frame.ts';
import { joinRecognised } from '../layout/recognised.ts';
import { placeItems, type PlacedItem } from '../layout/words.ts';
import type { Correction } from './first-reader.ts';

/** Writing within two degrees of a right angle is upright or sideways, else slanted. */
const RIGHT_ANGLE_TOLERANCE = 2;

/** The right angle of a slant in degrees, or null for slanted writing. */
export function rightAngle(degrees: number): Correction | null {
  const turn = ((degrees % 360) + 360) % 360;
  const nearest = Math.round(turn / 90) * 90;
  if (Math.abs(turn - nearest) > RIGHT_ANGLE_TOLERANCE) return null;
  return (nearest % 360) as Correction;
}

/** Characters written at each right angle of a page. */
export function writingDirections(page: ParsedPage): Map<Correction, number> {
  const counts = new Map<Correction, number>();
  for (const item of page.textItems) {
    const angle = rightAngle(item.rotation ?? 0);
    if (angle === null) continue;
    counts.set(angle, (counts.get(angle) ?? 0) + item.text.replace(/\s+/gu, '').length);
  }
  return counts;
}

/** The direction of most of the page's writing; upright on a tie or without text. */
export function mainDirection(page: ParsedPage): Correction {
  let best: Correction = 0;
  const counts = writingDirections(page);
  for (const [angle, count] of counts) if (count > (counts.get(best) ?? 0)) best = angle;
  return best;
}

/** A page as read at one turn. */
export interface ReadPass {
  readonly page: ParsedPage;
  readonly angle: Correction;
}

export interface LayoutParts {
  /** The pass in which most writing is upright. */
  readonly main: ReadPass;
  /** Passes for writing at other angles. */
  readonly others: readonly ReadPass[];
  readonly frame: PageFrame | null;
  readonly label: string | null;
  readonly state: PageState;
  readonly reason: string | null;
  readonly milliseconds: number;
}

function uprightItems(pass: ReadPass, frame: PageFrame): PlacedItem[] {
  const items = pass.page.textItems.filter((item) => rightAngle(item.rotation ?? 0) === 0);
  return joinRecognised(placeItems(items, frame, turnedBy(frame.rotation, -pass.angle)));
}

/** Number of characters that the page prints as text, white space aside. */
export function printedCharacters(page: ParsedPage): number {
  return page.textItems.reduce((sum, item) => sum + item.text.replace(/\s+/gu, '').length, 0);
}

export function pageLayout(parts: LayoutParts): PageLayout {
  const { page, angle } = parts.main;
  const turn = turnedBy(parts.frame?.rotation ?? 0, -angle);
  const frame = fittedFrame(parts.frame, page.width, page.height, turn);
  const slanted = page.textItems.filter((item) => rightAngle(item.rotation ?? 0) === null);
  const items: PageItems = {
    upright: uprightItems(parts.main, frame),
    sideways: parts.others.map((pass) => uprightItems(pass, frame)),
    slanted: placeItems(slanted, frame, turn),
  };
  const blocks = pageBlocks(page.blocks ?? [], items, frame, turn, page);
  return {
    number: page.pageNum,
    label: parts.label,
    ...shownSize(frame),
    rotation: frame.rotation,
    cropBox: frame.crop,
    state: parts.state,
    reason: parts.reason,
    language: guessLanguage(blocks.map((block) => block.text).join(' ')),
    blocks,
    milliseconds: Math.round(parts.milliseconds),
  };
}
