/**
 * Evidence on a page. In: citations and pdf.js's view of a page. Out: a layer over the text layer
 * with one box per printed line and the citation's number in the margin.
 */
import type { WireCitation, WirePageBox } from '../../../src-preload/contract/shapes.ts';

/** The part of pdf.js's PageViewport that turns PDF user space into pixels of the shown page. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
  convertToViewportPoint(x: number, y: number): number[];
}

/** Edges from the top left of the shown page: fractions of it (0 to 1), or pixels where said. */
export interface ShownBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A box in PDF user space as pixels of the shown page from its top left, at any rotation and crop box. */
export function pixelBox(viewport: Viewport, box: Omit<WirePageBox, 'page'>): ShownBox {
  const [a = 0, b = 0] = viewport.convertToViewportPoint(box.x0, box.y0);
  const [c = 0, d = 0] = viewport.convertToViewportPoint(box.x1, box.y1);
  return { left: Math.min(a, c), top: Math.min(b, d), right: Math.max(a, c), bottom: Math.max(b, d) };
}

/** The same as fractions of the shown page, which stay right at every zoom. */
export function shownBox(viewport: Viewport, box: Omit<WirePageBox, 'page'>): ShownBox {
  const { left, top, right, bottom } = pixelBox(viewport, box);
  return {
    left: left / viewport.width,
    top: top / viewport.height,
    right: right / viewport.width,
    bottom: bottom / viewport.height,
  };
}

export interface Marks {
  /** In the order that previous and next go through. */
  readonly evidence: readonly WireCitation[];
  readonly document: string;
  /** Number of the current one: darker, with a 2 px line. */
  readonly current: number | null;
  /** True right after a jump: the number pulses once. */
  readonly pulse: boolean;
  readonly onPress: (citation: WireCitation) => void;
}

function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(4)}%`;
}

function boxElement(box: ShownBox, number: number, current: boolean): HTMLElement {
  const element = document.createElement('div');
  element.className = 'mark-box';
  element.dataset['number'] = String(number);
  if (current) element.dataset['current'] = '';
  element.style.left = percent(box.left);
  element.style.top = percent(box.top);
  element.style.width = percent(box.right - box.left);
  element.style.height = percent(box.bottom - box.top);
  return element;
}

/** Least distance of two numbers in the margin, as a fraction of the page's height. */
const APART = 0.022;

function numberElement(
  citation: WireCitation,
  place: { left: number; top: number },
  marks: Marks,
): HTMLButtonElement {
  const element = document.createElement('button');
  const index = marks.evidence.findIndex((one) => one.number === citation.number);
  element.type = 'button';
  element.className = 'mark-number';
  element.textContent = String(citation.number);
  element.setAttribute('aria-label', `Evidence ${index + 1} of ${marks.evidence.length}`);
  if (citation.number === marks.current) {
    element.dataset['current'] = '';
    element.setAttribute('aria-current', 'true');
    if (marks.pulse) element.classList.add('mark-pulse');
  }
  element.style.left = `max(2px, calc(${percent(place.left)} - 22px))`;
  element.style.top = percent(place.top);
  element.addEventListener('click', () => marks.onPress(citation));
  return element;
}

/** Boxes of a citation on one page of one document. */
export function boxesOn(citation: WireCitation, document: string, page: number): readonly WirePageBox[] {
  return citation.document === document ? citation.boxes.filter((box) => box.page === page) : [];
}

const LAYER = 'mark-layer';

/** Draws the layer anew over a page (1-based); `pageElement` is pdf.js's `.page`. */
export function drawMarks(pageElement: HTMLElement, viewport: Viewport, page: number, marks: Marks): void {
  pageElement.querySelector(`:scope > .${LAYER}`)?.remove();
  const layer = document.createElement('div');
  layer.className = LAYER;
  const taken: number[] = [];
  // The current one is drawn last, so that it lies over the others.
  const ordered = [...marks.evidence].sort(
    (a, b) => Number(a.number === marks.current) - Number(b.number === marks.current),
  );
  for (const citation of ordered) {
    const boxes = boxesOn(citation, marks.document, page).map((box) => shownBox(viewport, box));
    const [first] = boxes;
    if (!first) continue;
    for (const box of boxes)
      layer.append(boxElement(box, citation.number, citation.number === marks.current));
    let top = first.top;
    while (taken.some((other) => Math.abs(other - top) < APART)) top += APART;
    taken.push(top);
    const left = Math.min(...boxes.map((box) => box.left));
    layer.append(numberElement(citation, { left, top }, marks));
  }
  if (layer.childElementCount > 0) pageElement.append(layer);
}
