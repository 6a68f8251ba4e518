/** Command `models`. In: catalogue ids and server addresses. Out: what is there, and a real test answer. */
import type { Command } from 'commander';
import type { Client } from '../../../src-preload/contract/client.ts';
import type { CatalogueEntry } from '../../../src-preload/contract/models.ts';
import { bytes, columns, duration, wrap } from '../format.ts';
import { readInputFile } from '../options.ts';
import type { Output } from '../output.ts';
import { clean } from '../output.ts';
import { downloadView } from '../progress.ts';
import type { Session } from '../session.ts';
import { runAction } from '../session.ts';

/** Downloads and checks a model with progress on stderr; resolves to its file. Ctrl-C stops it. */
export async function addModel(session: Session, client: Client, id: string): Promise<string> {
  const display = session.progress();
  const end = client.on('models.progress', (progress) => {
    if (progress.id === id) display.show(downloadView(progress));
  });
  try {
    return (await client.call('models.add', { id }, session.signal)).file;
  } finally {
    end();
    display.stop();
  }
}

async function entryOf(client: Client, id: string, signal: AbortSignal): Promise<CatalogueEntry[]> {
  const { models } = await client.call('models.list', {}, signal);
  return models.filter((entry) => entry.id === id);
}

function modelRow(entry: CatalogueEntry): string[] {
  const state = entry.bundled ? 'comes with Carrel' : entry.installed ? 'installed' : 'not installed';
  const memory = entry.memory === null ? '' : `needs ${bytes(entry.memory.needed)} of memory`;
  return [entry.id, entry.kind, bytes(entry.bytes), state, entry.licence, memory];
}

async function listModels(session: Session): Promise<void> {
  const list = await (await session.client()).call('models.list', {}, session.signal);
  if (session.output.json) session.output.object(list);
  else session.output.line(columns(list.models.map(modelRow)));
}

interface TestOptions {
  readonly keyFile?: string;
  readonly allowPublic?: boolean;
}

async function testModel(session: Session, target: string, options: TestOptions): Promise<boolean> {
  const { output } = session;
  const key = options.keyFile === undefined ? undefined : readInputFile(options.keyFile, 'key file').trim();
  const result = await (
    await session.client()
  ).call('models.test', { target, key, allowPublic: options.allowPublic }, session.signal);
  if (output.json) output.object(result);
  else {
    output.line(
      `${result.ok ? 'It answers' : 'It does not answer as it should'}: ${clean(result.model ?? target)}`,
    );
    if (result.answer !== '') output.line(wrap(clean(result.answer), output.width, '  '));
    const speed = result.tokensPerSecond === null ? '' : `, ${result.tokensPerSecond.toFixed(1)} tokens/s`;
    output.line(`  ${duration(result.milliseconds)}${speed}`);
    if (result.supports)
      output.line(
        `  ${clean(result.supports.baseUrl)}, ${result.supports.jsonSchema ? 'keeps to' : 'does not keep to'} a JSON schema`,
      );
    if (result.models.length > 0) output.line(`  Models: ${clean(result.models.join(', '))}`);
  }
  return result.ok;
}

function printState(output: Output, models: CatalogueEntry[], extra: object): void {
  if (output.json) output.object({ models, ...extra });
  else output.line(columns(models.map(modelRow)));
}

/** Adds the command with its four forms to the program. */
export function addModelsCommand(program: Command): void {
  const models = program
    .command('models')
    .description('local models and servers')
    .action((_options: object, command: Command) =>
      runAction(command, async (session) => {
        await listModels(session);
        return 0;
      }),
    );

  models
    .command('list')
    .description('the catalogue and what of it is here')
    .action((_options: object, command: Command) =>
      runAction(command, async (session) => {
        await listModels(session);
        return 0;
      }),
    );

  models
    .command('add')
    .description('download a model of the catalogue and check it')
    .argument('<id>')
    .action((id: string, _options: object, command: Command) =>
      runAction(command, async (session) => {
        const client = await session.client();
        const file = await addModel(session, client, id);
        printState(session.output, await entryOf(client, id, session.signal), { file });
        return 0;
      }),
    );

  models
    .command('remove')
    .description('delete a downloaded model')
    .argument('<id>')
    .action((id: string, _options: object, command: Command) =>
      runAction(command, async (session) => {
        const client = await session.client();
        await client.call('models.remove', { id }, session.signal);
        printState(session.output, await entryOf(client, id, session.signal), {});
        return 0;
      }),
    );

  models
    .command('test')
    .description('get a real answer from a model or a server')
    .argument('<target>', 'a catalogue id, or the address of a server')
    .option('--key-file <file>', 'file that holds the key of the server')
    .option('--allow-public', 'the address may be outside this computer and its network')
    .action((target: string, options: TestOptions, command: Command) =>
      runAction(command, async (session) => ((await testModel(session, target, options)) ? 0 : 1)),
    );
}
