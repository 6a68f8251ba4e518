/** Fragments set in type for tests: every character has a place, so that boxes can be read back. */
import type { FragmentKind, Region } from '../../../src-main/domain/content.ts';
import type { Box, PageBox } from '../../../src-main/domain/geometry.ts';
import { asDocumentId, asFragmentId } from '../../../src-main/domain/ids.ts';
import type { StoredFragment } from '../../../src-main/store/interfaces/library.ts';

const WIDE = /[\u2e80-\u9fff\uff00-\uff60]/u;
const ROOM = 6;
const HEIGHT = 10;
const LEADING = 14;

export interface PrintedOptions {
  readonly id?: string;
  readonly kind?: FragmentKind;
  readonly document?: string;
  readonly path?: string;
  /** Physical page of each line; all on page 1 when absent. */
  readonly pages?: readonly number[];
  readonly label?: string | null;
  readonly heading?: readonly string[];
  readonly markdown?: string;
  /** Between lines in `text`. */
  readonly joint?: string;
  /** Turned by 90 degrees: lines run upwards along y. */
  readonly turned?: boolean;
}

/** The place of every character, as the page prints it. */
export interface PrintedCharacter extends PageBox {
  readonly character: string;
}

export interface PrintedFragment extends StoredFragment {
  readonly characters: readonly PrintedCharacter[];
}

const widthOf = (character: string): number => (WIDE.test(character) ? 2 * ROOM : ROOM);

/** Sets lines in a fixed-width face, from (72, 700) downwards; `text` is the lines joined. */
export function printed(lines: readonly string[], options: PrintedOptions = {}): PrintedFragment {
  const characters: PrintedCharacter[] = [];
  const regions: Region[] = [];
  const joint = options.joint ?? ' ';
  let at = 0;
  lines.forEach((line, row) => {
    const page = options.pages?.[row] ?? 1;
    const y0 = 700 - row * LEADING;
    let x = 72;
    const places: Box[] = [];
    for (const character of line) {
      const upright = { x0: x, y0, x1: x + widthOf(character), y1: y0 + HEIGHT };
      const box = options.turned
        ? { x0: upright.y0, y0: upright.x0, x1: upright.y1, y1: upright.x1 }
        : upright;
      places.push(box);
      characters.push({ character, page, ...box });
      x += widthOf(character);
    }
    const words = [...line.matchAll(/\S+/gu)].map((match) => {
      const start = match.index;
      const end = start + match[0].length;
      return { start: at + start, end: at + end, ...hull(places.slice(start, end)) };
    });
    regions.push({ page, start: at, end: at + line.length, words, ...hull(places) });
    at += line.length + joint.length;
  });
  return {
    id: asFragmentId(options.id ?? 'f1'),
    kind: options.kind ?? 'text',
    ordinal: 0,
    section: null,
    heading: options.heading ?? [],
    text: lines.join(joint),
    markdown: options.markdown ?? lines.join(joint),
    tokens: 1,
    regions,
    asset: null,
    document: asDocumentId(options.document ?? 'd1'),
    path: options.path ?? '/papers/network report.pdf',
    page: options.pages?.[0] ?? 1,
    pageLabel: options.label ?? null,
    characters,
  };
}

function hull(boxes: readonly Box[]): Box {
  return {
    x0: Math.min(...boxes.map((box) => box.x0)),
    y0: Math.min(...boxes.map((box) => box.y0)),
    x1: Math.max(...boxes.map((box) => box.x1)),
    y1: Math.max(...boxes.map((box) => box.y1)),
  };
}

/** What the page prints inside the boxes: the characters whose centre lies in one, without spaces. */
export function textInside(fragment: PrintedFragment, boxes: readonly PageBox[]): string {
  return fragment.characters
    .filter((place) => {
      const x = (place.x0 + place.x1) / 2;
      const y = (place.y0 + place.y1) / 2;
      return boxes.some(
        (box) => box.page === place.page && box.x0 <= x && x <= box.x1 && box.y0 <= y && y <= box.y1,
      );
    })
    .map((place) => place.character)
    .join('')
    .replace(/\s/gu, '');
}

export const bare = (text: string): string => text.replace(/ … |\s/gu, '');
