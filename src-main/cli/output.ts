/**
 * The two streams of a command. In: results, sentences, notes. Out: results on stdout (one JSON
 * value a line with --json), everything else on stderr.
 */
import { styleText } from 'node:util';
import type { ContractError } from '../../src-preload/contract/errors.ts';

export interface Output {
  /** True when stdout carries JSON and nothing else. */
  readonly json: boolean;
  /** True when a person watches stdout, so that an answer may be streamed. */
  readonly terminal: boolean;
  /** Columns for wrapped text on stdout, 40 to 100. */
  readonly width: number;
  /** One JSON value on a line of its own. */
  object(value: unknown): void;
  /** A line for a person on stdout; nothing with --json. */
  line(text?: string): void;
  /** Text for a person on stdout as it is; nothing with --json. */
  write(text: string): void;
  /** A line on stderr. */
  note(text: string): void;
  /** Bold on a terminal that shows it (NO_COLOR is respected), else the text itself. */
  strong(text: string): string;
  /** Resolves once everything written has left the process. */
  flush(): Promise<void>;
}

/** Text of documents and models must not move a terminal's cursor or change its colours. */
// eslint-disable-next-line no-control-regex -- these characters are what is taken out
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu;

/** Foreign text with terminal control and direction override characters removed; keeps \n and \t. */
export function clean(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(CONTROL, '');
}

function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}

/**
 * Output over the process's own streams. A reader that goes away (`carrel … | head`) ends the
 * process quietly with `onBroken`.
 */
export function createOutput(
  json: boolean,
  onBroken: () => void,
  stdout: NodeJS.WriteStream = process.stdout,
  stderr: NodeJS.WriteStream = process.stderr,
): Output {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') onBroken();
    else throw error;
  });
  stderr.on('error', () => undefined);
  const human = (text: string): void => void (json || stdout.write(text));
  return {
    json,
    terminal: stdout.isTTY === true && !json,
    width: Math.max(40, Math.min(100, stdout.columns ?? 100)),
    object: (value) => void stdout.write(`${JSON.stringify(value)}\n`),
    line: (text = '') => human(`${text}\n`),
    write: human,
    note: (text) => void stderr.write(`${text}\n`),
    strong: (text) => styleText('bold', text, { stream: stdout, validateStream: true }),
    flush: async () => {
      if (!stdout.destroyed && !stdout.errored) await drained(stdout);
      if (!stderr.destroyed && !stderr.errored) await drained(stderr);
    },
  };
}

/** Says what failed: the JSON error on stdout with --json, else a sentence on stderr. */
export function printError(output: Pick<Output, 'json' | 'object' | 'note'>, error: ContractError): void {
  const { code, message, retryable, detail } = error;
  if (output.json) output.object({ error: { code, message, retryable, ...(detail ? { detail } : {}) } });
  else {
    output.note(`carrel: ${clean(message)}`);
    if (code === 'internal' && detail) output.note(clean(detail));
  }
}
