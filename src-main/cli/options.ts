/** Checks of option values. In: text from the command line. Out: typed values, or wrong usage. */
import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { UsageError } from './errors.ts';

/** A parser of whole numbers from `least` to `most`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/u.test(text) || value < least || value > most)
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    return value;
  };
}

/** The file's text; a file that cannot be read is wrong usage. `what` names it in the sentence. */
export function readInputFile(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'There is no such file' : String(error);
    throw new UsageError(`The ${what} "${path}" cannot be read. ${reason}.`);
  }
}

/** Passwords of a file, one a line; spaces belong to the password, empty lines do not count. */
export function readPasswords(path: string | undefined): string[] {
  if (path === undefined) return [];
  return readInputFile(path, 'password file')
    .split(/\r?\n/u)
    .filter((line) => line !== '');
}
