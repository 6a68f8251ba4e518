/**
 * What engine and page-reading workers say to each other over ipc (serialization `advanced`).
 * One call at a time per worker; a reply carries the call's id.
 */
import type { PackedPage } from '../../domain/packing.ts';
import type { PictureRequest } from '../../domain/ports/reader.ts';
import type { ErrorCode } from '../../../src-preload/contract/errors.ts';

export interface FileTarget {
  readonly path: string;
  readonly password: string | undefined;
}

/** Every call with its input and output. */
export interface WorkerCalls {
  open: { input: FileTarget; output: { readonly pageCount: number } };
  read: {
    input: FileTarget & { readonly pages: readonly number[] };
    output: { readonly pageCount: number; readonly pages: readonly PackedPage[] };
  };
  /** OCR of one page; `tessdata` is a folder of uncompressed `*.traineddata`. */
  recognise: {
    input: FileTarget & { readonly page: number; readonly tessdata: string };
    output: PackedPage;
  };
  /** Pages of state `failed` with this reason, their geometry read without their content. */
  describeFailed: {
    input: FileTarget & { readonly pages: readonly number[]; readonly reason: string };
    output: readonly PackedPage[];
  };
  assemble: {
    input: FileTarget & { readonly document: string; readonly pages: readonly PackedPage[] };
    output: Uint8Array;
  };
  picture: { input: PictureRequest; output: Uint8Array };
}

export type WorkerCallName = keyof WorkerCalls;
export type WorkerInput<Name extends WorkerCallName> = WorkerCalls[Name]['input'];
export type WorkerOutput<Name extends WorkerCallName> = WorkerCalls[Name]['output'];

export interface WorkerRequest<Name extends WorkerCallName = WorkerCallName> {
  readonly id: number;
  readonly call: Name;
  readonly input: WorkerInput<Name>;
}

export interface WorkerError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly detail: string | null;
}

export type WorkerReply =
  { readonly id: number; readonly output: unknown } | { readonly id: number; readonly error: WorkerError };
