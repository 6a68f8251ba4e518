/**
 * The models room as the engine sees it. In: folders, settings, processes, cores. Out: the embedder,
 * language models of both providers, the catalogue with its downloads, and the connection record.
 */
import { CarrelError } from '../domain/errors.ts';
import type { Embedder, LanguageModel } from '../domain/ports/language-model.ts';
import type { ProcessSpawner } from '../domain/ports/process.ts';
import type { Scheduler } from '../domain/ports/scheduler.ts';
import type { CatalogueEntry, DownloadProgress, WireConnection } from '../../src-preload/contract/models.ts';
import type { WireModelReference } from '../../src-preload/contract/shapes.ts';
import { comfortableSequences, neededBytes, readCatalogue } from './catalogue.ts';
import type { ModelEntry } from './catalogue.ts';
import { createConnectionRecord } from './connection-record.ts';
import { createModelDownloads } from './download/download-models.ts';
import { createLocalEmbedder } from './local/local-embedder.ts';
import { createLocalLanguageModels } from './local/local-language-models.ts';
import { availableBytes } from './local/memory.ts';
import { createModelFiles } from './model-files.ts';
import { createNetworkDoor } from './network-door.ts';
import type { ServerTarget } from './server/server-http.ts';
import { createServers } from './server/servers.ts';
import { testModel } from './test-model.ts';
import type { ModelTest } from './test-model.ts';

export interface ModelSettings {
  readonly offline: boolean;
  readonly contextTokens: number;
  readonly servers: readonly {
    readonly id: string;
    readonly url: string;
    readonly key?: string | null | undefined;
    readonly allowPublic: boolean;
  }[];
}

/** A server for one question, by its address. */
export interface EndpointReference {
  readonly endpoint: string;
  readonly key?: string | undefined;
  /** The first that the server lists when absent. */
  readonly model?: string | undefined;
  readonly allowPublic?: boolean | undefined;
}

export interface ModelsOptions {
  /** Absolute folder of the person's data. */
  readonly home: string;
  /** Absolute folder with models.json and models/. */
  readonly resources: string;
  readonly spawner: ProcessSpawner;
  readonly scheduler: Scheduler;
  /** Read at every use, so that a change counts at once. */
  settings(): ModelSettings;
  onConnection(connection: WireConnection): void;
  onDownload(progress: DownloadProgress): void;
  onNotice(notice: { readonly code: string; readonly message: string }): void;
}

export interface Models {
  readonly embedder: Embedder;
  /** Loads the embedding model ahead of the first search. What fails shows at the first use. */
  warm(): void;
  /**
   * Nothing is loaded yet; a server is probed.
   * @throws CarrelError modelUnknown, modelNotInstalled, and what a server's probe throws.
   */
  language(target: WireModelReference | EndpointReference, signal?: AbortSignal): Promise<LanguageModel>;
  catalogue(): Promise<CatalogueEntry[]>;
  /** @throws CarrelError modelUnknown, downloadFailed, modelChecksum, diskFull, offline, cancelled. */
  add(id: string, signal: AbortSignal): Promise<{ file: string }>;
  cancel(id: string): void;
  /** @throws CarrelError modelUnknown; usage for the bundled model. */
  remove(id: string): Promise<void>;
  /** A real answer from a catalogue id, `server/model`, or a URL. */
  test(
    target: string,
    options: { readonly key?: string | undefined; readonly allowPublic?: boolean | undefined },
    signal: AbortSignal,
  ): Promise<ModelTest>;
  connections(): WireConnection[];
  /** The language model in memory. */
  loaded(): { readonly id: string; readonly residentBytes: number } | null;
  /** Call after a change of settings: going offline ends what is open. */
  settingsChanged(): void;
  close(): Promise<void>;
}

