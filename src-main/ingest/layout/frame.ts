/**
 * From the reader's coordinates to the page's own. In: top-left boxes of the page as the reader
 * turned it. Out: PDF user space (points of the page's own axes, before rotation).
 */
import type { Box, Rotation } from '../../domain/geometry.ts';

/** A page's visible box and how it is shown (ISO 32000-2, 7.7.3.3). */
export interface PageFrame {
  readonly crop: Box;
  /** Clockwise /Rotate. */
  readonly rotation: Rotation;
  /** Size of a user-space unit in 1/72 inch; the reader's coordinates are multiplied by it. */
  readonly userUnit: number;
}

/** A box in the reader's coordinates: origin top left, y down. */
export interface ViewBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** `clockwise` degrees added to a rotation, kept within a turn. */
export function turnedBy(rotation: Rotation, clockwise: number): Rotation {
  return ((((rotation + clockwise) % 360) + 360) % 360) as Rotation;
}

/** Size of the page as shown, in user-space units. */
export function shownSize(frame: PageFrame): { width: number; height: number } {
  const across = frame.crop.x1 - frame.crop.x0;
  const up = frame.crop.y1 - frame.crop.y0;
  return frame.rotation % 180 === 0 ? { width: across, height: up } : { width: up, height: across };
}

/**
 * The frame that fits what the reader shows. PDFium ignores a crop box it finds invalid; then the
 * visible size is the reader's and the origin stays.
 */
export function fittedFrame(
  frame: PageFrame | null,
  width: number,
  height: number,
  shown: Rotation,
): PageFrame {
  if (frame === null) return { crop: { x0: 0, y0: 0, x1: width, y1: height }, rotation: 0, userUnit: 1 };
  const upright = shown % 180 === 0;
  const across = (upright ? width : height) / frame.userUnit;
  const up = (upright ? height : width) / frame.userUnit;
  const { x0, y0, x1, y1 } = frame.crop;
  if (Math.abs(x1 - x0 - across) <= 1 && Math.abs(y1 - y0 - up) <= 1) return frame;
  return { ...frame, crop: { x0, y0, x1: x0 + across, y1: y0 + up } };
}

/** A corner in user space; `shown` is the clockwise turn of what the reader showed. */
function point(x: number, y: number, crop: Box, shown: Rotation): [number, number] {
  switch (shown) {
    case 0:
      return [crop.x0 + x, crop.y1 - y];
    case 90:
      return [crop.x0 + y, crop.y0 + x];
    case 180:
      return [crop.x1 - x, crop.y0 + y];
    case 270:
      return [crop.x1 - y, crop.y1 - x];
  }
}

/** 1/1000 point is finer than any renderer and keeps packed pages small. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** A box of the reader in user space. `shown` is the turn it was read at (see `turnedBy`). */
export function toUserSpace(box: ViewBox, frame: PageFrame, shown: Rotation): Box {
  const unit = frame.userUnit;
  const [ax, ay] = point(box.x / unit, box.y / unit, frame.crop, shown);
  const [bx, by] = point((box.x + box.width) / unit, (box.y + box.height) / unit, frame.crop, shown);
  return {
    x0: rounded(Math.min(ax, bx)),
    y0: rounded(Math.min(ay, by)),
    x1: rounded(Math.max(ax, bx)),
    y1: rounded(Math.max(ay, by)),
  };
}

/** A user-space box as the reader would show it: the inverse of `toUserSpace`. */
export function toView(box: Box, frame: PageFrame): ViewBox {
  const { crop, userUnit: unit } = frame;
  const corner = (x: number, y: number): [number, number] => {
    switch (frame.rotation) {
      case 0:
        return [x - crop.x0, crop.y1 - y];
      case 90:
        return [y - crop.y0, x - crop.x0];
      case 180:
        return [crop.x1 - x, y - crop.y0];
      case 270:
        return [crop.y1 - y, crop.x1 - x];
    }
  };
  const [ax, ay] = corner(box.x0, box.y0);
  const [bx, by] = corner(box.x1, box.y1);
  return {
    x: Math.min(ax, bx) * unit,
    y: Math.min(ay, by) * unit,
    width: Math.abs(ax - bx) * unit,
    height: Math.abs(ay - by) * unit,
  };
}
