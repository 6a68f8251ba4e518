/**
 * The picture of a page or a region, with outlines. In: a user-space box and a resolution. Out: PNG
 * bytes of the page as shown.
 */
import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import { CarrelError } from '../../domain/errors.ts';
import type { PictureRequest } from '../../domain/ports/reader.ts';
import { fittedFrame, toView, type PageFrame, type ViewBox } from '../layout/frame.ts';
import { drawPage } from './first-reader.ts';
import { documentFacts } from './open-documents.ts';
import { dpiWithin } from './raster.ts';

const LABEL_PIXELS = 12;

function drawOutline(
  context: SKRSContext2D,
  box: ViewBox,
  color: string,
  label: string | undefined,
  width: number,
): void {
  context.strokeStyle = color;
  context.lineWidth = width;
  context.strokeRect(box.x, box.y, box.width, box.height);
  if (label === undefined) return;
  context.font = `${LABEL_PIXELS * width}px sans-serif`;
  const textWidth = context.measureText(label).width;
  const height = LABEL_PIXELS * width * 1.2;
  context.fillStyle = color;
  context.fillRect(box.x, Math.max(0, box.y - height), textWidth + 4 * width, height);
  context.fillStyle = '#ffffff';
  context.fillText(label, box.x + 2 * width, Math.max(height, box.y) - height * 0.22);
}

function scaled(box: ViewBox, scale: number): ViewBox {
  return { x: box.x * scale, y: box.y * scale, width: box.width * scale, height: box.height * scale };
}

/** The part of the picture to keep, whole pixels within the page. */
function cropWindow(box: ViewBox | null, width: number, height: number): ViewBox {
  if (box === null) return { x: 0, y: 0, width, height };
  const x = Math.min(Math.max(0, Math.floor(box.x)), width - 1);
  const y = Math.min(Math.max(0, Math.floor(box.y)), height - 1);
  return {
    x,
    y,
    width: Math.max(1, Math.min(width, Math.ceil(box.x + box.width)) - x),
    height: Math.max(1, Math.min(height, Math.ceil(box.y + box.height)) - y),
  };
}

/** Throws CarrelError: those of opening a file, and notFound for a page it does not have. */
export async function pagePicture(request: PictureRequest): Promise<Uint8Array> {
  const { path, password, page, box, outlines = [] } = request;
  const facts = await documentFacts({ path, password });
  const known = await facts.frame(page);
  const dpi = dpiWithin(request.dpi, known);
  const picture = await drawPage(path, password, page, dpi);
  if (picture === null)
    throw new CarrelError('notFound', `This document has no page ${page}, or the page cannot be drawn.`);
  if (box === undefined && outlines.length === 0) return picture.png;
  const scale = dpi / 72;
  const frame: PageFrame = fittedFrame(
    known,
    picture.width / scale,
    picture.height / scale,
    known?.rotation ?? 0,
  );
  const view = box === undefined ? null : scaled(toView(box, frame), scale);
  const window = cropWindow(view, picture.width, picture.height);
  const canvas = createCanvas(window.width, window.height);
  const context = canvas.getContext('2d');
  context.translate(-window.x, -window.y);
  context.drawImage(await loadImage(picture.png), 0, 0);
  for (const outline of outlines)
    drawOutline(
      context,
      scaled(toView(outline.box, frame), scale),
      outline.color,
      outline.label,
      Math.max(1, scale / 1.5),
    );
  return canvas.encode('png');
}