export function createModels(options: ModelsOptions): Models {
  const { spawner, scheduler, settings, onNotice } = options;
  const catalogue = readCatalogue(options.resources);
  const files = createModelFiles(options.home, options.resources);
  const record = createConnectionRecord(options.onConnection);
  const door = createNetworkDoor({ offline: () => settings().offline, record });
  const downloads = createModelDownloads({ catalogue, files, door, onDownload: options.onDownload });
  const servers = createServers(door, () => settings().contextTokens);

  async function installedFile(entry: ModelEntry): Promise<string> {
    const path = await files.find(entry);
    if (path !== null) return path;
    throw entry.bundled
      ? new CarrelError(
          'modelChecksum',
          `The file of ${entry.title} is missing or damaged. Install Carrel again; keyword search works without it.`,
        )
      : new CarrelError(
          'modelNotInstalled',
          `${entry.title} is not installed. Download it in the settings, or with "carrel models add ${entry.id}".`,
        );
  }

  const embedder = createLocalEmbedder({
    // The text after the hash stands for pooling, cutting and scaling, which vectors depend on too.
    fingerprint: `${catalogue.embedding.id}:${catalogue.embedding.sha256}:mean-l2-1`,
    dimensions: catalogue.embedding.dimensions,
    file: () => installedFile(catalogue.embedding),
    spawner,
    scheduler,
    onNotice,
  });
  const local = createLocalLanguageModels({
    spawner,
    scheduler,
    file: installedFile,
    contextTokens: () => settings().contextTokens,
    onNotice,
  });

  function serverTarget(id: string): ServerTarget {
    const server = settings().servers.find((one) => one.id === id);
    if (!server) throw new CarrelError('modelUnknown', `There is no server "${id}" in the settings.`);
    return { name: server.id, url: server.url, key: server.key ?? null, allowPublic: server.allowPublic };
  }

  function endpointTarget(reference: EndpointReference): ServerTarget {
    const url = /^https?:\/\//iu.test(reference.endpoint)
      ? reference.endpoint
      : `http://${reference.endpoint}`;
    if (!URL.canParse(url))
      throw new CarrelError('usage', `"${reference.endpoint}" is no address of a server.`);
    // A server that is set under the same address lends its key and its permission.
    const set = settings().servers.find((one) => one.url.replace(/\/+$/u, '') === url.replace(/\/+$/u, ''));
    return {
      name: new URL(url).host,
      url,
      key: reference.key ?? set?.key ?? null,
      allowPublic: reference.allowPublic ?? set?.allowPublic ?? false,
    };
  }

  async function describe(entry: ModelEntry): Promise<CatalogueEntry> {
    const { id, title, kind, file, bytes, sha256, licence, parameters, bundled, sources } = entry;
    const free = availableBytes();
    const contextTokens =
      entry.kind === 'language' ? Math.min(settings().contextTokens, entry.contextTokens) : 0;
    const memory =
      entry.kind === 'language'
        ? {
            needed: neededBytes(entry, contextTokens, comfortableSequences(entry, contextTokens, free)),
            free,
            contextTokens,
          }
        : null;
    const installed = (await files.find(entry)) !== null;
    return { id, title, kind, file, bytes, sha256, licence, parameters, installed, bundled, sources, memory };
  }

  const models: Models = {
    embedder,
    warm() {
      embedder.embed(['warm'], 'query', new AbortController().signal).catch(() => undefined);
    },
    async language(target, signal = new AbortController().signal) {
      if ('endpoint' in target)
        return (await servers.open(endpointTarget(target), target.model ?? null, signal)).model;
      if (target.provider === 'server')
        return (await servers.open(serverTarget(target.server), target.model, signal)).model;
      const entry = catalogue.language(target.model);
      await installedFile(entry);
      return local.model(entry);
    },
    catalogue: () => Promise.all(catalogue.entries.map(describe)),
    add: async (id, signal) => ({ file: await downloads.add(id, signal) }),
    cancel: (id) => downloads.cancel(id),
    async remove(id) {
      const entry = catalogue.entry(id);
      if (entry.bundled)
        throw new CarrelError('usage', `${entry.title} comes with Carrel and cannot be removed.`);
      downloads.cancel(id);
      await local.unload(id);
      await files.remove(entry);
    },
    test: (target, given, signal) =>
      testModel(
        target,
        {
          entries: catalogue.entries,
          local: (id) => models.language({ provider: 'llama-cpp', model: id }, signal),
          embedder,
          server: async (id, model) => servers.open(serverTarget(id), model, signal),
          endpoint: async (endpoint) => servers.open(endpointTarget({ endpoint, ...given }), null, signal),
          serverIds: settings().servers.map(({ id }) => id),
        },
        signal,
      ),
    connections: () => record.list(),
    loaded() {
      const loaded = local.loaded();
      return loaded && { id: loaded.id, residentBytes: loaded.residentBytes };
    },
    settingsChanged: () => door.closeIfOffline(),
    async close() {
      downloads.close();
      await Promise.all([embedder.close(), local.close()]);
    },
  };
  return models;
}
