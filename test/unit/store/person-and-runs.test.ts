/** What the person keeps, and traces. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../src-preload/contract/run-events.ts';
import type { AskResult, Citation } from '../../../src-main/domain/answer.ts';
import { asDocumentId, asFragmentId, asRunId } from '../../../src-main/domain/ids.ts';
import type { RunId } from '../../../src-main/domain/ids.ts';
import type { Store } from '../../../src-main/store/open-store.ts';
import { emptyStore, temporaryStore } from './sample-content.ts';

let opened: Awaited<ReturnType<typeof temporaryStore>>;
let store: Store;
beforeAll(async () => {
  opened = await temporaryStore();
  store = opened.store;
});
afterEach(() => emptyStore(store));
afterAll(() => opened.dispose());

function citation(number: number): Citation {
  return {
    number,
    fragment: asFragmentId(`f${number}`),
    document: asDocumentId('d'),
    path: '/gone/file.pdf',
    page: 7,
    pageLabel: 'vii',
    heading: ['A', 'B'],
    boxes: [{ page: 7, x0: 1.5, y0: 2, x1: 3, y1: 4 }],
    quote: 'Sales were 5 % up.',
  };
}

function result(run: RunId): AskResult {
  return {
    run,
    question: 'How were sales?',
    preset: 'S4v1',
    model: 'm',
    answer: 'Up [1].',
    finalAnswer: 'Up',
    answerable: true,
    citations: [citation(1)],
    evidence: [citation(1), citation(2)],
    readings: [],
    flaggedNumbers: [],
    droppedCitations: 0,
    searches: 1,
    reads: 0,
    followUps: 0,
    stopped: [],
    milliseconds: 10,
    firstEventMilliseconds: 1,
    answerStartMilliseconds: 2,
    tokens: { prompt: 1, reused: 0, generated: 2 },
    pending: { pages: 0 },
  };
}

async function ask(text: string, collection: string | null = null): Promise<RunId> {
  const run = asRunId(randomUUID());
  await store.user.putQuestion({
    run,
    question: text,
    collection,
    document: null,
    askedAt: new Date().toISOString(),
    state: 'running',
    preset: 'auto',
  });
  return run;
}

describe('what the person keeps', () => {
  it('keeps servers, and a key unless a new one is given', async () => {
    const server = { id: 'a', url: 'http://127.0.0.1:8000', allowPublic: false };
    await store.user.putServer({ ...server, key: 'secret' });
    await store.user.putServer({ ...server, url: 'http://127.0.0.1:9000' });
    expect(await store.user.servers()).toEqual([{ ...server, url: 'http://127.0.0.1:9000', key: 'secret' }]);
    await store.user.putServer({ ...server, key: null });
    expect((await store.user.servers())[0]?.key).toBeNull();
    await store.user.removeServer('a');
    expect(await store.user.servers()).toEqual([]);
  });

  it('keeps an answer whole, with citations that need no library', async () => {
    const run = await ask('How were sales?', 'Library');
    expect(await store.user.answer(run)).toBeNull();
    await store.user.putAnswer(result(run));
    await store.user.putAnswer(result(run));
    expect(await store.user.answer(run)).toEqual(result(run));
    expect((await store.user.question(run))?.state).toBe('answered');
    expect(await store.user.answers('Library')).toHaveLength(1);
    expect(await store.user.answers('Other')).toEqual([]);
  });

  it('lists questions newest first, marks them and removes all of one', async () => {
    const first = await ask('one');
    const second = await ask('two');
    await store.user.putAnswer(result(first));
    await store.user.mark(first, 'wrong');
    await store.user.mark(first, 'right');
    expect((await store.user.questions(10)).map(({ question, mark }) => [question, mark])).toEqual([
      ['two', null],
      ['one', 'right'],
    ]);
    await store.user.mark(first, null);
    expect((await store.user.question(first))?.mark).toBeNull();
    await store.user.removeQuestion(first);
    await store.user.setQuestionState(second, 'cancelled');
    expect((await store.user.questions(10)).map(({ state }) => state)).toEqual(['cancelled']);
    await expect(store.user.putAnswer(result(first))).rejects.toMatchObject({ code: 'runNotFound' });
    await expect(store.user.mark(first, 'right')).rejects.toMatchObject({ code: 'runNotFound' });
    expect((await store.library.check()).every(({ ok }) => ok)).toBe(true);
  });
});

const LONG = 'A long prompt that comes back in every run. '.repeat(100);

function event(run: RunId, seq: number, body: object): RunEvent {
  return { run, seq, at: '2026-01-01T00:00:00.000Z', ...body } as unknown as RunEvent;
}

describe('traces', () => {
  async function start(): Promise<RunId> {
    const run = asRunId(randomUUID());
    const meta = {
      kind: 'ask' as const,
      question: 'q',
      preset: 'S4v1',
      collection: null,
      startedAt: '2026-01-01T00:00:00.000Z',
    };
    await store.runs.create(run, meta);
    await store.runs.create(run, meta);
    expect(await store.runs.meta(run)).toEqual(meta);
    return run;
  }

  it('returns events as they were appended, from any number on; sending again changes nothing', async () => {
    const run = await start();
    const events = [
      event(run, 0, { type: 'step.started', step: 'search', label: 'Searching' }),
      event(run, 1, {
        type: 'model.request',
        role: 'synthesizer',
        messages: [{ role: 'system', content: LONG }],
        temperature: 0,
        maxTokens: 5,
      }),
      event(run, 2, { type: 'answer.delta', text: 'Up' }),
    ];
    await store.runs.append(run, events);
    await store.runs.append(run, events.slice(1));
    expect(await store.runs.events(run, 0)).toEqual(events);
    expect(await store.runs.events(run, 2)).toEqual(events.slice(2));
    expect(await store.runs.unfinished()).toContain(run);
    expect(await store.runs.result(run)).toBeNull();
    await store.runs.append(run, [event(run, 3, { type: 'run.ended', result: result(run) })]);
    expect(await store.runs.result(run)).toEqual(result(run));
    expect(await store.runs.unfinished()).not.toContain(run);
    await store.runs.remove(run);
  });

  it('keeps a long text once, and drops it with the last run that uses it', async () => {
    const runs = [await start(), await start()];
    for (const run of runs)
      await store.runs.append(run, [
        event(run, 0, { type: 'answer.reset', reason: LONG }),
        event(run, 1, { type: 'answer.reset', reason: LONG }),
      ]);
    const db = new Database(join(opened.home, 'runs.db'), { readonly: true });
    const count = (): unknown =>
      db.prepare('SELECT count(*), coalesce(max(length(zstd)), 0) < 400 FROM text').raw().get();
    expect(count()).toEqual([1, 1]);
    await store.runs.remove(runs[0]!);
    expect(count()).toEqual([1, 1]);
    expect(await store.runs.events(runs[1]!, 0)).toMatchObject([{ reason: LONG }, { reason: LONG }]);
    await store.runs.remove(runs[1]!);
    expect(count()).toEqual([0, 1]);
    db.close();
  });

  it('says when there is no such run', async () => {
    const none = asRunId('none');
    await expect(store.runs.append(none, [])).rejects.toMatchObject({ code: 'runNotFound' });
    await expect(store.runs.events(none, 0)).rejects.toMatchObject({ code: 'runNotFound' });
    expect(await store.runs.meta(none)).toBeNull();
  });
});
