/**
 * Words of a region as bytes. In: character ranges and boxes in points. Out: variable-length
 * integers of a thousandth of a point, each relative to the word before: about 10 bytes a word.
 */
import type { RegionWord } from '../../domain/content.ts';

/** A thousandth of a point (0.35 µm) is far below what a glyph's box is worth. */
const UNITS_PER_POINT = 1000;

/** Zigzag: small negative and positive numbers both become small. */
function writeInteger(bytes: number[], value: number): void {
  let rest = value < 0 ? -value * 2 - 1 : value * 2;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

function units(points: number): number {
  return Number.isFinite(points) ? Math.round(points * UNITS_PER_POINT) : 0;
}

/** Packs words; order is kept. Coordinates come back to the nearest thousandth of a point. */
export function encodeWords(words: readonly RegionWord[]): Uint8Array {
  const bytes: number[] = [];
  let start = 0;
  let x = 0;
  let y = 0;
  for (const word of words) {
    const x0 = units(word.x0);
    const y0 = units(word.y0);
    const fields = [
      word.start - start,
      word.end - word.start,
      x0 - x,
      y0 - y,
      units(word.x1) - x0,
      units(word.y1) - y0,
    ];
    for (const field of fields) writeInteger(bytes, field);
    start = word.end;
    x = units(word.x1);
    y = y0;
  }
  return Uint8Array.from(bytes);
}

/** The inverse of `encodeWords`. Throws RangeError for bytes that it did not make. */
export function decodeWords(bytes: Uint8Array): RegionWord[] {
  let position = 0;
  const next = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[position];
      if (byte === undefined) throw new RangeError('The packed words end too early.');
      position += 1;
      value += (byte % 128) * scale;
      if (byte < 128) break;
    }
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  };
  const words: RegionWord[] = [];
  let end = 0;
  let x = 0;
  let y = 0;
  while (position < bytes.length) {
    const start = end + next();
    end = start + next();
    const x0 = x + next();
    y += next();
    x = x0 + next();
    const y1 = y + next();
    words.push({
      start,
      end,
      x0: x0 / UNITS_PER_POINT,
      y0: y / UNITS_PER_POINT,
      x1: x / UNITS_PER_POINT,
      y1: y1 / UNITS_PER_POINT,
    });
  }
  return words;
}
