/** Names of models as the screens say them. In: a reference, the catalogue, the servers. Out: a short title. */
import type { CatalogueEntry, WireSettings } from '../../../src-preload/contract/models.ts';
import type { WireModelReference } from '../../../src-preload/contract/shapes.ts';

/** Host and port of a server's address; the address itself where it is none. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** "Qwen 3 1.7B", or "model on 10.0.0.12:30000". */
export function modelTitle(
  model: WireModelReference,
  catalogue: readonly CatalogueEntry[],
  servers: WireSettings['servers'],
): string {
  if (model.provider === 'llama-cpp')
    return catalogue.find((entry) => entry.id === model.model)?.title ?? model.model;
  const server = servers.find((one) => one.id === model.server);
  const name = model.model.split('/').at(-1) ?? model.model;
  return server ? `${name} on ${hostOf(server.url)}` : name;
}

/** What a run recorded as its model, as a person knows it. */
export function recordedModel(id: string, catalogue: readonly CatalogueEntry[]): string {
  return catalogue.find((entry) => entry.id === id)?.title ?? id.split('/').at(-1) ?? id;
}
