/** What was thrown becomes one of the contract's errors and an exit status. */
import { CommanderError } from 'commander';
import { describe, expect, test } from 'vitest';
import { describeError, exitStatus, UsageError } from '../../../src-main/cli/errors.ts';
import { CarrelError } from '../../../src-main/domain/errors.ts';
import { ContractFailure } from '../../../src-preload/contract/client.ts';

describe('errors of a command', () => {
  test('wrong usage, from our checks or from commander, ends with 2', () => {
    for (const thrown of [
      new UsageError('Give a query.'),
      new CommanderError(1, 'commander.unknownCommand', "error: unknown command 'x'"),
    ]) {
      const error = describeError(thrown);
      expect(error).toMatchObject({ code: 'usage', retryable: false });
      expect(error.message).not.toMatch(/^error:/);
      expect(exitStatus(error)).toBe(2);
    }
  });

  test('an error of the engine is passed on as it is and ends with 1', () => {
    const error = { code: 'notFound', message: 'There is no such document.', retryable: false } as const;
    expect(describeError(new ContractFailure(error))).toBe(error);
    expect(exitStatus(error)).toBe(1);
  });

  test('an error of attaching keeps its code', () => {
    const error = describeError(new CarrelError('libraryNewer', 'Made by a newer Carrel.', { detail: 'v9' }));
    expect(error).toEqual({
      code: 'libraryNewer',
      message: 'Made by a newer Carrel.',
      retryable: false,
      detail: 'v9',
    });
  });

  test('a stop by the person ends with 130', () => {
    const error = describeError(new DOMException('This operation was aborted', 'AbortError'));
    expect(error.code).toBe('cancelled');
    expect(exitStatus(error)).toBe(130);
  });

  test('anything else is internal and keeps its trace as detail', () => {
    expect(describeError(new TypeError('x is not a function'))).toMatchObject({
      code: 'internal',
      detail: expect.stringContaining('x is not a function') as string,
    });
    expect(describeError('text')).toMatchObject({ code: 'internal', detail: 'text' });
  });
});
