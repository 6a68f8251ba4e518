/**
 * Keeps the document of the last call open in the second reader, since batches of one file follow
 * each other. In: a file. Out: its page frames and labels, empty where pdf.js cannot open it.
 */
import { stat } from 'node:fs/promises';
import type { PageFrame } from '../layout/frame.ts';
import type { FileTarget } from '../workers/protocol.ts';
import { openSecondReader, type OpenDocument, type OutlineEntry } from './second-reader.ts';

export interface DocumentFacts {
  /** Null where pdf.js does not know; `page` is 1-based. */
  frame(page: number): Promise<PageFrame | null>;
  label(page: number): Promise<string | null>;
  outline(): Promise<readonly OutlineEntry[]>;
  title(): Promise<string | null>;
}

const NOTHING_KNOWN: DocumentFacts = {
  frame: () => Promise.resolve(null),
  label: () => Promise.resolve(null),
  outline: () => Promise.resolve([]),
  title: () => Promise.resolve(null),
};

let current: { readonly key: string; readonly document: OpenDocument | null } | null = null;

/** Never throws: PDFium decides whether a file can be read. */
export async function documentFacts(target: FileTarget): Promise<DocumentFacts> {
  const status = await stat(target.path).catch(() => null);
  const key = JSON.stringify([target.path, target.password, status?.size, status?.mtimeMs]);
  if (current?.key !== key) {
    await closeDocument();
    current = { key, document: await openSecondReader(target.path, target.password).catch(() => null) };
  }
  const { document } = current;
  if (document === null) return NOTHING_KNOWN;
  let labels: Promise<readonly string[] | null> | null = null;
  return {
    frame: (page) => document.frame(page),
    async label(page) {
      labels ??= document.labels();
      return (await labels)?.[page - 1] || null;
    },
    outline: () => document.outline(),
    title: () => document.title(),
  };
}

export async function closeDocument(): Promise<void> {
  const last = current?.document;
  current = null;
  await last?.close().catch(() => undefined);
}
