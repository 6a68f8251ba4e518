/**
 * Command `demo`: the main job on the bundled samples. In: nothing. Out: each step with its time,
 * five answers with their citations, a page that shows one of them, and a tally.
 */
import { globSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import type { WireAskResult } from '../../../src-preload/contract/ask.ts';
import type { Client } from '../../../src-preload/contract/client.ts';
import type { CatalogueEntry } from '../../../src-preload/contract/models.ts';
import type { WireCitation } from '../../../src-preload/contract/shapes.ts';
import { productPaths } from '../../engine/client/paths.ts';
import { describeError } from '../errors.ts';
import { writeWhole } from '../files.ts';
import { followRun } from '../follow-run.ts';
import { bytes, count, duration, place, shorten, wrap } from '../format.ts';
import { clean } from '../output.ts';
import type { Session } from '../session.ts';
import { runAction } from '../session.ts';
import { askAndFollow } from './ask.ts';
import { indexPaths } from './library.ts';
import { addModel } from './models.ts';

const COLLECTION = 'Samples';
/** Without a model nothing is cited: the page must be among this many first pieces of evidence. */
const EVIDENCE_LOOKED_AT = 3;
/** Share of questions whose page must be named for exit status 0 (4 of 5). */
const NEEDED_SHARE = 0.8;

const sampleQuestionSchema = z.object({
  demo: z.literal(true),
  question: z.string(),
  answer: z.string(),
  document: z.string(),
  page: z.number(),
});
type SampleQuestion = z.infer<typeof sampleQuestionSchema>;

/** The questions of the samples that are marked for the demo. */
function demoQuestions(file: string): SampleQuestion[] {
  return z
    .array(z.unknown())
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .flatMap((entry) => sampleQuestionSchema.safeParse(entry).data ?? []);
}

interface Asked {
  readonly result: WireAskResult;
  readonly right: boolean;
}

/** Prints what was done and how long it took; `work` returns the sentence. */
async function step(session: Session, title: string, work: () => Promise<string>): Promise<void> {
  const started = performance.now();
  session.output.note(`${title}…`);
  const outcome = await work();
  session.output.line(`${outcome} (${duration(performance.now() - started)})`);
}

async function readSamples(session: Session, client: Client, folder: string): Promise<void> {
  // A home that was used before would have nothing to do: the demo shows the reading itself.
  await client.call('library.remove', { collection: COLLECTION }, session.signal).catch(() => undefined);
  await step(session, 'Reading the samples', async () => {
    const summary = await indexPaths(session, { paths: [folder], collection: COLLECTION, passwords: [] });
    const pages = Object.values(summary.pages).reduce((sum, pagesOfState) => sum + pagesOfState, 0);
    return `Read ${count(summary.documents.ready, 'document')} with ${count(pages, 'page')}, ${summary.pages.ocr} of them recognised from their picture`;
  });
}

/** The model for the answers, downloaded if need be; null, and why, when none can be had. */
async function bringModel(
  session: Session,
  client: Client,
  wanted: string | undefined,
): Promise<string | null> {
  const { models } = await client.call('models.list', {}, session.signal);
  // The catalogue names the model for answers first.
  const entry: CatalogueEntry | undefined = models.find(({ id, kind }) =>
    wanted === undefined ? kind === 'language' : id === wanted,
  );
  const id = entry?.id ?? wanted ?? '';
  if (entry?.installed) {
    session.output.line(`The model ${id} is here.`);
    return id;
  }
  try {
    await step(session, `Getting the model ${id} (${bytes(entry?.bytes ?? 0)}, once)`, async () => {
      await addModel(session, client, id);
      return `The model ${id} is here, its checksum is right`;
    });
    return id;
  } catch (thrown) {
    const error = describeError(thrown);
    if (error.code === 'cancelled') throw thrown;
    session.output.line(`There is no model: ${clean(error.message)}`);
    session.output.line('The demo goes on with search and evidence alone.');
    return null;
  }
}

function isRightPage(citation: WireCitation, question: SampleQuestion): boolean {
  return basename(citation.path) === question.document && citation.page === question.page;
}

function printAsked(session: Session, question: SampleQuestion, result: WireAskResult): boolean {
  const { output } = session;
  const named = result.model === null ? result.evidence.slice(0, EVIDENCE_LOOKED_AT) : result.citations;
  if (result.model !== null) output.line(wrap(clean(result.answer).trim(), output.width, '   '));
  for (const citation of named) {
    const verdict = isRightPage(citation, question) ? 'the right page' : 'another page';
    output.line(`   [${citation.number}] ${place(citation)}: ${verdict}`);
    output.line(`       “${shorten(citation.quote, 100)}”`);
  }
  const right = named.some((citation) => isRightPage(citation, question));
  if (!right) output.line(`   Expected ${question.document}, page ${question.page}: ${question.answer}`);
  const start = result.answerStartMilliseconds;
  output.line(
    `   ${duration(result.milliseconds)}; first event after ${duration(result.firstEventMilliseconds)}${start === null ? '' : `, first word after ${duration(start)}`}`,
  );
  return right;
}

async function askSamples(
  session: Session,
  client: Client,
  questions: readonly SampleQuestion[],
  model: string | null,
): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const [index, question] of questions.entries()) {
    session.output.line(`\n${index + 1}. ${session.output.strong(question.question)}`);
    const result = await askAndFollow(
      client,
      {
        question: question.question,
        preset: model === null ? 'evidence' : 'auto',
        model: model ?? undefined,
        collection: COLLECTION,
      },
      followRun(session, false),
      session.signal,
    );
    asked.push({ result, right: printAsked(session, question, result) });
  }
  return asked;
}

