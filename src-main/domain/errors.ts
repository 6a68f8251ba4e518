/**
 * Every error that may reach a person has a stable code, a sentence saying what they can do, and
 * whether trying again can help. The list of codes is part of the contract.
 */
import type { ErrorCode } from '../../src-preload/contract/errors.ts';

export class CarrelError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  /** Technical detail, shown only when asked for. */
  readonly detail: string | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: { retryable?: boolean; detail?: string; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CarrelError';
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.detail = options.detail ?? null;
  }
}

/** Any thrown value as a CarrelError; an unknown one becomes `internal` with its text as detail. */
export function toCarrelError(thrown: unknown): CarrelError {
  if (thrown instanceof CarrelError) return thrown;
  if (thrown instanceof Error && thrown.name === 'AbortError')
    return new CarrelError('cancelled', 'This was stopped before it finished.', { cause: thrown });
  const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return new CarrelError('internal', 'Something in Carrel went wrong. Nothing that was stored is lost.', {
    retryable: true,
    detail: text,
    cause: thrown,
  });
}

/** Marks a switch as exhaustive at compile time. */
export function assertNever(value: never): never {
  throw new CarrelError('internal', `Unexpected value ${JSON.stringify(value)}.`);
}
