/**
 * What a server is and can. In: its address. Out: the base URL that answers, its models with their
 * context, and whether it counts tokens. Found by asking, never by its name.
 */
import { CarrelError, toCarrelError } from '../../domain/errors.ts';
import { baseUrlCandidates, serverRoot } from './server-address.ts';
import { refusal } from './server-http.ts';
import type { ServerHttp, ServerTarget } from './server-http.ts';

export interface ServerModel {
  readonly id: string;
  /** Tokens of context, where the server says so. */
  readonly contextTokens: number | null;
}

export interface ServerFacts {
  readonly baseUrl: string;
  readonly models: readonly ServerModel[];
}

type Json = Readonly<Record<string, unknown>>;

function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function positive(value: unknown): number | null {
  return typeof value === 'number' && value > 0 ? value : null;
}

/** vLLM and sglang say `max_model_len`, LM Studio `loaded_context_length`, llama-server in `meta`. */
function modelOf(value: unknown): ServerModel[] {
  const model = asJson(value);
  const id = model['id'] ?? model['name'];
  if (typeof id !== 'string') return [];
  const context =
    positive(model['max_model_len']) ??
    positive(model['loaded_context_length']) ??
    positive(model['context_length']) ??
    positive(asJson(model['meta'])['n_ctx']);
  return [{ id, contextTokens: context }];
}

function modelList(text: string): ServerModel[] | null {
  try {
    const list = asJson(JSON.parse(text));
    const data = list['data'] ?? list['models'];
    return Array.isArray(data) ? data.flatMap(modelOf) : null;
  } catch {
    return null;
  }
}

/** llama-server tells the context it was started with in `/props`; Ollama what it loaded in `/api/ps`. */
async function contextBeside(
  http: ServerHttp,
  root: string,
  id: string,
  signal: AbortSignal,
): Promise<number | null> {
  const ask = async (path: string): Promise<Json> => {
    try {
      const response = await http.get(`${root}${path}`, 'facts of a model server', signal);
      const text = await response.text();
      return response.status === 200 ? asJson(JSON.parse(text)) : {};
    } catch {
      signal.throwIfAborted();
      return {};
    }
  };
  const props = await ask('/props');
  const started = positive(asJson(props['default_generation_settings'])['n_ctx']) ?? positive(props['n_ctx']);
  if (started !== null) return started;
  const running = (await ask('/api/ps'))['models'];
  const mine = Array.isArray(running)
    ? running.map(asJson).find((model) => model['name'] === id || model['model'] === id)
    : null;
  return positive(mine?.['context_length']);
}

/**
 * Tries both URL forms.
 * @throws CarrelError serverUnreachable, serverTimeout, serverRefused, addressRefused, offline.
 */
export async function probeServer(
  http: ServerHttp,
  target: ServerTarget,
  signal: AbortSignal,
): Promise<ServerFacts> {
  let last: CarrelError | null = null;
  for (const baseUrl of baseUrlCandidates(target.url)) {
    const response = await http.get(`${baseUrl}/models`, 'list of models of a server', signal);
    const text = await response.text();
    const models = response.status === 200 ? modelList(text) : null;
    if (models) return { baseUrl, models };
    last = response.status === 200 ? null : refusal(target, response.status, text);
    if (response.status === 401 || response.status === 403) throw toCarrelError(last);
  }
  throw new CarrelError(
    'serverRefused',
    `${target.name} answers, but not as an OpenAI-compatible server: it has no list of models with or without /v1. Check the address.`,
    last?.detail ? { detail: last.detail } : {},
  );
}

/** Context of one model: from the list, else from the server's own calls, else null. */
export async function contextOf(
  http: ServerHttp,
  facts: ServerFacts,
  id: string,
  signal: AbortSignal,
): Promise<number | null> {
  const listed = facts.models.find((model) => model.id === id)?.contextTokens ?? null;
  return listed ?? contextBeside(http, serverRoot(facts.baseUrl), id, signal);
}
