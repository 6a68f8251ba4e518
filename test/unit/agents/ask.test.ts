/** A whole question: events in order, guards, and what the result says. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createAsk } from '../../../src-main/agents/ask.ts';
import type { AskRequest } from '../../../src-main/agents/ask.ts';
import { CarrelError } from '../../../src-main/domain/errors.ts';
import { asRunId } from '../../../src-main/domain/ids.ts';
import type { LanguageModel, ModelEvent } from '../../../src-main/domain/ports/language-model.ts';
import { createScriptedLanguageModel } from '../../../src-main/models/scripted-language-model.ts';
import type { ScriptedReply } from '../../../src-main/models/scripted-language-model.ts';
import { askResultSchema } from '../../../src-preload/contract/ask.ts';
import { runEventBodySchema } from '../../../src-preload/contract/run-events.ts';
import { keptLog, libraryOf } from './hits.ts';
import { printed, textInside } from './printed.ts';

const prompts = fileURLToPath(new URL('../../../prompts', import.meta.url));
const loss = printed(['The network is old. Heat loss fell from 18.4 % in', '2021 to 12.9 % in 2024.'], {
  id: 'loss',
  pages: [42, 42],
  label: '38',
});
const cost = printed(['Cost Planned Actual', 'Pipe 27.1 28.9', 'Total 44.0 46.2'], {
  id: 'cost',
  kind: 'table',
  joint: '\n',
  pages: [43, 43, 43],
  markdown: '| Cost | Planned | Actual |\n|---|---|---|\n| Pipe | 27.1 | 28.9 |\n| Total | 44.0 | 46.2 |',
});
const fragments = [loss, cost];

const scripted = (...replies: ScriptedReply[]) => createScriptedLanguageModel({ replies });
const short = (finalAnswer: string, answerable = true): string => JSON.stringify({ answerable, finalAnswer });
const usage = { prompt: 100, reused: 40, generated: 9 };

async function ask(
  model: LanguageModel | null,
  options: Partial<Omit<AskRequest, 'model'>> & {
    library?: ReturnType<typeof libraryOf>;
    signal?: AbortSignal;
  } = {},
) {
  const { library = libraryOf(fragments, prompts), signal, ...rest } = options;
  const log = keptLog();
  const request = {
    question: 'How large was the heat loss in 2024?',
    preset: 'auto',
    run: asRunId('r1'),
    model,
    ...rest,
  };
  const result = await createAsk(library)(request, log, signal ?? new AbortController().signal);
  for (const event of log.events) expect(runEventBodySchema.parse(event)).toEqual(event);
  if (result !== null) expect(askResultSchema.parse(result)).toEqual(result);
  expect(
    log.events.filter((event) => event.type === 'run.ended' || event.type === 'run.failed'),
  ).toHaveLength(1);
  expect(['run.ended', 'run.failed']).toContain(log.events.at(-1)?.type);
  return { result, log, library, failure: log.only('run.failed')[0] };
}

describe('an answer', () => {
  it('runs through its steps in order and cites the sentence with its boxes', async () => {
    const model = scripted('The heat loss was 12.9 % in 2024 [1].', short('12.9 %'));
    const { result, log } = await ask(model);
    expect(log.types().filter((type) => type !== 'answer.delta')).toEqual([
      'run.started',
      'step.started',
      'search',
      'step.ended',
      'step.started',
      'step.ended',
      'pool',
      'evidence',
      'step.started',
      'model.request',
      'model.progress',
      'model.response',
      'step.ended',
      'step.started',
      'model.request',
      'model.progress',
      'model.response',
      'step.ended',
      'run.ended',
    ]);
    expect(
      log
        .only('answer.delta')
        .map((event) => event.text)
        .join(''),
    ).toBe('The heat loss was 12.9 % in 2024 [1].');
    expect(result).toMatchObject({
      preset: 'S4v1',
      model: 'scripted',
      answer: 'The heat loss was 12.9 % in 2024 [1].',
      finalAnswer: '12.9 %',
      answerable: true,
      flaggedNumbers: [],
      droppedCitations: 0,
      searches: 1,
      pending: { pages: 0 },
      stopped: [],
    });
    const [citation] = result!.citations;
    expect(result!.citations).toHaveLength(1);
    expect(citation).toMatchObject({ number: 1, fragment: 'loss', page: 42, pageLabel: '38' });
    expect(citation!.quote).toBe('Heat loss fell from 18.4 % in 2021 to 12.9 % in 2024.');
    expect(textInside(loss, citation!.boxes)).toBe(citation!.quote.replace(/\s/gu, ''));
    expect(result!.evidence.map((one) => one.number)).toEqual([1, 2]);
    expect(result!.tokens.prompt).toBeGreaterThan(0);
  });

  it('gives its first event at once and says what it ran with', async () => {
    const { result, log } = await ask(scripted('Yes [1].', short('yes')));
    expect(result!.firstEventMilliseconds).toBeLessThan(1_200);
    expect(result!.answerStartMilliseconds).not.toBeNull();
    const [started] = log.only('run.started');
    expect(started).toMatchObject({
      preset: 'S4v1',
      modelFingerprint: 'scripted',
      presetReason: expect.stringContaining('model'),
    });
    expect(Object.keys(started!.prompts)).toEqual(['synthesizer', 'checker']);
    expect(started!.prompts['synthesizer']).toMatch(/^[0-9a-f]{64}$/u);
  });

  it('puts what does not change first: the checker’s messages begin with the synthesizer’s', async () => {
    const model = scripted('It was 12.9 % [1].', short('12.9 %'));
    await ask(model);
    const [first, second] = model.requests;
    expect(second!.messages.slice(0, 3)).toEqual([
      ...first!.messages,
      { role: 'assistant', content: 'It was 12.9 % [1].' },
    ]);
    expect(second!.role).toBe(first!.role);
    expect(first!.messages[1]!.content.endsWith('Question: How large was the heat loss in 2024?')).toBe(true);
  });

  it('cites the row of a table', async () => {
    const { result } = await ask(scripted('The total was 46.2 million [2].', short('46.2')), {
      question: 'Actual total cost?',
    });
    expect(result!.citations[0]).toMatchObject({ number: 2, page: 43, quote: 'Total 44.0 46.2' });
    expect(textInside(cost, result!.citations[0]!.boxes)).toBe('Total44.046.2');
  });

  it('case 24: unknown numbers are dropped, counted, and never streamed', async () => {
    const { result, log } = await ask(
      scripted('Loss was 12.9 % [7]. It fell [1, 9] 【3】.', short('12.9 %')),
    );
    expect(result).toMatchObject({ answer: 'Loss was 12.9 %. It fell [1].', droppedCitations: 3 });
    expect(
      log
        .only('answer.delta')
        .map((event) => event.text)
        .join(''),
    ).toBe(result!.answer);
  });

  it('case 23: a mark on the wrong material moves to the one that holds the claim', async () => {
    const { result, log } = await ask(
      scripted('Heat loss fell from 18.4 % to 12.9 % in 2024 [2].', short('12.9 %')),
    );
    expect(result!.citations.map((citation) => citation.fragment)).toEqual(['loss']);
    expect(log.only('notice').map((notice) => notice.code)).toEqual(['citationMoved']);
  });

  it('case 42: an answer without marks gets those of the passages that carry it, or a notice', async () => {
    const carried = await ask(scripted('Heat loss was 12.9 % in 2024.', short('12.9 %')));
    expect(carried.result).toMatchObject({ answer: 'Heat loss was 12.9 % in 2024. [1]', answerable: true });
    expect(
      carried.log
        .only('answer.delta')
        .map((event) => event.text)
        .join(''),
    ).toBe(carried.result!.answer);
    expect(carried.result!.citations[0]).toMatchObject({ page: 42 });
    const loose = await ask(scripted('Elephants are grey.', short('grey')));
    expect(loose.result!.citations).toEqual([]);
    expect(loose.log.only('notice').map((notice) => notice.code)).toEqual(['uncited']);
    const said = await ask(scripted('Nothing is said of elephants.', short('', false)));
    expect(said.log.only('notice')).toEqual([]);
  });

  it('flags numbers that stand in no material', async () => {
    const { result } = await ask(scripted('Loss was 12.9 % [1], 30 % less than before.', short('12.9 %')));
    expect(result!.flaggedNumbers).toEqual(['30']);
  });

  it('case 44: cites only pages of its materials, whatever page the model writes of', async () => {
    const { result } = await ask(scripted('See page 3702 [1] and [3702].', short('x')));
    expect(result!.citations.map((citation) => citation.page)).toEqual([42]);
    expect(result).toMatchObject({ flaggedNumbers: ['3702'], droppedCitations: 1 });
  });

  it('case 40: links and images of an answer are broken up before anyone sees them', async () => {
    const { result, log } = await ask(
      scripted('![x](http://evil.example/a.png) It was 12.9 % [1](http://evil.example).', short('12.9 %')),
    );
    expect(result!.answer).toBe('![x] (http://evil.example/a.png) It was 12.9 % [1] (http://evil.example).');
    expect(
      log
        .only('answer.delta')
        .map((event) => event.text)
        .join(''),
    ).toBe(result!.answer);
  });

  it('says how many pages are still unread', async () => {
    const { result, log } = await ask(scripted('12.9 % [1].', short('12.9 %')), {
      library: libraryOf(fragments, prompts, 7_828),
    });
    expect(result!.pending).toEqual({ pages: 7_828 });
    expect(log.only('notice')[0]).toMatchObject({
      code: 'pagesPending',
      message: expect.stringContaining('7,828'),
    });
  });

  it('passes on collection and document', async () => {
    const { library, log } = await ask(scripted('12.9 % [1].', short('x')), {
      collection: 'Plans',
      document: 'd1',
    });
    expect(library.requests[0]).toMatchObject({
      collection: 'Plans',
      documents: ['d1'],
      top: 8,
      mode: 'hybrid',
      graph: true,
    });
    expect(log.only('step.started')[0]!.label).toBe('Searching one document');
  });
});

describe('no answer', () => {
  it('case 42: without any passage no model is asked', async () => {
    const model = scripted();
    const { result } = await ask(model, { library: libraryOf([], prompts) });
    expect(model.requests).toHaveLength(0);
    expect(result).toMatchObject({
      answer: 'Not in these documents.',
      answerable: false,
      finalAnswer: '',
      citations: [],
      evidence: [],
    });
  });

  it('keeps the evidence when the model finds no answer in it, and does not ask for a short form', async () => {
    const model = scripted('Not in these documents.');
    const { result } = await ask(model);
    expect(model.requests).toHaveLength(1);
    expect(result).toMatchObject({ answerable: false, finalAnswer: '', citations: [] });
    expect(result!.evidence).toHaveLength(2);
  });

  it('reads an empty reply as no answer', async () => {
    expect((await ask(scripted(''))).result).toMatchObject({
      answer: 'Not in these documents.',
      answerable: false,
    });
  });

  it('takes the checker’s word that the question was not answered', async () => {
    const { result } = await ask(scripted('The materials only speak of 2021 [1].', short('', false)));
    expect(result).toMatchObject({ answerable: false, finalAnswer: '' });
  });
});

describe('without a model', () => {
  it('shows the located evidence, numbered, and says so', async () => {
    const { result, log } = await ask(null);
    expect(result).toMatchObject({ preset: 'evidence', model: null, answerable: true, finalAnswer: '' });
    expect(result!.answer).toBe(
      'Evidence only: no model is set, so no answer is written. 2 passages in one document bear on the question, best first.\n\n- network report.pdf, page 42 (printed 38) [1]\n- network report.pdf, page 43 [2]',
    );
    expect(result!.citations[0]!.quote).toContain('Heat loss fell');
    expect(result!.citations.map((citation) => citation.number)).toEqual([1, 2]);
    expect(log.only('run.started')[0]).toMatchObject({
      model: null,
      prompts: {},
      presetReason: expect.stringContaining('No model'),
    });
  });

  it('case 42: says that there is nothing when nothing was found', async () => {
    const { result } = await ask(null, { library: libraryOf([], prompts) });
    expect(result).toMatchObject({ answer: 'Not in these documents.', answerable: false, citations: [] });
  });

  it('refuses a preset that needs one, and a preset that does not exist', async () => {
    expect((await ask(null, { preset: 'S4v1' })).failure!.error.code).toBe('noModel');
    expect((await ask(scripted(), { preset: 'M17' })).failure!.error).toMatchObject({
      code: 'presetUnknown',
      message: expect.stringContaining('S4v1'),
    });
  });

  it('uses the evidence preset when it is named although a model is set', async () => {
    const model = scripted();
    expect((await ask(model, { preset: 'Evidence' })).result).toMatchObject({
      preset: 'evidence',
      model: null,
    });
    expect(model.requests).toHaveLength(0);
  });
});

describe('what goes wrong', () => {
  it('an empty question is refused', async () => {
    const { failure, library } = await ask(scripted(), { question: ' \n\0 ' });
    expect(failure!.error).toMatchObject({ code: 'invalidInput', retryable: false });
    expect(library.requests).toHaveLength(0);
  });

  it('a crash of the model voids what was streamed, and the second try counts', async () => {
    const events: ModelEvent[] = [
      { type: 'loading', fraction: 0.5 },
      { type: 'text', text: 'Loss was [9] 99 ' },
      { type: 'restart', reason: 'The process ended.' },
      { type: 'text', text: 'Loss was 12.9 % [1].' },
      { type: 'end', reason: 'stop', usage },
    ];
    const { result, log } = await ask(scripted(events, short('12.9 %')));
    expect(result).toMatchObject({ answer: 'Loss was 12.9 % [1].', droppedCitations: 0, flaggedNumbers: [] });
    expect(log.only('answer.reset')).toEqual([{ type: 'answer.reset', reason: 'The process ended.' }]);
    expect(log.only('model.response')[0]!.text).toBe('Loss was 12.9 % [1].');
    expect(log.only('step.started').map((event) => event.label)).toContain('Loading Scripted model');
    expect(log.only('step.started').length).toBe(log.only('step.ended').length);
  });

  it('a failure keeps what was written', async () => {
    const broken = brokenAfter(
      'Loss was 12.9 % [1]. It',
      new CarrelError('serverUnreachable', 'The server stopped answering.', { retryable: true }),
    );
    const { result, failure, log } = await ask(broken);
    expect(result).toBeNull();
    expect(failure).toMatchObject({
      partialAnswer: 'Loss was 12.9 % [1]. It',
      error: { code: 'serverUnreachable', retryable: true },
    });
    expect(log.only('evidence')[0]!.materials).toHaveLength(2);
    expect(log.only('step.started').length).toBe(log.only('step.ended').length);
  });

  it('an unknown error becomes internal, with its text as detail', async () => {
    const { failure } = await ask(brokenAfter('', new Error('boom')));
    expect(failure!.error).toMatchObject({ code: 'internal', detail: expect.stringContaining('boom') });
  });

  it('stopping keeps what was written, in every step', async () => {
    const control = new AbortController();
    const model = createScriptedLanguageModel({
      replies: ['Loss was 12.9 % in 2024 [1]. It fell further.'],
      pace: 5,
    });
    const library = libraryOf(fragments, prompts);
    const log = keptLog();
    const running = createAsk(library)(
      { question: 'Loss?', preset: 'auto', model, run: asRunId('r') },
      {
        append: (event) => {
          log.append(event);
          if (event.type === 'answer.delta' && event.text.includes('[1]')) control.abort();
        },
      },
      control.signal,
    );
    expect(await running).toBeNull();
    expect(log.only('run.failed')[0]).toMatchObject({
      error: { code: 'cancelled' },
      partialAnswer: expect.stringContaining('12.9 % in 2024 [1]'),
    });
    const before = new AbortController();
    before.abort();
    expect((await ask(scripted(), { signal: before.signal })).failure!.error.code).toBe('cancelled');
  });

  it('stopping does not wait for a model that is being loaded to count', async () => {
    const control = new AbortController();
    const model: LanguageModel = { ...scripted(), countTokens: () => new Promise(() => undefined) };
    setTimeout(() => control.abort(), 30);
    expect((await ask(model, { signal: control.signal })).failure!.error.code).toBe('cancelled');
  });

  it('a search that fails ends the run with its error', async () => {
    const library = {
      ...libraryOf([], prompts),
      search: () => Promise.reject(new CarrelError('notFound', 'There is no collection "X".')),
    };
    expect((await ask(scripted(), { library })).failure!.error.code).toBe('notFound');
  });

  it('a checker that fails costs only the short form', async () => {
    const { result, log } = await ask(scripted('Loss was 12.9 % [1].', 'no json', 'still none'));
    expect(result).toMatchObject({ answer: 'Loss was 12.9 % [1].', finalAnswer: '', answerable: true });
    expect(log.only('notice')[0]!.code).toBe('modelOutput');
  });

  it('the short form carries no mark, and none where the question is not answered', async () => {
    const marked = await ask(scripted('12.9 % [1].', short('12.9 % [1]【2】')));
    expect(marked.result).toMatchObject({ finalAnswer: '12.9 %' });
    // A figure that the answer does not have is none of its short form.
    const invented = await ask(scripted('It was 12.9 % [1].', short('2038')));
    expect(invented.result).toMatchObject({ finalAnswer: '', answerable: true });
    const none = await ask(scripted('They do not say [1].', short('nothing', false)));
    expect(none.result).toMatchObject({ finalAnswer: '', answerable: false });
  });

  it('an answer that reaches its longest length says so', async () => {
    const cut: ModelEvent[] = [
      { type: 'text', text: 'Loss was 12.9 % [1' },
      { type: 'end', reason: 'length', usage },
    ];
    const { result } = await ask(scripted(cut));
    expect(result).toMatchObject({
      answer: 'Loss was 12.9 % [1]',
      stopped: [{ role: 'synthesizer', reason: 'length' }],
    });
  });
});

function brokenAfter(text: string, error: Error): LanguageModel {
  return {
    ...scripted(),
    async *generate() {
      if (text !== '') yield { type: 'text', text };
      await Promise.resolve();
      throw error;
    },
  };
}

describe('size', () => {
  const long = Array.from({ length: 8 }, (_, at) =>
    printed(
      [
        `Passage ${at} begins. ${'Heat flows through the pipe to the last house of the district. '.repeat(40)}`,
      ],
      { id: `p${at}` },
    ),
  );

  it('a question of 10,000 characters is searched by its beginning and put whole to the model', async () => {
    const question = 'How large was the heat loss in 2024? '.repeat(271).trim();
    expect(question.length).toBeGreaterThan(10_000);
    const model = scripted('It was 12.9 % [1].', short('12.9 %'));
    const { library } = await ask(model, { question });
    expect(library.requests[0]!.query.length).toBeLessThanOrEqual(2_000);
    expect(question.startsWith(library.requests[0]!.query)).toBe(true);
    expect(model.requests[0]!.messages[1]!.content).toContain(question);
  });

  it('a question that does not fit is refused before the model is asked', async () => {
    const model = createScriptedLanguageModel({ replies: [], contextTokens: 2_048 });
    const { failure } = await ask(model, { question: 'Why? '.repeat(2_000) });
    expect(failure!.error).toMatchObject({
      code: 'contextTooSmall',
      message: expect.stringContaining('2,048'),
    });
    expect(model.requests).toHaveLength(0);
  });

  it('the pool is the preset’s where the context is large', async () => {
    const { log } = await ask(scripted('Yes [1].', short('yes')), { library: libraryOf(long, prompts) });
    expect(log.only('pool')[0]).toMatchObject({ cap: 30_000, cappedBy: 'preset' });
  });

  it('a small context gets a smaller pool, counted in the model’s tokens', async () => {
    const model = createScriptedLanguageModel({ replies: ['Yes [1].', short('yes')], contextTokens: 4_096 });
    const { log } = await ask(model, { library: libraryOf(long, prompts) });
    const [pool] = log.only('pool');
    expect(pool).toMatchObject({ cappedBy: 'context', before: expect.any(Array) });
    expect(pool!.cap).toBeLessThan(12_000);
    const prompt = model.requests[0]!.messages.reduce((sum, message) => sum + message.content.length / 4, 0);
    expect(prompt + model.requests[0]!.maxTokens).toBeLessThan(4_096);
    // Several passages share the small pool.
    expect(log.only('evidence')[0]!.materials.length).toBeGreaterThanOrEqual(3);
  });

  it('a model that reads slowly gets what it can read in seconds', async () => {
    const model = {
      ...createScriptedLanguageModel({ replies: ['Yes [1].', short('yes')], contextTokens: 8_192 }),
      promptTokensPerSecond: 115,
    };
    const { log } = await ask(model, { library: libraryOf(long, prompts) });
    const [pool] = log.only('pool');
    expect(pool!.cappedBy).toBe('speed');
    const characters = log
      .only('model.request')[0]!
      .messages.reduce((sum, message) => sum + message.content.length, 0);
    expect(characters / 4).toBeLessThanOrEqual(115 * 12);
    expect(log.only('evidence')[0]!.materials.length).toBeGreaterThanOrEqual(3);
  });
});
