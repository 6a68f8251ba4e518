/**
 * pdf.js's viewer with evidence over it. In: a container, an address, marks, a place to go to. Out:
 * pages that are painted as they are looked at, and what is on screen now.
 */
import { AnnotationMode, type PDFDocumentLoadingTask, type PDFDocumentProxy } from 'pdfjs-dist';
import { EventBus, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';
import type { WirePageBox } from '../../../src-preload/contract/shapes.ts';
import { drawMarks, pixelBox, type Marks, type Viewport } from './marks.ts';
import { ANNOTATION_IMAGES, loadPdf } from './pdf.ts';
import { scrollTo } from './scroll.ts';

/** The parts of pdf.js's PDFPageView that are used here. */
interface PageView {
  readonly div: HTMLDivElement;
  readonly viewport: Viewport;
  readonly pdfPage: unknown;
  setPdfPage(page: unknown): void;
}

export interface ViewerEvents {
  /** All that is known once the document is open; `labels` are the printed page labels. */
  onOpen(pages: number, labels: readonly string[] | null): void;
  /** The page that fills most of the pane. */
  onPage(page: number): void;
  /** 1 is the size on paper. */
  onScale(scale: number): void;
  /** The file asks for a password; `wrong` after a first try. */
  onPassword(give: (password: string) => void, wrong: boolean): void;
  onError(thrown: unknown): void;
}

export interface Viewer {
  open(url: string): void;
  /** Page (1-based), and a box of it that is brought to a third of the height. */
  goTo(page: number, box: WirePageBox | null): void;
  setMarks(marks: Marks): void;
  zoom(factor: number): void;
  /** As wide as the pane, and again when the pane changes. */
  fit(): void;
  destroy(): void;
}

const FIT = 'page-width';
const LEAST_SCALE = 0.25;
const MOST_SCALE = 5;

/** `container` must be positioned absolutely and hold one element, as pdf.js wants it. */
export function createViewer(container: HTMLDivElement, events: ViewerEvents): Viewer {
  const eventBus = new EventBus();
  const linkService = new PDFLinkService({ eventBus });
  // Links out of a document do nothing: a page must not reach the network (case 40).
  linkService.externalLinkEnabled = false;
  const viewer = new PDFViewer({
    container,
    eventBus,
    linkService,
    annotationMode: AnnotationMode.ENABLE,
    imageResourcesPath: ANNOTATION_IMAGES,
    enableAutoLinking: false,
    removePageBorders: true,
  });
  linkService.setViewer(viewer);

  let task: PDFDocumentLoadingTask | null = null;
  let pdf: PDFDocumentProxy | null = null;
  let ready = false;
  let marks: Marks | null = null;
  /** Kept until the person scrolls: pages above may change their height once they are loaded. */
  let target: { page: number; box: WirePageBox | null } | null = null;

  const pageView = (page: number): PageView | undefined =>
    viewer.getPageView(page - 1) as PageView | undefined;

  function draw(page: number): void {
    const view = pageView(page);
    if (view && marks) drawMarks(view.div, view.viewport, page, marks);
  }

  function drawAll(): void {
    for (let page = 1; page <= viewer.pagesCount; page += 1) {
      const view = pageView(page);
      if (view?.pdfPage) draw(page);
    }
  }

  function place(view: PageView, box: WirePageBox | null): { top: number; left: number } {
    if (!box) return { top: view.div.offsetTop - 8, left: 0 };
    const shown = pixelBox(view.viewport, box);
    const top = view.div.offsetTop + shown.top - container.clientHeight / 3;
    const right = view.div.offsetLeft + shown.right + 16;
    return { top, left: Math.max(0, right - container.clientWidth) };
  }

  async function settle(slowly: boolean): Promise<void> {
    if (!ready || !pdf || !target) return;
    const { page, box } = target;
    const view = pageView(page);
    if (!view) return;
    if (!view.pdfPage) {
      const loaded = await pdf.getPage(page);
      if (!view.pdfPage) view.setPdfPage(loaded);
    }
    if (target?.page !== page) return;
    const { top, left } = place(view, box);
    if (slowly) scrollTo(container, top, left);
    else if (Math.abs(container.scrollTop - top) > 2) container.scrollTop = top;
    draw(page);
  }

  const forget = (): void => void (target = null);
  for (const name of ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const)
    container.addEventListener(name, forget, { passive: true });

  eventBus.on('pagesinit', () => {
    ready = true;
    viewer.currentScaleValue = FIT;
    void settle(false);
  });
  eventBus.on('pagerendered', ({ pageNumber }: { pageNumber: number }) => {
    draw(pageNumber);
    void settle(false);
  });
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => events.onPage(pageNumber));
  eventBus.on('scalechanging', ({ scale }: { scale: number }) => events.onScale(scale));

  const resized = new ResizeObserver(() => {
    if (!ready || viewer.currentScaleValue !== FIT) return;
    viewer.currentScaleValue = FIT;
    void settle(false);
  });
  resized.observe(container);

  async function show(opening: PDFDocumentLoadingTask): Promise<void> {
    const opened = await opening.promise;
    if (task !== opening) return;
    pdf = opened;
    viewer.setDocument(opened);
    linkService.setDocument(opened, null);
    const labels = await opened.getPageLabels();
    if (task === opening) events.onOpen(opened.numPages, labels);
  }

  function close(): void {
    ready = false;
    target = null;
    pdf = null;
    viewer.setDocument(null as unknown as PDFDocumentProxy);
    linkService.setDocument(null, null);
    void task?.destroy();
    task = null;
  }

  return {
    open(url) {
      close();
      const opening = loadPdf(url);
      task = opening;
      // 2 is pdf.js's PasswordResponses.INCORRECT_PASSWORD.
      opening.onPassword = (give: (password: string) => void, reason: number) =>
        events.onPassword(give, reason === 2);
      show(opening).catch((thrown: unknown) => {
        if (task === opening) events.onError(thrown);
      });
    },
    goTo(page, box) {
      target = { page, box };
      void settle(true);
    },
    setMarks(next) {
      marks = next;
      drawAll();
    },
    zoom(factor) {
      viewer.currentScale = Math.min(MOST_SCALE, Math.max(LEAST_SCALE, viewer.currentScale * factor));
    },
    fit() {
      viewer.currentScaleValue = FIT;
    },
    destroy() {
      resized.disconnect();
      close();
      viewer.cleanup();
    },
  };
}
