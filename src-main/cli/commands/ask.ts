/** Command `ask`. In: a question. Out: the streamed answer, its citations, and the stored run. */
import type { Command } from 'commander';
import type { AskInput, WireAskResult } from '../../../src-preload/contract/ask.ts';
import type { Client } from '../../../src-preload/contract/client.ts';
import { ContractFailure } from '../../../src-preload/contract/client.ts';
import type { RunEvent } from '../../../src-preload/contract/run-events.ts';
import type { WireCitation } from '../../../src-preload/contract/shapes.ts';
import { UsageError } from '../errors.ts';
import { followRun } from '../follow-run.ts';
import { count, duration, place, shorten, wrap } from '../format.ts';
import { resolveDocument } from '../paths.ts';
import type { Output } from '../output.ts';
import { clean } from '../output.ts';
import { runAction } from '../session.ts';

/** How long a cancelled run may take to close before the command gives up on it. */
const CANCEL_MILLISECONDS = 5000;

/**
 * Asks and follows the run to its end. `onEvent` gets every event once, in order. Rejects with the
 * run's own error; an aborted signal cancels the run in the engine and rejects with `cancelled`.
 */
export async function askAndFollow(
  client: Client,
  input: AskInput,
  onEvent: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<WireAskResult> {
  let result: WireAskResult | null = null;
  let failure: ContractFailure | null = null;
  let run: string | null = null;
  let next = 0;
  const end = client.on('run.event', (event) => {
    if (event.run !== run || event.seq < next) return;
    next = event.seq + 1;
    onEvent(event);
    if (event.type === 'run.ended') result = event.result;
    if (event.type === 'run.failed') failure = new ContractFailure(event.error);
  });
  const giveUp = new AbortController();
  // Cancelling closes the run, which resolves the subscription after its last event.
  const cancel = (): void => {
    if (run === null) return;
    void client.call('ask.cancel', { run }).catch(() => undefined);
    setTimeout(() => giveUp.abort(), CANCEL_MILLISECONDS).unref();
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    run = (await client.call('ask.start', input, signal)).run;
    if (signal.aborted) cancel();
    await client.call('runs.subscribe', { run, fromSeq: 0 }, giveUp.signal);
  } finally {
    signal.removeEventListener('abort', cancel);
    end();
  }
  if (failure !== null) throw failure as ContractFailure;
  signal.throwIfAborted();
  if (result === null)
    throw new ContractFailure({
      code: 'internal',
      message: 'The run closed without a result. Ask again; what was written is kept.',
      retryable: true,
    });
  return result;
}

/** One citation as lines: number and place, section, and the quote. */
export function citationLines(output: Output, citation: WireCitation): string {
  const heading = citation.heading.length > 0 ? `    ${clean(citation.heading.join(' › '))}\n` : '';
  return `[${citation.number}] ${output.strong(place(citation))}\n${heading}${wrap(`“${shorten(citation.quote, 400)}”`, output.width, '    ')}`;
}

/** Prints what follows the answer: sources, doubts and the cost of the run. */
export function printAfterAnswer(output: Output, result: WireAskResult): void {
  const sources = result.model === null ? result.evidence : result.citations;
  if (sources.length > 0) output.line(result.model === null ? 'Evidence' : 'Sources');
  for (const citation of sources) output.line(citationLines(output, citation));
  if (sources.length > 0) output.line();
  if (result.flaggedNumbers.length > 0)
    output.line(`These numbers stand in none of the sources: ${clean(result.flaggedNumbers.join(', '))}.`);
  if (result.droppedCitations > 0)
    output.line(`${count(result.droppedCitations, 'citation')} named no source and left out.`);
  if (result.pending.pages > 0)
    output.line(`${count(result.pending.pages, 'page')} not read yet; ask again later.`);
  const model = result.model === null ? 'no model' : clean(result.model);
  output.line(
    `Preset ${result.preset}, ${model}, ${duration(result.milliseconds)}, ${count(result.tokens.prompt + result.tokens.generated, 'token')}. Run ${result.run}`,
  );
}

interface AskOptions {
  readonly preset: string;
  readonly model?: string;
  readonly endpoint?: string;
  readonly visionEndpoint?: string;
  readonly document?: string;
  readonly collection?: string;
  readonly events?: boolean;
}

/** Adds the command to the program. */
export function addAskCommand(program: Command): void {
  program
    .command('ask')
    .description('ask a question; the answer cites pages')
    .argument('<question>')
    .option('--preset <name>', 'how the answer is made (see "presets")', 'auto')
    .option('--model <id>', 'model for the answer: a catalogue id, or a model of the server')
    .option('--endpoint <url>', 'an OpenAI-compatible server, for this question only')
    .option('--vision-endpoint <url>', 'a server that reads pictures, for this question only')
    .option('--document <document>', 'inside one document: a path or an id')
    .option('--collection <name>', 'inside one collection')
    .option('--events', 'one JSON line for each event, then the result')
    .action((question: string, options: AskOptions, command: Command) =>
      runAction(command, async (session) => {
        if (question.trim() === '') throw new UsageError('Give a question.');
        const { output } = session;
        const follow = options.events
          ? (event: RunEvent) => output.object(event)
          : followRun(session, output.terminal);
        const { preset, model, endpoint, visionEndpoint, document, collection } = options;
        const result = await askAndFollow(
          await session.client(),
          {
            question,
            preset,
            model,
            endpoint,
            visionEndpoint,
            document: document === undefined ? undefined : resolveDocument(document),
            collection,
          },
          follow,
          session.signal,
        );
        if (output.json || options.events) output.object(result);
        else {
          if (!output.terminal) output.write(wrap(clean(result.answer), output.width));
          output.line('\n');
          printAfterAnswer(output, result);
        }
        return 0;
      }),
    );
}
