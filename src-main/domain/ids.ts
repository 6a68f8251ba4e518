/**
 * Branded identifiers. A brand stops one id from being passed where another is meant;
 * at run time each is a plain string.
 */
declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** sha-256 of the file's bytes, 64 lower-case hex digits. */
export type DocumentId = Branded<'DocumentId'>;
/** First 32 hex digits of sha-256 over document, kind, normalised text and occurrence. */
export type FragmentId = Branded<'FragmentId'>;
/** First 32 hex digits of sha-256 over document, asset kind, page and box. */
export type AssetId = Branded<'AssetId'>;
/** First 32 hex digits of sha-256 over document, maker and source fragment. */
export type PointId = Branded<'PointId'>;
/** UUID of one recorded run (an answer and its trace). */
export type RunId = Branded<'RunId'>;

export const asDocumentId = (value: string): DocumentId => value as DocumentId;
export const asFragmentId = (value: string): FragmentId => value as FragmentId;
export const asAssetId = (value: string): AssetId => value as AssetId;
export const asPointId = (value: string): PointId => value as PointId;
export const asRunId = (value: string): RunId => value as RunId;
