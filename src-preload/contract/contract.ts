/**
 * The contract between every host and the engine: calls, events, and the frames that carry them
 * over any port. A handler that is missing does not compile (see `Handlers`).
 */
import { z } from 'zod';
import { askingCalls } from './asking.ts';
import { libraryCalls, indexProgressSchema } from './library.ts';
import { connectionSchema, downloadProgressSchema, modelCalls, settingsSchema } from './models.ts';
import { errorSchema } from './errors.ts';
import { runEventSchema } from './run-events.ts';

export const calls = { ...libraryCalls, ...askingCalls, ...modelCalls } as const;
export type CallName = keyof typeof calls;
/** What a caller passes (defaults may be left out). */
export type CallInput<Name extends CallName> = z.input<(typeof calls)[Name]['input']>;
/** What a handler receives (defaults filled in). */
export type CallArguments<Name extends CallName> = z.output<(typeof calls)[Name]['input']>;
export type CallOutput<Name extends CallName> = z.output<(typeof calls)[Name]['output']>;

/** Sent to every connected host, except `run.event`, which goes only to its subscribers. */
export const events = {
  'index.progress': indexProgressSchema,
  /** Documents, collections or folders changed: screens ask again for what they show. */
  'library.changed': z.object({ collections: z.array(z.string()) }),
  'questions.changed': z.object({}),
  'run.event': runEventSchema,
  'models.progress': downloadProgressSchema,
  'settings.changed': settingsSchema,
  'network.connection': connectionSchema,
  notice: z.object({ code: z.string(), message: z.string() }),
} as const;
export type EventName = keyof typeof events;
export type EventData<Name extends EventName> = z.output<(typeof events)[Name]>;

/** Host → engine. `cancel` aborts the call of that id. */
export const requestFrameSchema = z.union([
  z.object({ id: z.number().int(), call: z.string(), input: z.unknown() }),
  z.object({ cancel: z.number().int() }),
]);
export type RequestFrame = z.infer<typeof requestFrameSchema>;

/** Engine → host. */
export const responseFrameSchema = z.union([
  z.object({ id: z.number().int(), output: z.unknown() }),
  z.object({ id: z.number().int(), error: errorSchema }),
  z.object({ event: z.string(), data: z.unknown() }),
]);
export type ResponseFrame = z.infer<typeof responseFrameSchema>;

/** Anything that carries frames: a socket, a WebSocket, Electron's ipc. */
export interface Port {
  send(frame: unknown): void;
  onFrame(listener: (frame: unknown) => void): void;
  onClose(listener: () => void): void;
  close(): void;
}
