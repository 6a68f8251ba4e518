import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { generateJson, wireSchema } from '../../../src-main/domain/generate-json.ts';
import type { ModelEvent } from '../../../src-main/domain/ports/language-model.ts';
import { createScriptedLanguageModel } from '../../../src-main/models/scripted-language-model.ts';
import { never } from './helpers/doors.ts';

const schema = z.object({ queries: z.array(z.string()).max(2), need: z.boolean() });
const request = {
  messages: [{ role: 'user' as const, content: 'Judge.' }],
  temperature: 0,
  maxTokens: 100,
  role: 'judge',
};
const good = '{"queries":["a"],"need":true}';

describe('JSON from a model', () => {
  it('sends the schema and gives the checked value', async () => {
    const model = createScriptedLanguageModel({ replies: [good] });
    const made = await generateJson(model, request, schema, never());
    expect(made.value).toEqual({ queries: ['a'], need: true });
    expect(made.repaired).toBe(false);
    expect(model.requests[0]?.schema).toMatchObject({ type: 'object', required: ['queries', 'need'] });
    expect(wireSchema(schema)).not.toHaveProperty('$schema');
  });

  it.each([
    ['a fence', `Here it is:\n\`\`\`json\n${good}\n\`\`\`\nDone.`],
    ['words before', `Sure. ${good}`],
    ['a trailing comma', '{"queries":["a",],"need":true,}'],
    ['a missing end', '{"queries":["a"],"need":true'],
    ['single quotes', "{'queries':['a'],'need':true}"],
  ])('reads a reply with %s without another turn', async (_name, reply) => {
    const model = createScriptedLanguageModel({ replies: [reply] });
    expect((await generateJson(model, request, schema, never())).value).toEqual({
      queries: ['a'],
      need: true,
    });
    expect(model.requests).toHaveLength(1);
  });

  it('case 39: one repair turn, told what was wrong; usage is of both', async () => {
    const model = createScriptedLanguageModel({ replies: ['{"queries":"a"}', good] });
    const made = await generateJson(model, request, schema, never());
    expect(made.repaired).toBe(true);
    expect(made.text).toBe(good);
    const second = model.requests[1];
    expect(second?.messages.slice(0, 1)).toEqual(request.messages);
    expect(second?.messages[1]).toEqual({ role: 'assistant', content: '{"queries":"a"}' });
    expect(second?.messages[2]?.content).toMatch(/queries/u);
    expect(made.usage.generated).toBeGreaterThan(4);
  });

  it('case 39: after the repair turn a typed failure with both replies', async () => {
    const model = createScriptedLanguageModel({ replies: ['no idea', 'still none'] });
    await expect(generateJson(model, request, schema, never())).rejects.toMatchObject({
      code: 'modelOutput',
      detail: 'no idea\n---\nstill none',
    });
    expect(model.requests).toHaveLength(2);
  });

  it('forgets what was streamed before a restart', async () => {
    const usage = { prompt: 1, reused: 0, generated: 1 };
    const events: ModelEvent[] = [
      { type: 'text', text: '{"queries":["half' },
      { type: 'restart', reason: 'crash' },
      { type: 'text', text: good },
      { type: 'end', reason: 'stop', usage },
    ];
    const seen: string[] = [];
    const model = createScriptedLanguageModel({ replies: [events] });
    const made = await generateJson(model, request, schema, never(), ({ type }) => void seen.push(type));
    expect(made.value.queries).toEqual(['a']);
    expect(seen).toEqual(['text', 'restart', 'text', 'end']);
  });

  it('passes errors and aborts on as they are', async () => {
    const model = createScriptedLanguageModel({ replies: [new Error('gone')] });
    await expect(generateJson(model, request, schema, never())).rejects.toThrow('gone');
    const slow = createScriptedLanguageModel({ replies: ['a b c d e f'], pace: 20 });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 30);
    await expect(generateJson(slow, request, schema, controller.signal)).rejects.toMatchObject({
      code: 'cancelled',
    });
  });

  it('a script that has run out is an error, not silence', async () => {
    const model = createScriptedLanguageModel({ replies: [] });
    await expect(generateJson(model, request, schema, never())).rejects.toMatchObject({
      code: 'modelOutput',
    });
  });
});
