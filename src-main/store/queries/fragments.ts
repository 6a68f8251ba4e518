/**
 * Fragments and pages as stored (reader). In: ids. Out: whole fragments with regions and words, page
 * layouts, sections.
 */
import { unpackPage } from '../../domain/packing.ts';
import type { FragmentKind, Region, Section } from '../../domain/content.ts';
import type { AssetId, DocumentId, FragmentId } from '../../domain/ids.ts';
import type { PageLayout } from '../../domain/page.ts';
import type { StoredFragment } from '../interfaces/library.ts';
import type { Db } from '../sqlite/connection.ts';
import { row, rows } from '../sqlite/connection.ts';
import { decodeWords } from '../text/word-codec.ts';
import { pathsOf } from './paths.ts';

export interface FragmentRow {
  readonly row: number;
  readonly id: FragmentId;
  readonly document_row: number;
  readonly document: DocumentId;
  readonly kind: FragmentKind;
  readonly ordinal: number;
  readonly section: number | null;
  readonly page: number;
  readonly page_label: string | null;
  readonly tokens: number;
  readonly asset: AssetId | null;
  readonly heading: string;
  readonly text: string;
  readonly markdown: string | null;
}

const STORED = `
  SELECT f.row, f.id, f.document AS document_row, d.id AS document, f.kind, f.ordinal, f.section,
    f.page, p.label AS page_label, f.tokens, f.asset, f.heading, f.text, f.markdown
  FROM fragment AS f JOIN document AS d ON d.row = f.document
  LEFT JOIN page AS p ON p.document = f.document AND p.number = f.page`;

export function fragmentRow(db: Db, id: FragmentId): FragmentRow | undefined {
  return row<FragmentRow>(db, `${STORED} WHERE f.id = ?`, id);
}

interface RegionRow extends Omit<Region, 'words'> {
  readonly words: Buffer;
}

export function regionsOf(db: Db, fragment: number): Region[] {
  return rows<RegionRow>(
    db,
    'SELECT page, x0, y0, x1, y1, start, "end", words FROM region WHERE fragment = ? ORDER BY ordinal',
    fragment,
  ).map((region) => ({ ...region, words: decodeWords(region.words) }));
}

function stored(db: Db, found: FragmentRow): StoredFragment {
  return {
    id: found.id,
    document: found.document,
    path: pathsOf(db, found.document_row)[0] ?? '',
    kind: found.kind,
    ordinal: found.ordinal,
    section: found.section,
    heading: JSON.parse(found.heading) as string[],
    text: found.text,
    markdown: found.markdown ?? found.text,
    tokens: found.tokens,
    regions: regionsOf(db, found.row),
    asset: found.asset,
    page: found.page,
    pageLabel: found.page_label,
  };
}

export function fragment(db: Db, id: FragmentId): StoredFragment | null {
  const found = fragmentRow(db, id);
  return found === undefined ? null : stored(db, found);
}

export function fragments(db: Db, ids: readonly FragmentId[]): StoredFragment[] {
  return ids.flatMap((id) => fragment(db, id) ?? []);
}

export function fragmentsOfPage(db: Db, document: DocumentId, page: number): StoredFragment[] {
  return rows<FragmentRow>(
    db,
    `${STORED} WHERE f.document = (SELECT row FROM document WHERE id = ?) AND f.page = ? ORDER BY f.ordinal`,
    document,
    page,
  ).map((found) => stored(db, found));
}

export function neighbours(db: Db, id: FragmentId, before: number, after: number): StoredFragment[] {
  const anchor = fragmentRow(db, id);
  if (anchor === undefined) return [];
  return rows<FragmentRow>(
    db,
    `${STORED} WHERE f.document = ? AND f.ordinal BETWEEN ? AND ? ORDER BY f.ordinal`,
    anchor.document_row,
    anchor.ordinal - before,
    anchor.ordinal + after,
  ).map((found) => stored(db, found));
}

export function sections(db: Db, document: DocumentId): Section[] {
  return rows<Section>(
    db,
    `SELECT ordinal, parent, level, title, page FROM section
     WHERE document = (SELECT row FROM document WHERE id = ?) ORDER BY ordinal`,
    document,
  );
}

export function page(db: Db, document: DocumentId, number: number): PageLayout | null {
  const found = row<{ layout: Buffer }>(
    db,
    `SELECT coalesce(published, layout) AS layout FROM page
     WHERE document = (SELECT row FROM document WHERE id = ?) AND number = ?`,
    document,
    number,
  );
  return found === undefined ? null : unpackPage(found);
}
