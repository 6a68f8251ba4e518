/** In: a language model and the role that uses it. Out: the same model, each call of it in the trace. */
import type { TokenUsage } from '../domain/answer.ts';
import type { GenerateRequest, LanguageModel, ModelEvent } from '../domain/ports/language-model.ts';
import type { Recorder } from './recorder.ts';

/**
 * Every `generate` appends `model.request`, `model.progress` while the prompt is read, a step `load`
 * while the model is loaded, and `model.response`; its usage counts for the run. `role` is the name in
 * the trace; the request's own role still says which evaluated prefix is used.
 */
export function recordedModel(model: LanguageModel, role: string, recorder: Recorder): LanguageModel {
  return {
    id: model.id,
    title: model.title,
    fingerprint: model.fingerprint,
    contextTokens: model.contextTokens,
    promptTokensPerSecond: model.promptTokensPerSecond,
    countTokens: (text) => model.countTokens(text),
    generate: (request, signal) => record(model, role, recorder, request, signal),
  };
}

async function* record(
  model: LanguageModel,
  role: string,
  recorder: Recorder,
  request: GenerateRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const { temperature, maxTokens } = request;
  const messages = request.messages.map((message) => ({ role: message.role, content: message.content }));
  recorder.append({ type: 'model.request', role, messages, temperature, maxTokens });
  let text = '';
  let reasoning = '';
  let usage: TokenUsage = { prompt: 0, reused: 0, generated: 0 };
  let loadingSince: number | null = null;
  const loaded = (): void => {
    if (loadingSince === null) return;
    const milliseconds = Math.round(performance.now() - loadingSince);
    recorder.append({ type: 'step.ended', step: 'load', milliseconds });
    loadingSince = null;
  };
  try {
    for await (const event of model.generate(request, signal)) {
      if (event.type === 'loading') {
        if (loadingSince === null) {
          loadingSince = performance.now();
          recorder.append({ type: 'step.started', step: 'load', label: `Loading ${model.title}` });
        }
      } else loaded();
      if (event.type === 'prompt')
        recorder.append({ type: 'model.progress', role, evaluated: event.evaluated, total: event.total });
      else if (event.type === 'reasoning') reasoning += event.text;
      else if (event.type === 'text') text += event.text;
      else if (event.type === 'restart') [text, reasoning] = ['', ''];
      else if (event.type === 'end') usage = event.usage;
      yield event;
    }
  } finally {
    loaded();
    recorder.use(usage);
    recorder.append({ type: 'model.response', role, text, reasoning, usage });
  }
}
