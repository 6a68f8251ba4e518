/**
 * All servers that are asked. In: what the person set. Out: language models of them. What a server
 * was found to be is kept, so that it is probed once, not at every question.
 */
import { CarrelError } from '../../domain/errors.ts';
import type { LanguageModel } from '../../domain/ports/language-model.ts';
import type { NetworkDoor } from '../network-door.ts';
import { optimisticFeatures } from './chat-request.ts';
import type { ServerFeatures } from './chat-request.ts';
import { createServerHttp } from './server-http.ts';
import type { ServerTarget } from './server-http.ts';
import { createServerLanguageModel } from './server-language-model.ts';
import { contextOf, probeServer } from './server-probe.ts';
import type { ServerFacts } from './server-probe.ts';
import { createTokenCounter } from './token-counter.ts';

export interface OpenedServerModel {
  readonly model: LanguageModel;
  readonly facts: ServerFacts;
  /** The model's id on the server. */
  readonly name: string;
  /** As found so far; complete after the first request with a schema. */
  readonly features: { readonly current: ServerFeatures };
}

export interface Servers {
  /**
   * Probes the server; `model` null takes the first it lists.
   * @throws CarrelError serverUnreachable, serverRefused, serverTimeout, addressRefused, offline.
   */
  open(target: ServerTarget, model: string | null, signal: AbortSignal): Promise<OpenedServerModel>;
}

/** A server is probed again after this long: people restart them with other models. */
const FRESH_MILLISECONDS = 60_000;

interface Known {
  readonly facts: ServerFacts;
  readonly at: number;
  readonly contexts: Map<string, number | null>;
}

export function createServers(door: NetworkDoor, contextTokens: () => number): Servers {
  const known = new Map<string, Known>();
  const features = new Map<string, { current: ServerFeatures; probed: boolean }>();

  function featuresOf(key: string): { current: ServerFeatures; probed: boolean } {
    const present = features.get(key) ?? { current: optimisticFeatures(), probed: false };
    features.set(key, present);
    return present;
  }

  return {
    async open(target, wanted, signal) {
      const http = createServerHttp(door, target);
      const key = JSON.stringify([target.url, target.key]);
      let server = known.get(key);
      if (!server || performance.now() - server.at > FRESH_MILLISECONDS) {
        server = {
          facts: await probeServer(http, target, signal),
          at: performance.now(),
          contexts: new Map(),
        };
        known.set(key, server);
      }
      const { facts, contexts } = server;
      const name = wanted ?? facts.models[0]?.id;
      if (name === undefined)
        throw new CarrelError(
          'serverRefused',
          `${target.name} has no model loaded. Load one there and try again.`,
          { retryable: true },
        );
      const context = contexts.get(name) ?? (await contextOf(http, facts, name, signal));
      contexts.set(name, context);
      const found = featuresOf(JSON.stringify([facts.baseUrl, name]));
      const model = createServerLanguageModel({
        target,
        http,
        baseUrl: facts.baseUrl,
        model: name,
        contextTokens: context ?? contextTokens(),
        counter: createTokenCounter(http, facts.baseUrl, name),
        features: found,
      });
      return { model, facts, name, features: found };
    },
  };
}
