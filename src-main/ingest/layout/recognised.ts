/**
 * Lines of recognised text. In: Tesseract's words as LiteParse joined them. Out: the same with words
 * put back into the line they stand on: tight boxes and a slight skew cut lines apart.
 */
import { hullOf, type PlacedItem } from './words.ts';

/** Words of one line stand at most this many line heights apart; columns stand further. */
const WORD_GAP = 1;
/** Share of the lower box that neighbours on a line have in common. */
const COMMON_HEIGHT = 0.5;

function follows(last: PlacedItem, next: PlacedItem): boolean {
  const common = Math.min(last.y + last.height, next.y + next.height) - Math.max(last.y, next.y);
  if (common < COMMON_HEIGHT * Math.min(last.height, next.height)) return false;
  const gap = next.x - (last.x + last.width);
  const height = Math.max(last.height, next.height);
  return gap <= WORD_GAP * height && gap >= -height / 2;
}

function joined(items: readonly [PlacedItem, ...PlacedItem[]]): PlacedItem {
  if (items.length === 1) return items[0];
  const weight = items.reduce((sum, item) => sum + item.bare.length, 0);
  const certainty = items.reduce((sum, item) => sum + item.bare.length * (item.confidence ?? 0), 0);
  return {
    ...items[0],
    ...hullOf(items),
    text: items.map((item) => item.text).join(' '),
    bare: items.map((item) => item.bare).join(''),
    words: items.flatMap((item) => item.words),
    fontSize: Math.max(...items.map((item) => item.fontSize)),
    confidence: weight === 0 ? null : certainty / weight,
  };
}

/** The document's own text is left as it is; recognised runs come back as lines. */
export function joinRecognised(items: readonly PlacedItem[]): PlacedItem[] {
  const own = items.filter((item) => item.confidence === null);
  const recognised = items.filter((item) => item.confidence !== null);
  const lines: [PlacedItem, ...PlacedItem[]][] = [];
  for (const item of recognised.sort((a, b) => a.x - b.x)) {
    // Of several lines that could go on here, the one that ends nearest does.
    let line: (typeof lines)[number] | undefined;
    let nearest = Infinity;
    for (const candidate of lines) {
      const last = candidate.at(-1) ?? candidate[0];
      const away = Math.abs(item.x - (last.x + last.width));
      if (!follows(last, item) || away >= nearest) continue;
      [line, nearest] = [candidate, away];
    }
    if (line === undefined) lines.push([item]);
    else line.push(item);
  }
  return [...own, ...lines.map(joined)];
}
