/**
 * The body of a chat request. In: messages, limits, and what the server is known to accept. Out:
 * the JSON that is sent; and which extra to leave out when the server refuses the body.
 */
import type { GenerateRequest, JsonSchema } from '../../domain/ports/language-model.ts';

/** How a schema reaches the server: by its grammar, as "any JSON object", or in words alone. */
export type JsonMode = 'schema' | 'object' | 'words';

/** Extras beyond the common protocol; each is dropped for good once a server refused it. */
export interface ServerFeatures {
  jsonMode: JsonMode;
  /** `chat_template_kwargs.enable_thinking`, known to sglang, vLLM and llama-server. */
  thinkingSwitch: boolean;
  /** `stream_options.include_usage`. */
  streamUsage: boolean;
}

export const optimisticFeatures = (): ServerFeatures => ({
  jsonMode: 'schema',
  thinkingSwitch: true,
  streamUsage: true,
});

function responseFormat(mode: JsonMode, schema: JsonSchema): Readonly<Record<string, unknown>> {
  if (mode === 'schema')
    return { response_format: { type: 'json_schema', json_schema: { name: 'reply', schema, strict: true } } };
  return mode === 'object' ? { response_format: { type: 'json_object' } } : {};
}

/** The instruction that stands in for a grammar; last, so that the prefix stays the same. */
function inWords(schema: JsonSchema): string {
  return `\n\nReply with one JSON value of this schema and nothing else:\n${JSON.stringify(schema)}`;
}

export function chatBody(
  model: string,
  request: Pick<GenerateRequest, 'messages' | 'temperature' | 'maxTokens' | 'schema'>,
  features: Readonly<ServerFeatures>,
): Readonly<Record<string, unknown>> {
  const { schema } = request;
  const last = request.messages.length - 1;
  const messages = request.messages.map(({ role, content }, at) => ({
    role,
    content: schema && features.jsonMode !== 'schema' && at === last ? content + inWords(schema) : content,
  }));
  return {
    model,
    messages,
    temperature: request.temperature,
    max_tokens: request.maxTokens,
    stream: true,
    ...(features.streamUsage && { stream_options: { include_usage: true } }),
    ...(features.thinkingSwitch && { chat_template_kwargs: { enable_thinking: false } }),
    ...(schema && responseFormat(features.jsonMode, schema)),
  };
}

/**
 * The next plainer set of features after a refusal (400, 404, 415, 422, 501), or null when nothing
 * is left to drop. What the server names in its refusal goes first.
 */
export function plainerFeatures(
  features: Readonly<ServerFeatures>,
  said: string,
  withSchema: boolean,
): ServerFeatures | null {
  const drops: [RegExp, boolean, Partial<ServerFeatures>][] = [
    [/chat_template_kwargs|enable_thinking/iu, features.thinkingSwitch, { thinkingSwitch: false }],
    [/stream_options|include_usage/iu, features.streamUsage, { streamUsage: false }],
    [
      /json_schema|response_format|grammar|schema/iu,
      withSchema && features.jsonMode === 'schema',
      { jsonMode: 'object' },
    ],
    [/json_object|response_format/iu, withSchema && features.jsonMode === 'object', { jsonMode: 'words' }],
  ];
  const left = drops.filter(([, present]) => present);
  const [, , drop] = left.find(([named]) => named.test(said)) ?? left[0] ?? [];
  return drop ? { ...features, ...drop } : null;
}
