/** Calls about models, servers, settings, the network record, health. */
import { CarrelError } from '../../domain/errors.ts';
import type { Rooms } from '../rooms.ts';
import type { Handlers } from '../rpc/dispatcher.ts';

type ModelHandlers = Pick<
  Handlers,
  Extract<
    keyof Handlers,
    `models.${string}` | `settings.${string}` | `network.${string}` | 'doctor.run' | 'engine.info'
  >
>;

export function modelHandlers(rooms: Rooms): ModelHandlers {
  const { models, settings } = rooms;

  return {
    'models.list': async () => ({ models: await models.catalogue() }),
    async 'models.add'(input, { signal }) {
      const { file } = await models.add(input.id, signal);
      // The first model that a person installs is the one that answers, until they say otherwise.
      const entry = (await models.catalogue()).find((one) => one.id === input.id);
      if (entry?.kind === 'language' && settings.current().answerModel === null)
        await settings.set({ answerModel: { provider: 'llama-cpp', model: input.id } });
      return { file };
    },
    'models.cancel': (input) => {
      models.cancel(input.id);
      return Promise.resolve({});
    },
    async 'models.remove'(input) {
      await models.remove(input.id);
      const { answerModel } = settings.current();
      if (answerModel?.provider === 'llama-cpp' && answerModel.model === input.id)
        await settings.set({ answerModel: null });
      return {};
    },
    'models.test': (input, { signal }) =>
      models.test(input.target, { key: input.key, allowPublic: input.allowPublic ?? false }, signal),
    'settings.get': () => Promise.resolve(settings.wire()),
    async 'settings.set'(input) {
      const { answerModel } = input;
      if (answerModel?.provider === 'llama-cpp') {
        const known = (await models.catalogue()).some(
          (entry) => entry.id === answerModel.model && entry.kind === 'language',
        );
        if (!known)
          throw new CarrelError('modelUnknown', `The catalogue has no model named ${answerModel.model}.`);
      }
      const change = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
      return settings.set(change);
    },
    'settings.putServer': (input) => settings.putServer(input),
    async 'settings.removeServer'(input) {
      await settings.removeServer(input.id);
      return {};
    },
    'network.log': () => Promise.resolve({ connections: [...models.connections()] }),
    async 'doctor.run'() {
      const stored = await rooms.store.library.check();
      const catalogue = await models.catalogue();
      const embedding = catalogue.find((entry) => entry.kind === 'embedding' && entry.bundled);
      const installed = catalogue.filter((entry) => entry.kind === 'language' && entry.installed);
      const checks = [
        ...stored.map((check) => ({ ...check })),
        {
          name: 'embedding model',
          ok: embedding?.installed === true,
          detail:
            embedding?.installed === true
              ? 'In place, checksum matches.'
              : 'The bundled embedding model is missing.',
        },
        {
          name: 'language models',
          ok: true,
          detail:
            installed.length > 0
              ? `Installed: ${installed.map((entry) => entry.title).join(', ')}.`
              : 'None installed: answers are evidence alone.',
        },
      ];
      return { ok: checks.every((check) => check.ok), checks };
    },
    'engine.info': () =>
      Promise.resolve({
        version: rooms.version,
        home: rooms.home,
        processId: process.pid,
        node: process.version,
        cores: rooms.scheduler.cores,
        residentBytes: process.memoryUsage.rss(),
        startedAt: rooms.startedAt,
        model: models.loaded(),
      }),
  };
}
