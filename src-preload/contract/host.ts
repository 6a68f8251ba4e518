/**
 * What a host gives the renderer besides the contract. In: nothing. Out: the type of
 * `window.carrel`, which Electron's preload exposes; a browser has none and uses `/rpc`.
 */
import type { ContractError } from './errors.ts';

/**
 * Frames to and from the engine. Listeners may be set at any time and stay for the life of the
 * window; the port outlives the engine: after a loss the host attaches again and says `open`.
 */
export interface HostPort {
  /** Dropped without an error while the port is closed. */
  send(frame: unknown): void;
  onFrame(listener: (frame: unknown) => void): void;
  /** Called when the engine is attached: at once if it already is, and again after every loss. */
  onOpen(listener: () => void): void;
  /** Called when the engine is gone or cannot be started (`libraryNewer`, `engineLocked`, …). */
  onClose(listener: (error: ContractError | null) => void): void;
}

/** Commands that the window's own menu can send to the screen. */
export const HOST_COMMANDS = [
  'newQuestion',
  'addFolder',
  'find',
  'commands',
  'export',
  'settings',
  'nextEvidence',
  'previousEvidence',
] as const;
export type HostCommand = (typeof HOST_COMMANDS)[number];

/** `window.carrel` in Electron. */
export interface CarrelHost {
  readonly host: 'electron';
  readonly platform: 'darwin' | 'win32' | 'linux';
  readonly port: HostPort;
  /** The system's folder dialog; empty when it was dismissed. Absolute paths. */
  chooseFolders(): Promise<string[]>;
  /** Absolute paths of `File` objects that were dropped on the window (`webUtils.getPathForFile`). */
  pathsOfDroppedFiles(files: readonly object[]): string[];
  /** The system's save dialog; resolves to the path written, or null when it was dismissed. */
  saveText(name: string, text: string): Promise<string | null>;
  /** Address of a document's bytes, which answers range requests. `document` is an id. */
  documentUrl(document: string): string;
  /** Shows a file in the system's file manager. */
  showInFolder(path: string): void;
  /** Theme of the window's own frame, menus and dialogs. */
  setTheme(theme: 'system' | 'light' | 'dark'): void;
  onCommand(listener: (command: HostCommand) => void): void;
}

/**
 * The web host says why the engine is gone by closing the WebSocket `/rpc` with this code and an
 * `ErrorCode` as the reason; any other code is a lost connection that is tried again.
 */
export const ENGINE_GONE_CLOSE_CODE = 4000;
/** The session's cookie is missing or old: open the address again that `carrel serve` printed. */
export const UNAUTHORISED_CLOSE_CODE = 4401;
