/** Ports of the ingest room towards the engine's indexing coordinator. */
import type { Box } from '../geometry.ts';
import type { PackedPage } from '../packing.ts';
import type { DocumentId } from '../ids.ts';

export interface PageBatch {
  readonly pageCount: number;
  readonly pages: readonly PackedPage[];
}

export interface PictureRequest {
  readonly path: string;
  readonly password?: string | undefined;
  /** 1-based physical page. */
  readonly page: number;
  /** Region in PDF user space; the whole visible page when absent. */
  readonly box?: Box | undefined;
  readonly dpi: number;
  /** Outlines to draw over the picture, with the colour of their kind (CSS colour). */
  readonly outlines?: readonly { readonly box: Box; readonly color: string; readonly label?: string }[];
}

/**
 * Pages are read in worker processes that are watched from outside. A method rejects with
 * CarrelError: passwordNeeded, wrongPassword, unsupportedEncryption, damagedPdf, notAPdf,
 * pageTooCostly, readerCrashed. A page that alone exceeds its budget comes back `failed`; the
 * rest of its batch is read all the same.
 */
export interface PageReader {
  /** Opens the file and says how many pages it has. */
  open(path: string, password: string | undefined, signal: AbortSignal): Promise<{ pageCount: number }>;
  readPages(
    path: string,
    password: string | undefined,
    pages: readonly number[],
    signal: AbortSignal,
  ): Promise<PageBatch>;
  /** OCR of the given pages; their new layouts have state `ocr`, `empty`, `unreliable` or `failed`. */
  recognisePages(
    path: string,
    password: string | undefined,
    pages: readonly number[],
    signal: AbortSignal,
  ): Promise<PageBatch>;
  /** Sections, fragments and assets from all packed pages of a document, as packed content. */
  assemble(
    document: DocumentId,
    path: string,
    password: string | undefined,
    pages: readonly PackedPage[],
    signal: AbortSignal,
  ): Promise<Uint8Array>;
  /** PNG bytes of a page or region, rendered when first looked at. */
  picture(request: PictureRequest, signal: AbortSignal): Promise<Uint8Array>;
  /** How many workers were replaced since start, and the largest resident memory seen, in bytes. */
  readonly statistics: { readonly replaced: number; readonly peakBytes: number };
  close(): Promise<void>;
}
