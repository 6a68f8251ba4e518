/**
 * Contract calls over any port. In: request frames. Out: response frames and events. A handler
 * that is missing does not compile, since `Handlers` names every call.
 */
import {
  calls,
  requestFrameSchema,
  type CallArguments,
  type CallName,
  type CallOutput,
  type EventData,
  type EventName,
  type Port,
} from '../../../src-preload/contract/contract.ts';
import { CarrelError, toCarrelError } from '../../domain/errors.ts';

/** What a handler knows of its caller. */
export interface CallContext {
  /** Aborted when the host cancels the call or goes away. */
  readonly signal: AbortSignal;
  /** Sends an event to this host only. */
  emit<Name extends EventName>(name: Name, data: EventData<Name>): void;
}

export type Handlers = {
  readonly [Name in CallName]: (
    input: CallArguments<Name>,
    context: CallContext,
  ) => Promise<CallOutput<Name>>;
};

export interface Dispatcher {
  /** Serves a host until its port closes. */
  serve(port: Port): void;
  /** Sends an event to every host. */
  broadcast<Name extends EventName>(name: Name, data: EventData<Name>): void;
  readonly hosts: number;
  close(): void;
}

function isCall(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}

/** `onHosts` hears how many hosts are connected, each time that changes. */
export function createDispatcher(
  handlers: Handlers,
  options: { onHosts(count: number): void; log(line: string): void },
): Dispatcher {
  const ports = new Set<Port>();

  async function run(name: string, input: unknown, context: CallContext): Promise<unknown> {
    if (!isCall(name)) throw new CarrelError('unknownCall', `This engine has no call named "${name}".`);
    const parsed = calls[name].input.safeParse(input ?? {});
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const where = issue?.path.join('.') ?? '';
      throw new CarrelError(
        'invalidInput',
        `${name}: ${where ? `${where}: ` : ''}${issue?.message ?? 'wrong input'}.`,
      );
    }
    const handler = handlers[name] as (input: unknown, context: CallContext) => Promise<unknown>;
    return handler(parsed.data, context);
  }

  function failure(thrown: unknown): object {
    const error = toCarrelError(thrown);
    if (error.code === 'internal') options.log(error.detail ?? error.message);
    return { code: error.code, message: error.message, retryable: error.retryable, detail: error.detail };
  }

  return {
    get hosts() {
      return ports.size;
    },
    serve(port) {
      const running = new Map<number, AbortController>();
      ports.add(port);
      options.onHosts(ports.size);
      port.onClose(() => {
        ports.delete(port);
        for (const controller of running.values())
          controller.abort(new CarrelError('cancelled', 'The host went away.'));
        options.onHosts(ports.size);
      });
      port.onFrame((raw) => {
        const frame = requestFrameSchema.safeParse(raw);
        if (!frame.success) return;
        const request = frame.data;
        if ('cancel' in request) {
          running
            .get(request.cancel)
            ?.abort(new CarrelError('cancelled', 'This was stopped before it finished.'));
          return;
        }
        const controller = new AbortController();
        running.set(request.id, controller);
        const context: CallContext = {
          signal: controller.signal,
          emit: (event, data) => port.send({ event, data }),
        };
        run(request.call, request.input, context)
          .then(
            (output) => port.send({ id: request.id, output }),
            (thrown: unknown) => port.send({ id: request.id, error: failure(thrown) }),
          )
          .finally(() => running.delete(request.id));
      });
    },
    broadcast(event, data) {
      for (const port of ports) port.send({ event, data });
    },
    close() {
      for (const port of ports) port.close();
    },
  };
}
