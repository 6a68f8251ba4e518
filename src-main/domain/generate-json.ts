/**
 * One JSON value from a language model. In: a request and a zod schema. Out: the checked value and
 * what it cost. A value that does not fit gets one repair turn, then a typed failure.
 */
import { jsonrepair } from 'jsonrepair';
import { z } from 'zod';
import type { TokenUsage } from './answer.ts';
import { CarrelError } from './errors.ts';
import type { GenerateRequest, JsonSchema, LanguageModel, ModelEvent } from './ports/language-model.ts';

export interface GeneratedJson<Value> {
  readonly value: Value;
  /** The reply that was accepted, as the model wrote it. */
  readonly text: string;
  readonly reasoning: string;
  /** Summed over both turns. */
  readonly usage: TokenUsage;
  /** True when the first reply did not fit and the second did. */
  readonly repaired: boolean;
}

interface Reply {
  readonly text: string;
  readonly reasoning: string;
  readonly usage: TokenUsage;
}

/** The part of a request that this helper does not set itself. */
export type JsonRequest = Omit<GenerateRequest, 'schema'>;

/** The schema as grammars and servers both take it. */
export function wireSchema(schema: z.ZodType): JsonSchema {
  const whole = z.toJSONSchema(schema, { io: 'input' });
  return Object.fromEntries(Object.entries(whole).filter(([key]) => key !== '$schema'));
}

async function ask(
  model: LanguageModel,
  request: GenerateRequest,
  signal: AbortSignal,
  onEvent: (event: ModelEvent) => void,
): Promise<Reply> {
  let text = '';
  let reasoning = '';
  let usage: TokenUsage = { prompt: 0, reused: 0, generated: 0 };
  for await (const event of model.generate(request, signal)) {
    onEvent(event);
    if (event.type === 'text') text += event.text;
    else if (event.type === 'reasoning') reasoning += event.text;
    else if (event.type === 'restart') text = reasoning = '';
    else if (event.type === 'end') ({ usage } = event);
  }
  return { text, reasoning, usage };
}

/** What may be JSON in a reply: a fenced block, or all from the first bracket on. */
function jsonPart(text: string): string {
  const fenced = /```(?:json)?\s*\n([\s\S]*?)```/u.exec(text)?.[1];
  const body = fenced ?? text;
  const start = body.search(/[[{]/u);
  return start < 0 ? body.trim() : body.slice(start).trim();
}

function parse(text: string): unknown {
  const part = jsonPart(text);
  if (part === '') return undefined;
  try {
    return JSON.parse(part);
  } catch {
    try {
      return JSON.parse(jsonrepair(part));
    } catch {
      return undefined;
    }
  }
}

function check<Schema extends z.ZodType>(
  schema: Schema,
  reply: Reply,
): z.ZodSafeParseResult<z.output<Schema>> {
  // Some servers put the JSON where the thinking belongs and leave the content empty.
  const text = reply.text.trim() === '' ? reply.reasoning : reply.text;
  return schema.safeParse(parse(text)) as z.ZodSafeParseResult<z.output<Schema>>;
}

function add(a: TokenUsage, b: TokenUsage): TokenUsage {
  return { prompt: a.prompt + b.prompt, reused: a.reused + b.reused, generated: a.generated + b.generated };
}

/**
 * Generates one JSON value of the schema.
 * @throws CarrelError `modelOutput` with both replies as detail, and what `generate` throws.
 */
export async function generateJson<Schema extends z.ZodType>(
  model: LanguageModel,
  request: JsonRequest,
  schema: Schema,
  signal: AbortSignal,
  onEvent: (event: ModelEvent) => void = () => undefined,
): Promise<GeneratedJson<z.output<Schema>>> {
  const wire = wireSchema(schema);
  const first = await ask(model, { ...request, schema: wire }, signal, onEvent);
  const checked = check(schema, first);
  if (checked.success)
    return {
      value: checked.data,
      text: first.text,
      reasoning: first.reasoning,
      usage: first.usage,
      repaired: false,
    };
  const messages = [
    ...request.messages,
    { role: 'assistant', content: first.text === '' ? '(no reply)' : first.text },
    {
      role: 'user',
      content: `That reply is not the JSON that was asked for: ${z.prettifyError(checked.error)}\nReply again with one JSON value of this schema and nothing else:\n${JSON.stringify(wire)}`,
    },
  ] as const;
  const second = await ask(model, { ...request, messages, schema: wire }, signal, onEvent);
  const again = check(schema, second);
  const usage = add(first.usage, second.usage);
  if (again.success)
    return { value: again.data, text: second.text, reasoning: second.reasoning, usage, repaired: true };
  throw new CarrelError(
    'modelOutput',
    'The model twice gave something else than what it was asked for. Ask again, or choose a larger model.',
    { retryable: true, detail: `${first.text || first.reasoning}\n---\n${second.text || second.reasoning}` },
  );
}
