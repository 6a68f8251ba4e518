/**
 * Filters as SQL. In: a search filter. Out: conditions on a fragment `f` or a document `d` with
 * their parameters. Readers see library.db as main and user.db as `user`.
 */
import { CarrelError } from '../../domain/errors.ts';
import type { SearchFilter } from '../../domain/search.ts';
import type { Db } from '../sqlite/connection.ts';
import { row } from '../sqlite/connection.ts';

export interface Scope {
  /** Conditions joined by AND; `1` where nothing is filtered. */
  readonly where: string;
  readonly parameters: readonly string[];
}

const OF_COLLECTION =
  'SELECT document FROM file WHERE root IN (SELECT id FROM user.root WHERE collection = ?)';
const OF_IDS = 'SELECT row FROM document WHERE id IN (SELECT value FROM json_each(?))';

/** Conditions on the document row held by `column`. */
export function documentScope(filter: Pick<SearchFilter, 'collection' | 'documents'>, column: string): Scope {
  const conditions: string[] = [];
  const parameters: string[] = [];
  if (filter.collection !== undefined) {
    conditions.push(`${column} IN (${OF_COLLECTION})`);
    parameters.push(filter.collection);
  }
  if (filter.documents !== undefined) {
    conditions.push(`${column} IN (${OF_IDS})`);
    parameters.push(JSON.stringify(filter.documents));
  }
  return { where: conditions.length === 0 ? '1' : conditions.join(' AND '), parameters };
}

/** Conditions on the fragment named `alias`. */
export function fragmentScope(filter: SearchFilter, alias: string): Scope {
  const documents = documentScope(filter, `${alias}.document`);
  if (filter.kinds === undefined) return documents;
  return {
    where: `${documents.where} AND ${alias}.kind IN (SELECT value FROM json_each(?))`,
    parameters: [...documents.parameters, JSON.stringify(filter.kinds)],
  };
}

/** Throws notFound for a collection that does not exist. */
export function requireCollection(db: Db, collection: string | undefined): void {
  if (collection === undefined) return;
  if (row(db, 'SELECT 1 FROM user.collection WHERE name = ?', collection) === undefined)
    throw new CarrelError('notFound', `There is no collection named “${collection}”.`);
}

/** True where the filter lets everything through. */
export function isOpen(filter: SearchFilter): boolean {
  return filter.collection === undefined && filter.documents === undefined && filter.kinds === undefined;
}
