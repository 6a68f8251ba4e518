/** The command line as commander sees it. In: nothing. Out: the program with every command. */
import { Command } from 'commander';
import { addAskCommand } from './commands/ask.ts';
import { addDemoCommand } from './commands/demo.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addExportCommand } from './commands/export.ts';
import { addLibraryCommands } from './commands/library.ts';
import { addModelsCommand } from './commands/models.ts';
import { addPresetsCommand } from './commands/presets.ts';
import { addSearchCommand } from './commands/search.ts';
import { addServeCommand } from './commands/serve.ts';
import { addShowCommand } from './commands/show.ts';

/** A program that throws CommanderError instead of ending the process; `quiet` keeps stderr empty. */
export function createProgram(version: string, quiet: boolean): Command {
  const program = new Command('carrel')
    .description('Ask questions of folders of PDFs. Nothing leaves this computer.')
    .version(version, '-v, --version')
    .option('--home <dir>', 'folder that holds all data (else CARREL_HOME, else the platform’s own)')
    .option('--json', 'print one JSON object on stdout and nothing else')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });
  if (quiet) program.configureOutput({ writeErr: () => undefined });
  else program.showHelpAfterError('(carrel COMMAND --help says how it is used)');
  addLibraryCommands(program);
  addSearchCommand(program);
  addAskCommand(program);
  addShowCommand(program);
  addPresetsCommand(program);
  addModelsCommand(program);
  addExportCommand(program);
  addServeCommand(program);
  addDoctorCommand(program);
  addDemoCommand(program);
  return program;
}
