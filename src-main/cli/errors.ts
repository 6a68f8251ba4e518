/**
 * What went wrong, for a person and for a script. In: anything thrown by a command. Out: the error
 * of the contract and the exit status of cli.md (1 failed, 2 wrong usage, 130 stopped by Ctrl-C).
 */
import { CommanderError } from 'commander';
import { errorSchema } from '../../src-preload/contract/errors.ts';
import type { ContractError } from '../../src-preload/contract/errors.ts';
import { ContractFailure } from '../../src-preload/contract/client.ts';

/** Wrong usage found after parsing: a missing argument, options that exclude each other, a bad file. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** Any thrown value as the contract's error. Errors of the engine's client carry `code` themselves. */
export function describeError(thrown: unknown): ContractError {
  if (thrown instanceof ContractFailure) return thrown.error;
  if (thrown instanceof UsageError) return { code: 'usage', message: thrown.message, retryable: false };
  if (thrown instanceof CommanderError) {
    // Without a command commander prints its help and has no sentence of its own.
    const named = thrown.code === 'commander.help' ? 'Name a command.' : thrown.message;
    return { code: 'usage', message: named.replace(/^error: /, ''), retryable: false };
  }
  if (thrown instanceof Error && thrown.name === 'AbortError')
    return { code: 'cancelled', message: 'This was stopped before it finished.', retryable: true };
  const parsed = errorSchema.safeParse(
    thrown instanceof Error ? { ...thrown, message: thrown.message } : undefined,
  );
  if (parsed.success) return parsed.data;
  return {
    code: 'internal',
    message: 'Something in Carrel went wrong. Nothing that was stored is lost.',
    retryable: true,
    detail: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown),
  };
}

/** Exit status for an error of the contract. */
export function exitStatus(error: ContractError): number {
  if (error.code === 'usage' || error.code === 'invalidInput') return 2;
  return error.code === 'cancelled' ? 130 : 1;
}
