/**
 * One hop along relations (reader). In: anchor fragments. Out: fragments that are the source of a
 * related knowledge point, typed relations before `similar`.
 */
import type { FragmentId } from '../../domain/ids.ts';
import type { SearchFilter } from '../../domain/search.ts';
import type { Related } from '../interfaces/search.ts';
import type { Db } from '../sqlite/connection.ts';
import { rows } from '../sqlite/connection.ts';
import { fragmentScope } from './scope.ts';

/** Points of the fragment itself; else those of its section (one point stands for a whole section). */
const POINTS_OF = `
  SELECT k.row FROM knowledge_point AS k JOIN fragment AS a ON a.id = @anchor WHERE k.fragment = a.row
  UNION
  SELECT k.row FROM fragment AS a JOIN fragment AS s ON s.document = a.document AND s.section IS a.section
  JOIN knowledge_point AS k ON k.fragment = s.row
  WHERE a.id = @anchor AND NOT EXISTS (SELECT 1 FROM knowledge_point WHERE fragment = a.row)`;

/** Relations are read in both directions: one that document A made towards B also leads from B to A. */
function hop(db: Db, anchor: FragmentId, filter: SearchFilter, limit: number): Related[] {
  const scope = fragmentScope(filter, 'f');
  return rows<Related>(
    db,
    `WITH point(row) AS (${POINTS_OF}), edge(other, kind, weight) AS (
       SELECT target, kind, weight FROM relation WHERE source IN (SELECT row FROM point)
       UNION ALL SELECT source, kind, weight FROM relation WHERE target IN (SELECT row FROM point))
     SELECT @anchor AS "from", f.id AS "to", e.kind, max(e.weight) AS weight
     FROM edge AS e JOIN knowledge_point AS k ON k.row = e.other JOIN fragment AS f ON f.row = k.fragment
     WHERE f.id <> @anchor AND ${scope.where}
     GROUP BY f.id, e.kind = 'similar' ORDER BY e.kind = 'similar', weight DESC, f.row LIMIT ?`,
    ...[...scope.parameters, limit, { anchor }],
  );
}

export function related(
  db: Db,
  anchors: readonly FragmentId[],
  filter: SearchFilter,
  limit: number,
): Related[] {
  return anchors.flatMap((anchor) => hop(db, anchor, filter, limit));
}