interface DemoOptions {
  readonly model?: string;
  readonly out?: string;
  readonly evidenceOnly?: boolean;
}

async function runDemo(session: Session, options: DemoOptions): Promise<number> {
  const { output, home } = session;
  const samples = join(productPaths().resources, 'samples');
  const questions = demoQuestions(join(samples, 'questions.json'));
  output.line(`Samples: ${count(globSync('*.pdf', { cwd: samples }).length, 'PDF')} in ${samples}`);
  output.line(`Data of this demo: ${home} (delete it whenever you like)`);
  const started = performance.now();
  let client!: Client;
  await step(session, 'Starting the engine', async () => {
    client = await session.client();
    await client.call('engine.info', {}, session.signal);
    return 'The engine runs';
  });
  await readSamples(session, client, samples);
  const model = options.evidenceOnly ? null : await bringModel(session, client, options.model);
  const asked = await askSamples(session, client, questions, model);
  const right = asked.filter((answer) => answer.right).length;
  const shown = asked.find((answer) => answer.right) ?? asked[0];
  output.line();
  if (shown) {
    const { text } = await client.call(
      'export.render',
      { run: shown.result.run, format: 'html' },
      session.signal,
    );
    const file = await writeWhole(options.out ?? join(home, 'demo.html'), text);
    output.line(`A page with answer, page and box: ${file}`);
  }
  const what = model === null ? 'first pieces of evidence name' : 'citations name';
  output.line(
    `${right} of ${questions.length} ${what} the right page. ${duration(performance.now() - started)} in all.`,
  );
  return questions.length > 0 && right >= questions.length * NEEDED_SHARE ? 0 : 1;
}

/** Adds the command to the program. */
export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('the main job on the bundled samples')
    .option('--model <id>', 'another model of the catalogue')
    .option('--evidence-only', 'do not get a model; show search and evidence')
    .option('--out <file>', 'where the page with answer, page and box goes')
    .action((options: DemoOptions, command: Command) => {
      // Never the person's own library. Models lie in the platform's cache and are fetched once.
      if (command.optsWithGlobals<{ home?: string }>().home === undefined)
        command.parent?.setOptionValue('home', mkdtempSync(join(tmpdir(), 'carrel-demo-')));
      return runAction(command, (session) => runDemo(session, options));
    });
}
