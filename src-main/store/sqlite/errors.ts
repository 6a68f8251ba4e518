/** SQLite's errors as the ones of the contract. In: anything thrown. Out: CarrelError. */
import { CarrelError, toCarrelError } from '../../domain/errors.ts';

function sqliteCode(thrown: unknown): string | null {
  const code = thrown instanceof Error ? (thrown as { code?: unknown }).code : null;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : null;
}

/** True for errors that say the file itself is broken. */
export function isDamage(thrown: unknown): boolean {
  const code = sqliteCode(thrown) ?? '';
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB';
}

/** Keeps CarrelErrors; damage and a full disk get their own codes. */
export function storeError(thrown: unknown): CarrelError {
  const code = sqliteCode(thrown);
  if (thrown instanceof CarrelError || code === null) return toCarrelError(thrown);
  const detail = `${code}: ${(thrown as Error).message}`;
  if (isDamage(thrown))
    return new CarrelError(
      'libraryDamaged',
      'A database file is damaged. Close Carrel and open it again: it is set aside and rebuilt.',
      { detail, cause: thrown },
    );
  if (code === 'SQLITE_FULL')
    return new CarrelError('diskFull', 'The disk is full. Free some space and try again.', {
      retryable: true,
      detail,
      cause: thrown,
    });
  return new CarrelError('internal', 'The library could not be read or written just now. Try again.', {
    retryable: true,
    detail: `${detail}\n${(thrown as Error).stack ?? ''}`,
    cause: thrown,
  });
}
