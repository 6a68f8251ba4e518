/** Command `doctor`. In: nothing. Out: every check of the data, and exit status 1 when one fails. */
import type { Command } from 'commander';
import { clean } from '../output.ts';
import { runAction } from '../session.ts';

/** Adds the command to the program. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check the databases, missing files and models')
    .action((_options: object, command: Command) =>
      runAction(command, async ({ client, output, signal }) => {
        const report = await (await client()).call('doctor.run', {}, signal);
        if (output.json) output.object(report);
        else {
          for (const { name, ok, detail } of report.checks)
            output.line(`${ok ? 'ok     ' : 'FAILED '} ${clean(name)}: ${clean(detail)}`);
          output.line(report.ok ? 'All is well.' : 'Something needs attention; see above.');
        }
        return report.ok ? 0 : 1;
      }),
    );
}
