/** Command `presets`. In: nothing, or a name. Out: the presets as data. */
import type { Command } from 'commander';
import type { WirePreset } from '../../../src-preload/contract/asking.ts';
import { ContractFailure } from '../../../src-preload/contract/client.ts';
import { columns, count, wrap } from '../format.ts';
import type { Output } from '../output.ts';
import { runAction } from '../session.ts';

function printPreset(output: Output, preset: WirePreset): void {
  output.line(`${output.strong(preset.id)}  ${preset.title}`);
  output.line(wrap(`Keeps: ${preset.keeps}`, output.width, '  '));
  output.line(wrap(`Leaves out: ${preset.leavesOut}`, output.width, '  '));
  const { unit, total, image, table, example } = preset.pool;
  output.line(`  Evidence pool: ${total.toLocaleString('en-US')} ${unit}`);
  output.line(`    at most ${image} of figures, ${table} of tables, ${example} of examples`);
  output.line(`  Search: ${preset.mode}${preset.graph ? ', with related passages' : ''}`);
  output.line(
    `  Rounds: ${count(preset.rounds.locator, 'search round')}, ${count(preset.rounds.reader, 'reading round')}`,
  );
  for (const [role, settings] of Object.entries(preset.roles))
    if (settings !== null)
      output.line(
        `  ${role}: ${settings.model ?? 'the model set for answers'}${settings.tools.length > 0 ? `; tools ${settings.tools.join(', ')}` : ''}`,
      );
}

/** Adds the command to the program. */
export function addPresetsCommand(program: Command): void {
  const presets = program
    .command('presets')
    .description('how answers are made')
    .action((_options: object, command: Command) =>
      runAction(command, async ({ client, output, signal }) => {
        const list = await (await client()).call('presets.list', {}, signal);
        if (output.json) output.object(list);
        else output.line(columns(list.presets.map(({ id, title }) => [id, title])));
        return 0;
      }),
    );

  presets
    .command('show')
    .description('one preset in full')
    .argument('<name>')
    .action((name: string, _options: object, command: Command) =>
      runAction(command, async ({ client, output, signal }) => {
        const list = await (await client()).call('presets.list', {}, signal);
        const preset = list.presets.find(({ id }) => id === name);
        if (!preset)
          throw new ContractFailure({
            code: 'presetUnknown',
            message: `There is no preset "${name}". There are: ${list.presets.map(({ id }) => id).join(', ')}.`,
            retryable: false,
          });
        if (output.json) output.object({ presets: [preset] });
        else printPreset(output, preset);
        return 0;
      }),
    );
}
