/**
 * Words with boxes out of the reader's text items. In: LiteParse text items. Out: placed words in
 * the reader's coordinates, each knowing the item it came from.
 */
import type { TextItem } from '@llamaindex/liteparse';
import type { Box, Rotation } from '../../domain/geometry.ts';
import { toUserSpace, type PageFrame, type ViewBox } from './frame.ts';

/** A word in view coordinates (top left, y down) and in user space. */
export interface PlacedWord extends ViewBox {
  readonly text: string;
  readonly box: Box;
}

/** A run of words that the reader kept together, in its reading order. */
export interface PlacedItem extends ViewBox {
  readonly text: string;
  /** The text without any white space: what matching compares. */
  readonly bare: string;
  readonly words: readonly PlacedWord[];
  /** Clockwise degrees of the writing as shown, not rounded. */
  readonly rotation: number;
  readonly fontSize: number;
  readonly bold: boolean;
  /** 0 to 1 for recognised text, null for the document's own. */
  readonly confidence: number | null;
}

export const bare = (text: string): string => text.replace(/\s+/gu, '');

/** PDFium writes a hyphen it takes for a soft one as U+0002 or U+FFFE; both print as a hyphen. */
export function printed(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are the characters in question
  return text.replace(/[\u0002\ufffe]/gu, '-').replace(/[\u0000-\u0008\u000b-\u001f\u007f]/gu, '');
}

/** Width of a character relative to others; CJK is about twice a Latin letter, i and l a third. */
function weight(character: string): number {
  if (/[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/u.test(character)) return 2;
  if (/[ilj.,:;'|!()[\]]/u.test(character)) return 0.5;
  if (/[mwMW@%]/u.test(character)) return 1.5;
  return 1;
}

/** Words of an item that has no word boxes (recognised text): its width shared out by letters. */
function sharedOut(item: TextItem): (ViewBox & { text: string })[] {
  const characters = [...item.text];
  const total = characters.reduce((sum, character) => sum + weight(character), 0);
  if (total === 0) return [];
  const words: (ViewBox & { text: string })[] = [];
  let offset = 0;
  let start = 0;
  let text = '';
  const close = (): void => {
    if (text === '') return;
    const x = item.x + (item.width * start) / total;
    words.push({ text, x, y: item.y, width: (item.width * (offset - start)) / total, height: item.height });
    text = '';
  };
  for (const character of characters) {
    if (/\s/u.test(character)) close();
    else {
      if (text === '') start = offset;
      text += character;
    }
    offset += weight(character);
  }
  close();
  return words;
}

/** `shown` is the clockwise turn at which the items were read. Items without ink are left out. */
export function placeItems(items: readonly TextItem[], frame: PageFrame, shown: Rotation): PlacedItem[] {
  const placed: PlacedItem[] = [];
  for (const item of items) {
    const text = printed(item.text);
    const bareText = bare(text);
    if (bareText === '') continue;
    const given = (item.words ?? []).map((word) => ({ ...word, text: bare(printed(word.text)) }));
    const complete = given.length > 0 && given.map((word) => word.text).join('') === bareText;
    const words = (complete ? given : sharedOut({ ...item, text })).filter((word) => word.text !== '');
    placed.push({
      text,
      bare: bareText,
      x: item.x,
      y: item.y,
      width: item.width,
      height: item.height,
      rotation: item.rotation ?? 0,
      fontSize: item.fontSize ?? item.height,
      bold: (item.fontWeight ?? 400) >= 600,
      confidence: item.confidence ?? null,
      words: words.map((word) => ({ ...word, box: toUserSpace(word, frame, shown) })),
    });
  }
  return placed;
}

export const centreX = (box: ViewBox): number => box.x + box.width / 2;
export const centreY = (box: ViewBox): number => box.y + box.height / 2;

/** True when the middle of `inner` lies within `outer` grown by `margin` points. */
export function holds(outer: ViewBox, inner: ViewBox, margin = 1): boolean {
  const [x, y] = [centreX(inner), centreY(inner)];
  return (
    x >= outer.x - margin &&
    x <= outer.x + outer.width + margin &&
    y >= outer.y - margin &&
    y <= outer.y + outer.height + margin
  );
}

export function hullOf(boxes: readonly ViewBox[]): ViewBox {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}
