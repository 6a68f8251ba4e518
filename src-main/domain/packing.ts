/**
 * Page layouts and document content travel between worker, engine and store as packed bytes
 * (zstd over JSON), so that the engine's main thread relays them without decoding.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { PageLayout, PageState } from './page.ts';
import type { DocumentContent } from './content.ts';

/** A page as staged: what the ledger needs in clear, the layout packed. */
export interface PackedPage {
  readonly number: number;
  readonly label: string | null;
  readonly state: PageState;
  readonly reason: string | null;
  readonly layout: Uint8Array;
}

function pack(value: unknown): Uint8Array {
  return zstdCompressSync(Buffer.from(JSON.stringify(value), 'utf8'));
}

function unpack(bytes: Uint8Array): unknown {
  return JSON.parse(zstdDecompressSync(bytes).toString('utf8'));
}

export function packPage(layout: PageLayout): PackedPage {
  const { number, label, state, reason } = layout;
  return { number, label, state, reason, layout: pack(layout) };
}

export function unpackPage(page: { readonly layout: Uint8Array }): PageLayout {
  return unpack(page.layout) as PageLayout;
}

export function packContent(content: DocumentContent): Uint8Array {
  return pack(content);
}

export function unpackContent(bytes: Uint8Array): DocumentContent {
  return unpack(bytes) as DocumentContent;
}
