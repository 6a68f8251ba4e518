/** What PDFium and the file system say, as typed errors with a sentence a person understands. */
import { CarrelError } from '../../domain/errors.ts';
import { holdsPdfHeader } from '../walk.ts';

function systemError(path: string, code: string): CarrelError | null {
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new CarrelError('pathNotFound', `${path} is no longer there. Index again once it is back.`);
  if (code === 'EACCES' || code === 'EPERM')
    return new CarrelError('pathForbidden', `Carrel may not read ${path}. Check the file's permissions.`);
  return null;
}

/**
 * Messages of LiteParse 2.14 (`PDF error: …`, after PDFium's FPDF_GetLastError codes): invalid PDF
 * format, password required, unsupported security handler.
 */
export async function openFailure(
  thrown: unknown,
  path: string,
  password: string | undefined,
): Promise<CarrelError> {
  if (thrown instanceof CarrelError) return thrown;
  const detail = thrown instanceof Error ? thrown.message : String(thrown);
  if (/password required/i.test(detail))
    return password === undefined
      ? new CarrelError('passwordNeeded', 'This file is protected. Give its password to have it read.', {
          detail,
        })
      : new CarrelError('wrongPassword', 'This password does not open the file. Check it and try again.', {
          detail,
        });
  if (/security handler/i.test(detail))
    return new CarrelError(
      'unsupportedEncryption',
      'This file is protected in a way Carrel cannot open. Save an unprotected copy and index that.',
      { detail },
    );
  try {
    if (!(await holdsPdfHeader(path))) return notAPdf(detail);
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
    return systemError(path, code) ?? damaged(detail);
  }
  return damaged(detail);
}

export function notAPdf(detail: string): CarrelError {
  return new CarrelError(
    'notAPdf',
    'This is not a PDF, although its name says so. Save it as a PDF, or leave it out.',
    { detail },
  );
}

function damaged(detail: string): CarrelError {
  return new CarrelError(
    'damagedPdf',
    'This file is damaged and cannot be opened. Get a fresh copy and index again.',
    { detail },
  );
}
