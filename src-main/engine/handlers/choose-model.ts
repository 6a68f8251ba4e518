/** Which model answers a question. In: what the caller named and the settings. Out: a model, or null for evidence alone. */
import type { CallArguments } from '../../../src-preload/contract/contract.ts';
import type { LanguageModel } from '../../domain/ports/language-model.ts';
import { CarrelError } from '../../domain/errors.ts';
import { checkedUrl } from '../settings.ts';
import type { Rooms } from '../rooms.ts';

/**
 * `--endpoint` wins, then `--model` (catalogue id, or `server/model`), then the model set for
 * answers. The preset `evidence` needs none. Throws usage, modelUnknown, modelNotInstalled, serverUnreachable.
 */
export async function chooseModel(
  rooms: Pick<Rooms, 'models' | 'settings'>,
  input: Pick<CallArguments<'ask.start'>, 'preset' | 'model' | 'endpoint'>,
  signal: AbortSignal,
): Promise<LanguageModel | null> {
  const { models, settings } = rooms;
  if (input.preset === 'evidence') return null;
  if (input.endpoint !== undefined)
    return models.language(
      { endpoint: checkedUrl(input.endpoint), ...(input.model === undefined ? {} : { model: input.model }) },
      signal,
    );
  if (input.model === undefined) {
    const { answerModel } = settings.current();
    return answerModel === null ? null : models.language(answerModel, signal);
  }
  const named = input.model;
  const entry = (await models.catalogue()).find((one) => one.id === named && one.kind === 'language');
  if (entry) return models.language({ provider: 'llama-cpp', model: entry.id }, signal);
  const slash = named.indexOf('/');
  const server = settings.current().servers.find((one) => one.id === named.slice(0, slash));
  if (slash > 0 && server)
    return models.language({ provider: 'server', server: server.id, model: named.slice(slash + 1) }, signal);
  throw new CarrelError(
    'modelUnknown',
    `There is no model named ${named}. "carrel models list" shows what there is.`,
  );
}
