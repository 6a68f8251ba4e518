/**
 * Entry of the command line. In: arguments. Out: stdout and exit status as cli.md says: 0 did its
 * work, 1 failed, 2 wrong usage, 130 stopped.
 */
import { CommanderError } from 'commander';
import { productPaths } from '../engine/client/paths.ts';
import { describeError, exitStatus } from './errors.ts';
import { createOutput, printError } from './output.ts';
import { createProgram } from './program.ts';

/** `--events` and `--batch` print one object a line, `--json` one in all. */
const JSON_OPTIONS = ['--json', '--events', '--batch'];

/** True when stdout carries JSON, so that even an error of parsing is printed as JSON. */
function wantsJson(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return (end < 0 ? words : words.slice(0, end)).some((word) =>
    JSON_OPTIONS.includes(word.split('=')[0] ?? ''),
  );
}

const words = process.argv.slice(2);
const json = wantsJson(words);
try {
  await createProgram(productPaths().version, json).parseAsync(words, { from: 'user' });
} catch (thrown) {
  if (thrown instanceof CommanderError && thrown.exitCode === 0) process.exitCode = 0;
  else {
    const error = describeError(thrown);
    process.exitCode = exitStatus(error);
    const output = createOutput(json, () => process.exit(1));
    // commander has already said on stderr what is wrong with the arguments.
    if (json || !(thrown instanceof CommanderError)) printError(output, error);
    await output.flush();
  }
}
// A socket or a timer of a finished command must not keep the shell waiting.
process.exit();
