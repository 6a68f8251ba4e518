/** What crosses between the store's threads and the engine's main thread, and how errors cross. */
import type { ErrorCode } from '../../../src-preload/contract/errors.ts';
import { CarrelError } from '../../domain/errors.ts';
import type { StoreNotice } from '../interfaces/notices.ts';

export type ThreadRole = 'writer' | 'lexical' | 'dense';

export interface ThreadData {
  readonly role: ThreadRole;
  readonly home: string;
}

export interface Request {
  readonly id: number;
  readonly method: string;
  readonly parameters: readonly unknown[];
}

export interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly detail: string | null;
}

export type Reply =
  | { readonly type: 'ready'; readonly notices: readonly StoreNotice[] }
  | { readonly type: 'refused'; readonly error: WireError }
  | { readonly type: 'result'; readonly id: number; readonly value: unknown }
  | { readonly type: 'error'; readonly id: number; readonly error: WireError };

export function toWire({ code, message, retryable, detail }: CarrelError): WireError {
  return { code, message, retryable, detail };
}

export function fromWire({ code, message, retryable, detail }: WireError): CarrelError {
  return new CarrelError(code, message, detail === null ? { retryable } : { retryable, detail });
}
