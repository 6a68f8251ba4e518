/**
 * The app's icons in the forms that the systems want. In: resources/icons/icon.svg. Out: PNG, ICO and
 * ICNS beside it. Run it with `node test/samples/icons.ts`.
 */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', '..', 'resources', 'icons');
const svg = readFileSync(join(folder, 'icon.svg'), 'utf8');

/** A square PNG of `size` pixels. */
async function png(size: number): Promise<Buffer> {
  const scaled = svg.replace('width="16" height="16" role', `width="${size}" height="${size}" role`);
  const canvas = createCanvas(size, size);
  canvas.getContext('2d').drawImage(await loadImage(Buffer.from(scaled)), 0, 0, size, size);
  return canvas.toBuffer('image/png');
}

/** Windows icon: a directory of PNGs (256 is written as 0). */
function ico(images: readonly { size: number; data: Buffer }[]): Buffer {
  const directory = Buffer.alloc(6 + images.length * 16);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(images.length, 4);
  let offset = directory.length;
  images.forEach(({ size, data }, index) => {
    const entry = 6 + index * 16;
    directory.writeUInt8(size % 256, entry);
    directory.writeUInt8(size % 256, entry + 1);
    directory.writeUInt16LE(1, entry + 4);
    directory.writeUInt16LE(32, entry + 6);
    directory.writeUInt32LE(data.length, entry + 8);
    directory.writeUInt32LE(offset, entry + 12);
    offset += data.length;
  });
  return Buffer.concat([directory, ...images.map((image) => image.data)]);
}

/** macOS icon: PNG chunks by type. */
function icns(images: readonly { type: string; data: Buffer }[]): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const header = Buffer.alloc(8);
    header.write(type, 0, 'latin1');
    header.writeUInt32BE(data.length + 8, 4);
    return Buffer.concat([header, data]);
  };
  return chunk('icns', Buffer.concat(images.map(({ type, data }) => chunk(type, data))));
}

const sizes = [16, 32, 48, 64, 128, 256, 512, 1024];
const images = new Map<number, Buffer>();
for (const size of sizes) images.set(size, await png(size));
const image = (size: number): Buffer => images.get(size) ?? Buffer.alloc(0);

for (const size of [256, 512]) writeFileSync(join(folder, `icon-${size}.png`), image(size));
writeFileSync(
  join(folder, 'icon.ico'),
  ico([16, 32, 48, 64, 128, 256].map((size) => ({ size, data: image(size) }))),
);
// Types of Apple's icon container: ic07 128, ic08 256, ic09 512, ic10 1024, ic11 32, ic12 64 pixels.
const types: readonly [string, number][] = [
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
];
writeFileSync(join(folder, 'icon.icns'), icns(types.map(([type, size]) => ({ type, data: image(size) }))));
