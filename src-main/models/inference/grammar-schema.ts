/**
 * JSON schemas as llama.cpp grammars take them. In: a JSON schema (zod's output). Out: the same in
 * node-llama-cpp's subset, which names alternatives `oneOf` and makes every property required.
 */
import type { GbnfJsonObjectSchema } from 'node-llama-cpp';
import type { JsonSchema } from '../../domain/ports/language-model.ts';

function convert(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convert);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '$schema')
      .map(([key, inner]) => [key === 'anyOf' ? 'oneOf' : key, convert(inner)]),
  );
}

/** Keywords a grammar cannot express (patterns, number ranges) stay and are ignored there. */
export function grammarSchema(schema: JsonSchema): GbnfJsonObjectSchema {
  return convert(schema) as GbnfJsonObjectSchema;
}
