/**
 * The command line against the real engine on the bundled samples: every command's JSON as its
 * contract words it, exit statuses, batches, events, a stop in the middle, two hosts at once.
 */
import { once } from 'node:events';
import {
  copyFileSync,
  createWriteStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { commandLine, finished, samples, type CommandLine } from './cli-runner.ts';
import {
  askShape,
  collectionsShape,
  doctorShape,
  errorShape,
  eventShape,
  indexShape,
  modelsShape,
  pageShape,
  presetsShape,
  searchShape,
} from './cli-shapes.ts';

interface SampleQuestion {
  question: string;
  document: string;
  page: number;
  demo?: boolean;
}
const questions = (
  JSON.parse(readFileSync(join(samples, 'questions.json'), 'utf8')) as SampleQuestion[]
).filter(({ demo }) => demo);
const sampleCount = readdirSync(samples).filter((name) => name.endsWith('.pdf')).length;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PDF of plain paragraphs; `words` make its text its own. */
async function writePdf(path: string, words: string, pages = 1, options: object = {}): Promise<void> {
  const document = new PDFDocument({ size: 'A4', ...options });
  const file = document.pipe(createWriteStream(path));
  for (let page = 1; page <= pages; page += 1) {
    if (page > 1) document.addPage();
    document.fontSize(16).text(`Chapter ${page}`).fontSize(11).moveDown();
    document.text(`Page ${page} of a text about ${words}. `.repeat(20));
  }
  document.end();
  await once(file, 'finish');
}

let cli: CommandLine;
beforeAll(() => {
  cli = commandLine();
});
afterAll(() => cli.close());

async function errorOf(...words: string[]): Promise<{ status: number | null } & z.infer<typeof errorShape>> {
  const { status, stdout } = await cli.run('--json', ...words);
  return { status, ...errorShape.parse(JSON.parse(stdout)) };
}

describe('the samples', () => {
  let first: z.infer<typeof indexShape>;
  let hit: z.infer<typeof searchShape>['hits'][number];
  let run: string;

  test('index reads every sample; every page ends in the ledger', async () => {
    first = indexShape.parse(await cli.json('index', samples));
    expect(first.collection).toBe('Library');
    expect(first.problems).toEqual([]);
    expect(first.documents).toMatchObject({ ready: sampleCount, failed: 0, unchanged: 0 });
    expect(first.pages).toMatchObject({ pending: 0, failed: 0 });
    expect(first.pages.ocr).toBeGreaterThan(0);
    expect(first.fragments.text).toBeGreaterThan(20);
    expect(first.knowledgePoints).toBeGreaterThan(0);
  });

  test('the commands that follow find a warm engine', async () => {
    await cli.keepWarm();
    collectionsShape.parse(await cli.json('collections'));
  });

  test('indexing again finds everything unchanged and reads nothing', async () => {
    const again = indexShape.parse(await cli.json('index', samples));
    expect(again.documents).toMatchObject({ ready: 0, unchanged: sampleCount });
    expect(again.fragments).toEqual(first.fragments);
    expect(again.pages).toEqual(first.pages);
  });

  test('collections counts documents and pages', async () => {
    const pages = Object.values(first.pages).reduce((sum, count) => sum + count, 0);
    const { collections } = collectionsShape.parse(await cli.json('collections'));
    expect(collections).toEqual([{ name: 'Library', documents: sampleCount, pages }]);
  });

  test('case 19: search finds the page of each sample question, with boxes on it', async () => {
    let right = 0;
    for (const { question, document, page } of questions) {
      const result = searchShape.parse(await cli.json('search', question));
      expect(result.query).toBe(question);
      expect(result.hits.map(({ rank }) => rank)).toEqual(result.hits.map((_, index) => index + 1));
      const found = result.hits
        .slice(0, 5)
        .find((one) => one.path === join(samples, document) && one.page === page);
      if (!found) continue;
      right += 1;
      hit = found;
      expect(found.boxes.some((box) => box.page === page && box.x1 > box.x0 && box.y1 > box.y0)).toBe(true);
    }
    expect(right).toBeGreaterThanOrEqual(Math.ceil(questions.length * 0.8));
  });

  test('options of search: how many, which way, inside one document by path and by id', async () => {
    const query = questions[0]!.question;
    const lexical = searchShape.parse(
      await cli.json('search', query, '--mode', 'lexical', '--top', '3', '--no-graph'),
    );
    expect(lexical.hits).toHaveLength(3);
    expect(
      lexical.hits.every(({ lexicalRank, denseRank }) => lexicalRank !== null && denseRank === null),
    ).toBe(true);
    const path = join(samples, questions[0]!.document);
    const byPath = searchShape.parse(await cli.json('search', query, '--document', path));
    expect(new Set(byPath.hits.map((one) => one.path))).toEqual(new Set([path]));
    const byId = searchShape.parse(await cli.json('search', query, '--document', byPath.hits[0]!.document));
    expect(byId.hits.map(({ fragment }) => fragment)).toEqual(byPath.hits.map(({ fragment }) => fragment));
  });

  test.each(['it\'s "quoted" AND (', 'foo-bar*', 'NEAR(', '^', '情報', '%', '\\'])(
    'the query %s is text, not syntax',
    async (query) => {
      expect(searchShape.parse(await cli.json('search', query)).query).toBe(query);
    },
  );

  test('--batch answers each row on a line of its own; a bad row gives an error line and the rest goes on', async () => {
    const rows = [
      JSON.stringify({ id: 'a', query: questions[0]!.question }),
      'not json',
      '',
      JSON.stringify({ id: 7 }),
      JSON.stringify({ id: 'gone', query: 'x', document: '/no/such.pdf' }),
      JSON.stringify({
        id: 'b',
        query: questions[1]!.question,
        document: join(samples, questions[1]!.document),
      }),
    ];
    const file = join(cli.folder, 'rows.jsonl');
    writeFileSync(file, rows.join('\n'));
    const lines = (await cli.lines('search', '--batch', file)) as { id: unknown; error?: { code: string } }[];
    expect(lines.map(({ id }) => id)).toEqual(['a', null, 7, 'gone', 'b']);
    expect(lines.map(({ error }) => error?.code)).toEqual([
      undefined,
      'usage',
      'usage',
      'notFound',
      undefined,
    ]);
    searchShape.parse(lines[0]);
    expect(searchShape.parse(lines[4]).hits[0]?.path).toBe(join(samples, questions[1]!.document));
  });

  test('issue 3: a search takes less than 100 ms on the samples', { retry: 2 }, async () => {
    const file = join(cli.folder, 'speed.jsonl');
    writeFileSync(
      file,
      questions.map(({ question }, id) => JSON.stringify({ id, query: question })).join('\n'),
    );
    const results = (await cli.lines('search', '--batch', file)).map((line) => searchShape.parse(line));
    const times = results.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
    expect(times[Math.floor(times.length / 2)]).toBeLessThan(100);
  });

  test('ask without a model answers with the evidence alone, and its events come first', async () => {
    const lines = await cli.lines('ask', questions[0]!.question, '--events');
    const result = askShape.parse(lines.at(-1));
    const events = lines.slice(0, -1).map((line) => eventShape.parse(line));
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
    expect(new Set(events.map((event) => event.run))).toEqual(new Set([result.run]));
    expect(events[0]).toMatchObject({ type: 'run.started' });
    expect(events.at(-1)).toMatchObject({ type: 'run.ended' });
    expect(result).toMatchObject({ preset: 'evidence', model: null });
    // Issue 3: first event of an answer < 1.2 s after the question.
    expect(result.firstEventMilliseconds).toBeLessThan(1200);
    run = result.run;
  });

  test('ask for a person prints evidence with pages and the id of the run', async () => {
    const { status, stdout, stderr } = await cli.run('ask', questions[0]!.question);
    expect(status).toBe(0);
    expect(stdout).toMatch(/\[1\] \S+\.pdf, page \d+/);
    expect(stdout).toMatch(/Run [0-9a-f-]{36}/);
    expect(stderr).not.toContain('carrel:');
  });

  test('show document, page and fragment', async () => {
    const document = (await cli.json('show', 'document', hit.path)) as { id: string; ledger: string };
    expect(document.id).toBe(hit.document);
    const detail = pageShape.parse(await cli.json('show', 'page', hit.path, String(hit.page)));
    expect(detail.page.number).toBe(hit.page);
    expect(detail.blocks.length).toBeGreaterThan(0);
    const fragment = (await cli.json('show', 'fragment', hit.fragment)) as { text: string; page: number };
    expect(fragment.text).toBe(hit.text);
    const readable = await cli.run('show', 'page', hit.document, String(hit.page));
    expect(readable.stdout).toMatch(new RegExp(`^Page ${hit.page}.*\\n\\d+ × \\d+ pt.*, read as text`));
  });

  test('show --image writes the page with its regions, and the crop of a fragment', async () => {
    const page = join(cli.folder, 'page.png');
    const crop = join(cli.folder, 'crop.png');
    await cli.json('show', 'page', hit.document, String(hit.page), '--image', page);
    await cli.json('show', 'fragment', hit.fragment, '--image', crop);
    const [whole, part] = [readFileSync(page), readFileSync(crop)];
    for (const png of [whole, part]) expect(png.subarray(0, 8)).toEqual(PNG);
    expect(part.readUInt32BE(20)).toBeLessThan(whole.readUInt32BE(20));
  });

  test('presets, and one of them', async () => {
    const { presets } = presetsShape.parse(await cli.json('presets'));
    expect(presets.map(({ id }) => id)).toEqual(expect.arrayContaining(['S4v1', 'evidence']));
    const one = presetsShape.parse(await cli.json('presets', 'show', 'S4v1'));
    expect(one.presets).toEqual(presets.filter(({ id }) => id === 'S4v1'));
    expect(await errorOf('presets', 'show', 'S9')).toMatchObject({
      status: 1,
      error: { code: 'presetUnknown' },
    });
  });

  test('case 37: models lists the catalogue with checksums; nothing is installed but the bundled one', async () => {
    const { models } = modelsShape.parse(await cli.json('models'));
    expect(modelsShape.parse(await cli.json('models', 'list')).models.map(({ id }) => id)).toEqual(
      models.map(({ id }) => id),
    );
    expect(models.filter(({ installed }) => installed).map(({ kind }) => kind)).toEqual(['embedding']);
    expect(await errorOf('models', 'add', 'no-such-model')).toMatchObject({
      status: 1,
      error: { code: 'modelUnknown' },
    });
  });

  test('case 40: models test refuses a public address that was not allowed by name', async () => {
    expect(await errorOf('models', 'test', 'https://8.8.8.8/v1')).toMatchObject({
      status: 1,
      error: { code: 'addressRefused' },
    });
  });

  test.each(['md', 'html', 'json'])('export writes %s', async (format) => {
    const out = join(cli.folder, `answer.${format}`);
    expect(await cli.json('export', run, '--format', format, '--out', out)).toEqual({ file: out });
    const text = readFileSync(out, 'utf8');
    const phrase = questions[0]!.question.split("'")[0]!;
    expect(text.includes(phrase)).toBe(true);
    if (format === 'json') expect(JSON.stringify(JSON.parse(text))).toContain(run);
    // Case 40: a page that is opened later loads nothing from anywhere.
    if (format === 'html') expect(/(?:src|href)="(?:https?:)?\/\//.exec(text)).toBeNull();
  });

  test('doctor finds all well', async () => {
    const report = doctorShape.parse(await cli.json('doctor'));
    expect(report.checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(report.ok).toBe(true);
    expect((await cli.run('doctor')).stdout).toContain('All is well.');
  });

  test('what does not exist is an error with a code, status 1', async () => {
    expect(await errorOf('show', 'document', 'missing.pdf')).toMatchObject({
      status: 1,
      error: { code: 'notFound' },
    });
    expect(await errorOf('show', 'page', hit.document, '999')).toMatchObject({
      status: 1,
      error: { code: 'notFound' },
    });
    expect(await errorOf('show', 'fragment', 'f'.repeat(32))).toMatchObject({
      status: 1,
      error: { code: 'notFound' },
    });
    expect(
      await errorOf('export', 'no-run', '--format', 'md', '--out', join(cli.folder, 'x.md')),
    ).toMatchObject({
      status: 1,
      error: { code: 'runNotFound' },
    });
    expect(await errorOf('ask', 'x', '--model', 'no-such-model')).toMatchObject({
      status: 1,
      error: { code: 'modelUnknown' },
    });
  });

  test('two commands at once share one engine', async () => {
    const both = await Promise.all([
      cli.json('search', questions[0]!.question),
      cli.json('search', questions[1]!.question),
      cli.json('collections'),
    ]);
    searchShape.parse(both[0]);
    searchShape.parse(both[1]);
    collectionsShape.parse(both[2]);
  });

  test('a reader that goes away ends the command quietly', async () => {
    const file = join(cli.folder, 'many.jsonl');
    writeFileSync(
      file,
      Array.from({ length: 200 }, (_, id) => JSON.stringify({ id, query: 'heat' })).join('\n'),
    );
    const child = cli.start('search', '--batch', file);
    child.stdout?.once('data', () => child.stdout?.destroy());
    let stderr = '';
    child.stderr?.on('data', (data: Buffer) => (stderr += data.toString()));
    const [status] = (await once(child, 'exit')) as [number];
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

describe('folders with trouble', () => {
  test('cases 2, 28, 29: one bad file, one with a password and a copy do not stop the rest', async () => {
    const folder = join(cli.folder, 'trouble');
    mkdirSync(folder);
    await writePdf(join(folder, 'good.pdf'), 'herons');
    copyFileSync(join(folder, 'good.pdf'), join(folder, 'copy.pdf'));
    await writePdf(join(folder, 'locked.pdf'), 'otters', 1, {
      userPassword: 'tide pool',
      ownerPassword: 'x',
    });
    writeFileSync(join(folder, 'torn.pdf'), '%PDF-1.7\nthis is all there is');
    writeFileSync(join(folder, 'note.txt'), 'not a PDF');
    const summary = indexShape.parse(await cli.json('index', folder, '--collection', 'Trouble'));
    expect(summary.documents).toEqual({
      ready: 1,
      failed: 1,
      passwordNeeded: 1,
      duplicate: 1,
      unchanged: 0,
      removed: 0,
    });
    expect(summary.problems.map(({ path, code }) => [path, code]).sort()).toEqual([
      [join(folder, 'locked.pdf'), 'passwordNeeded'],
      [join(folder, 'torn.pdf'), 'damagedPdf'],
    ]);
    for (const { message } of summary.problems) expect(message).toMatch(/^[A-Z].*\.$/);
  });

  test('case 28: the password opens it', async () => {
    const passwords = join(cli.folder, 'passwords');
    writeFileSync(passwords, 'wrong one\ntide pool\n');
    const summary = indexShape.parse(
      await cli.json(
        'index',
        join(cli.folder, 'trouble'),
        '--collection',
        'Trouble',
        '--password-file',
        passwords,
      ),
    );
    // What could not be read is not tried for ever, but stays among the problems.
    expect(summary.documents).toMatchObject({ ready: 1, passwordNeeded: 0, unchanged: 3 });
    expect(summary.problems.map(({ code }) => code)).toEqual(['damagedPdf']);
    const found = searchShape.parse(await cli.json('search', 'otters', '--collection', 'Trouble'));
    expect(found.hits[0]?.path).toBe(join(cli.folder, 'trouble', 'locked.pdf'));
  });

  test('remove takes out a path, then the collection, and never touches the files', async () => {
    const folder = join(cli.folder, 'trouble');
    const before = readdirSync(folder);
    const { collections } = collectionsShape.parse(await cli.json('remove', '--collection', 'Trouble'));
    expect(collections.map(({ name }) => name)).toEqual(['Library']);
    expect(searchShape.parse(await cli.json('search', 'otters', '--mode', 'lexical')).hits).toEqual([]);
    expect(readdirSync(folder)).toEqual(before);
    expect(doctorShape.parse(await cli.json('doctor')).ok).toBe(true);
  });
});

describe('a stop in the middle', () => {
  test('cases 1, 5: Ctrl-C ends index with 130 and one JSON error; the next run finishes the work', async () => {
    const folder = join(cli.folder, 'long');
    mkdirSync(folder);
    await writePdf(join(folder, 'long.pdf'), 'estuaries', 150);
    const child = cli.start('--json', 'index', folder, '--collection', 'Long');
    const end = finished(child);
    let stopped = 0;
    child.stderr?.on('data', (data: Buffer) => {
      if (stopped > 0 || !data.toString().includes('Reading pages')) return;
      stopped = performance.now();
      child.kill('SIGINT');
    });
    const { status, stdout } = await end;
    // Case 5: cancel stops all work within 2 s.
    expect(stopped).toBeGreaterThan(0);
    expect(performance.now() - stopped).toBeLessThan(2000);
    expect(status).toBe(130);
    expect(errorShape.parse(JSON.parse(stdout)).error.code).toBe('cancelled');
    const summary = indexShape.parse(await cli.json('index', folder, '--collection', 'Long'));
    expect(summary.pages).toMatchObject({ text: 150, pending: 0 });
    expect(doctorShape.parse(await cli.json('doctor')).ok).toBe(true);
  });
});
