/** Ids that stay the same when a file is read again. In: what a row is made of. Out: 32 hex digits. */
import { createHash } from 'node:crypto';
import { asAssetId, asFragmentId, type AssetId, type DocumentId, type FragmentId } from '../../domain/ids.ts';
import type { AssetKind, FragmentKind } from '../../domain/content.ts';
import type { PageBox } from '../../domain/geometry.ts';

function digest(...parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** White space and compatibility forms do not make another fragment. */
const normalised = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, ' ').trim();

/** Gives fragment ids of one document; `occurrence` counts equal texts of a kind, from 0. */
export function fragmentIds(document: DocumentId): (kind: FragmentKind, text: string) => FragmentId {
  const seen = new Map<string, number>();
  return (kind, text) => {
    const key = `${kind} ${normalised(text)}`;
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    return asFragmentId(digest(document, kind, normalised(text), occurrence));
  };
}

/** Positions are compared in tenths of a point. */
export function assetId(document: DocumentId, kind: AssetKind, box: PageBox): AssetId {
  const tenths = [box.x0, box.y0, box.x1, box.y1].map((value) => Math.round(value * 10));
  return asAssetId(digest(document, kind, box.page, ...tenths));
}
