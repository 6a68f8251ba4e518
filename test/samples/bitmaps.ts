/**
 * Bitmaps. In: numbers or lines of text. Out: a chart as a PNG, and a page that looks scanned
 * (turned by a degree, uneven paper, noise) as a grey JPEG.
 */
import { createCanvas, GlobalFonts, ImageData, type SKRSContext2D } from '@napi-rs/canvas';
import { crc32, deflateSync } from 'node:zlib';
import { FONT_FILES } from './paper.ts';

for (const name of ['Liberation Sans', 'Liberation Sans Bold', 'Liberation Sans Italic'] as const)
  GlobalFonts.registerFromPath(FONT_FILES[name], name);

/** Numbers from 0 to 1 in a fixed sequence (mulberry32), so that noise is the same on each run. */
export function fixedRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** RGB without alpha: pdfkit embeds it as it is. */
function encodePng(pixels: Uint8ClampedArray, width: number, height: number): Buffer {
  const raw = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 3; channel++)
        raw[y * (1 + width * 3) + 1 + x * 3 + channel] = pixels[(y * width + x) * 4 + channel] ?? 0;
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Horizontal bars with their values, as exported from a spreadsheet program. */
export function barChartPng(options: {
  title: string;
  unit: string;
  bars: readonly { name: string; value: number }[];
}): Buffer {
  const [width, height, left] = [900, 110 + options.bars.length * 74, 250];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#222222';
  context.font = '28px "Liberation Sans Bold"';
  context.fillText(options.title, 24, 44);
  const most = Math.max(...options.bars.map((bar) => bar.value)) * 1.18;
  options.bars.forEach((bar, index) => {
    const top = 78 + index * 74;
    const length = ((width - left - 60) * bar.value) / most;
    context.fillStyle = '#7a8d92';
    context.fillRect(left, top, length, 46);
    context.fillStyle = '#222222';
    context.font = '25px "Liberation Sans"';
    context.textAlign = 'right';
    context.fillText(bar.name, left - 14, top + 32);
    context.textAlign = 'left';
    context.font = '25px "Liberation Sans Bold"';
    context.fillText(`${bar.value} ${options.unit}`, left + length + 10, top + 32);
  });
  context.strokeStyle = '#222222';
  context.lineWidth = 2;
  context.strokeRect(left, 66, 0.01, height - 86);
  return encodePng(context.getImageData(0, 0, width, height).data, width, height);
}

/** A4 at 150 dots per inch. */
const SCAN = { width: 1240, height: 1754 } as const;

/** A page drawn by `draw` (in pixels of a 1240 × 1754 sheet), then made to look scanned. */
export function scannedPage(seed: number, draw: (context: SKRSContext2D) => void): Buffer {
  const canvas = createCanvas(SCAN.width, SCAN.height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#f4f4f4';
  context.fillRect(0, 0, SCAN.width, SCAN.height);
  context.save();
  context.translate(SCAN.width / 2, SCAN.height / 2);
  context.rotate((1 * Math.PI) / 180);
  context.translate(-SCAN.width / 2, -SCAN.height / 2);
  context.fillStyle = '#262626';
  draw(context);
  context.restore();
  const image = context.getImageData(0, 0, SCAN.width, SCAN.height);
  const random = fixedRandom(seed);
  const grey = new Uint8ClampedArray(image.data.length);
  for (let index = 0; index < image.data.length; index += 4) {
    const x = (index / 4) % SCAN.width;
    // The lid was not quite shut: the left edge is darker. Then grain of a few steps of grey.
    const shade = x < 46 ? (46 - x) * 1.1 : 0;
    const value = (image.data[index] ?? 0) - shade + (random() - 0.5) * 16;
    grey.set([value, value, value, 255], index);
  }
  for (let speck = 0; speck < 120; speck++) {
    const at = (Math.floor(random() * SCAN.height) * SCAN.width + Math.floor(random() * SCAN.width)) * 4;
    grey.set([90, 90, 90, 255], at);
  }
  context.putImageData(new ImageData(grey, SCAN.width, SCAN.height), 0, 0);
  return canvas.toBuffer('image/jpeg', 58);
}
