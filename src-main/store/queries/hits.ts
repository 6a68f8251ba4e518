/**
 * Content of hits (reader). In: fragment ids by rank. Out: what a hit shows: text, printed lines as
 * boxes, heading path, and the tables and figures beside it.
 */
import type { FragmentId } from '../../domain/ids.ts';
import type { MediaReference } from '../../domain/search.ts';
import type { PageBox } from '../../domain/geometry.ts';
import type { HitContent } from '../interfaces/search.ts';
import type { Db } from '../sqlite/connection.ts';
import { rows } from '../sqlite/connection.ts';
import type { FragmentRow } from './fragments.ts';
import { fragmentRow } from './fragments.ts';
import { pathsOf } from './paths.ts';

/** A page of an atlas may carry dozens of pictures; a hit names the nearest few. */
const MOST_MEDIA = 6;
/** "Table 3", "Figure 2.1", "Fig. 4a" in running text. */
const MENTION = /\b(table|figure|fig|exhibit|chart)\.?\s*([a-z]?\d+(?:[.-]\d+)*[a-z]?)/giu;

export function hydrate(db: Db, ids: readonly FragmentId[]): HitContent[] {
  const paths = new Map<number, string | undefined>();
  return ids.flatMap((id) => {
    const found = fragmentRow(db, id);
    if (found === undefined) return [];
    const owner = found.document_row;
    if (!paths.has(owner)) paths.set(owner, pathsOf(db, owner)[0]);
    const path = paths.get(owner);
    return path === undefined ? [] : [content(db, found, path)];
  });
}

function content(db: Db, found: FragmentRow, path: string): HitContent {
  return {
    fragment: found.id,
    kind: found.kind,
    document: found.document,
    path,
    page: found.page,
    pageLabel: found.page_label,
    boxes: boxesOf(db, found.row),
    heading: JSON.parse(found.heading) as string[],
    text: found.text,
    markdown: found.markdown ?? found.text,
    media: mediaBeside(db, found),
  };
}

function boxesOf(db: Db, fragment: number): PageBox[] {
  return rows<PageBox>(
    db,
    'SELECT page, x0, y0, x1, y1 FROM region WHERE fragment = ? ORDER BY ordinal',
    fragment,
  );
}

interface MediaRow extends MediaReference {
  readonly ordinal: number;
}

/** Tables and images on the pages of the fragment, and those its text mentions by their label. */
function mediaBeside(db: Db, found: FragmentRow): MediaReference[] {
  const mentioned = mentions(found.text);
  const beside = rows<MediaRow>(
    db,
    `SELECT f.id AS fragment, a.label, f.kind, f.page, f.ordinal FROM fragment AS f
     LEFT JOIN asset AS a ON a.id = f.asset
     WHERE f.document = ? AND f.row <> ? AND f.kind IN ('table', 'image') AND f.page IN
       (SELECT page FROM region WHERE fragment = ? UNION SELECT ?)`,
    ...[found.document_row, found.row, found.row, found.page],
  );
  const named = mentioned.size === 0 ? [] : namedMedia(db, found, mentioned);
  const byDistance = (media: MediaRow): number => Math.abs(media.ordinal - found.ordinal);
  const ordered = [...named, ...beside.sort((left, right) => byDistance(left) - byDistance(right))];
  const unique = new Map(ordered.map((media) => [media.fragment, media]));
  return [...unique.values()]
    .slice(0, MOST_MEDIA)
    .map(({ fragment, label, kind, page }) => ({ fragment, label, kind, page }));
}

function namedMedia(db: Db, found: FragmentRow, mentioned: ReadonlySet<string>): MediaRow[] {
  const labelled = rows<MediaRow>(
    db,
    `SELECT f.id AS fragment, a.label, f.kind, f.page, f.ordinal FROM asset AS a
     JOIN fragment AS f ON f.asset = a.id AND f.document = a.document
     WHERE a.document = ? AND a.label IS NOT NULL AND f.row <> ? AND f.kind IN ('table', 'image')`,
    found.document_row,
    found.row,
  );
  return labelled.filter(({ label }) => [...mentions(label ?? '')].some((name) => mentioned.has(name)));
}

/** Labels in a common form: "Fig. 2" and "Figure 2" are the same. */
function mentions(text: string): Set<string> {
  const names = [...text.matchAll(MENTION)].map(([, kind = '', number = '']) => {
    const word = kind.toLowerCase();
    return `${word === 'fig' ? 'figure' : word} ${number.toLowerCase()}`;
  });
  return new Set(names);
}
