/** Command `export`. In: a run or a collection. Out: a file with the answers and their evidence. */
import type { Command } from 'commander';
import { Argument, Option } from 'commander';
import { UsageError } from '../errors.ts';
import { writeWhole } from '../files.ts';
import { runAction } from '../session.ts';

const FORMATS = ['md', 'html', 'json'] as const;
type Format = (typeof FORMATS)[number];
/** Formats of the command-line contract that this version does not write. */
const LATER_FORMATS = ['pdf', 'bibtex', 'ris'];

function isFormat(format: string): format is Format {
  return (FORMATS as readonly string[]).includes(format);
}

interface ExportOptions {
  readonly collection?: string;
  readonly format: string;
  readonly out: string;
}

/** Adds the command to the program. */
export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description('write an answer, or the answers of a collection, with their evidence')
    .addArgument(new Argument('[run]', 'id of a run, as "ask" gives it'))
    .option('--collection <name>', 'every answer of this collection')
    .addOption(new Option('--format <format>', `one of ${FORMATS.join(', ')}`).makeOptionMandatory())
    .requiredOption('--out <file>', 'file to write')
    .action((run: string | undefined, options: ExportOptions, command: Command) =>
      runAction(command, async ({ client, output, signal }) => {
        const { collection, format } = options;
        if (LATER_FORMATS.includes(format))
          throw new UsageError(`This version cannot write ${format} yet. It writes ${FORMATS.join(', ')}.`);
        if (!isFormat(format)) throw new UsageError(`The format is one of ${FORMATS.join(', ')}.`);
        if ((run === undefined) === (collection === undefined))
          throw new UsageError('Name either a run, or a collection with --collection NAME.');
        const { text } = await (await client()).call('export.render', { run, collection, format }, signal);
        const file = await writeWhole(options.out, text);
        if (output.json) output.object({ file });
        else output.line(file);
        return 0;
      }),
    );
}
