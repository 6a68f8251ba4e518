/** Error codes and the form in which an error crosses a port. Codes never change their meaning. */
import { z } from 'zod';

export const ERROR_CODES = [
  'internal',
  'cancelled',
  'usage',
  'notFound',
  'unknownCall',
  'invalidInput',
  'engineUnavailable',
  'engineLocked',
  'libraryNewer',
  'libraryDamaged',
  'diskFull',
  'pathNotFound',
  'pathForbidden',
  'notAPdf',
  'damagedPdf',
  'passwordNeeded',
  'wrongPassword',
  'unsupportedEncryption',
  'fileChanged',
  'pageTooCostly',
  'readerCrashed',
  'ocrLanguageMissing',
  'noModel',
  'modelNotInstalled',
  'modelUnknown',
  'modelChecksum',
  'modelTooLarge',
  'modelCrashed',
  'modelOutput',
  'contextTooSmall',
  'downloadFailed',
  'offline',
  'addressRefused',
  'serverUnreachable',
  'serverRefused',
  'serverTimeout',
  'runNotFound',
  'presetUnknown',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export const errorSchema = z.object({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  retryable: z.boolean(),
  detail: z.string().nullable().optional(),
});
export type ContractError = z.infer<typeof errorSchema>;
