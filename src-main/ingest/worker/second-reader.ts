/**
 * What pdf.js knows about a document besides its text: page boxes and rotation, labels, outline,
 * title. In: a path. Out: an open document that reads only the byte ranges it needs.
 */
import { createRequire } from 'node:module';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { getDocument, PDFDataRangeTransport, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PageFrame } from '../layout/frame.ts';
import type { Rotation } from '../../domain/geometry.ts';

const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folder = (name: string): string => join(packageFolder, name) + sep;

/** pdf.js's own default; larger chunks read more than the cross-reference table needs. */
const RANGE_CHUNK = 64 * 1024;

export interface OutlineEntry {
  readonly title: string;
  /** 1 for the outermost. */
  readonly level: number;
}

export interface OpenDocument {
  readonly pageCount: number;
  /** Null where pdf.js cannot read the page's dictionary. `page` is 1-based. */
  frame(page: number): Promise<PageFrame | null>;
  labels(): Promise<readonly string[] | null>;
  outline(): Promise<readonly OutlineEntry[]>;
  title(): Promise<string | null>;
  close(): Promise<void>;
}

/** Serves byte ranges of a file that is never loaded whole. */
function fileRanges(file: FileHandle, size: number): PDFDataRangeTransport {
  class FileRanges extends PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number): void {
      const buffer = new Uint8Array(end - begin);
      file.read(buffer, 0, buffer.length, begin).then(
        () => this.onDataRange(begin, buffer),
        () => this.abort(),
      );
    }
  }
  return new FileRanges(size, null);
}

function turned(rotate: number): Rotation {
  return ((((Math.round(rotate / 90) * 90) % 360) + 360) % 360) as Rotation;
}

/** Throws what pdf.js throws (a file that only PDFium can open). */
export async function openSecondReader(path: string, password: string | undefined): Promise<OpenDocument> {
  const file = await open(path, 'r');
  let document: PDFDocumentProxy;
  try {
    const { size } = await file.stat();
    document = await getDocument({
      range: fileRanges(file, size),
      rangeChunkSize: RANGE_CHUNK,
      disableAutoFetch: true,
      disableStream: true,
      verbosity: VerbosityLevel.ERRORS,
      cMapUrl: folder('cmaps'),
      cMapPacked: true,
      standardFontDataUrl: folder('standard_fonts'),
      wasmUrl: folder('wasm'),
      iccUrl: folder('iccs'),
      ...(password === undefined ? {} : { password }),
    }).promise;
  } catch (thrown) {
    await file.close();
    throw thrown;
  }

  async function outline(): Promise<OutlineEntry[]> {
    const entries: OutlineEntry[] = [];
    const visit = (nodes: readonly { title: string; items: unknown[] }[], level: number): void => {
      for (const node of nodes) {
        entries.push({ title: node.title, level });
        visit(node.items as { title: string; items: unknown[] }[], level + 1);
      }
    };
    visit((await document.getOutline().catch(() => null)) ?? [], 1);
    return entries;
  }

  return {
    pageCount: document.numPages,
    async frame(page) {
      try {
        const { view, rotate, userUnit } = await document.getPage(page);
        const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = view;
        return { crop: { x0, y0, x1, y1 }, rotation: turned(rotate), userUnit: userUnit > 0 ? userUnit : 1 };
      } catch {
        return null;
      }
    },
    labels: () => document.getPageLabels().catch(() => null),
    outline,
    async title() {
      const metadata = await document.getMetadata().catch(() => null);
      const title = (metadata?.info as { Title?: unknown } | undefined)?.Title;
      return typeof title === 'string' ? title : null;
    },
    async close() {
      await document.loadingTask.destroy();
      await file.close();
    },
  };
}
