/**
 * Opens PDFs with pdf.js. In: the address of a document's bytes. Out: a loading task whose decoders,
 * character maps and fonts come from beside this page, never from elsewhere.
 */
import { GlobalWorkerOptions, getDocument, type PDFDocumentLoadingTask } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Largest picture that is decoded, in pixels: one of 60,000 × 60,000 took 1.9 GB. */
const MOST_PIXELS = 100_000_000;

function beside(folder: string): string {
  return new URL(`pdfjs/${folder}/`, document.baseURI).href;
}

/** Bytes are fetched in ranges as pages are looked at, so that a 500 MB file opens at once. */
export function loadPdf(url: string): PDFDocumentLoadingTask {
  return getDocument({
    url,
    cMapUrl: beside('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: beside('standard_fonts'),
    wasmUrl: beside('wasm'),
    iccUrl: beside('iccs'),
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    maxImageSize: MOST_PIXELS,
  });
}

/** Where pdf.js finds the pictures of notes and stamps, with a trailing slash. */
export const ANNOTATION_IMAGES = beside('images');
