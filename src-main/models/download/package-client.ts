/**
 * The person's own Python package client. In: nothing. Out: how to call pip here, with whatever
 * index or mirror the person has configured. Carrel names packages, never a registry.
 */
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { CarrelError } from '../../domain/errors.ts';

const run = promisify(execFile);

export interface PackageClient {
  /** Name for the record of connections. */
  readonly name: string;
  /** Downloads one wheel into `folder`, with temporary files in `scratch`. */
  download(requirement: string, folder: string, scratch: string, signal: AbortSignal): Promise<void>;
}

const CANDIDATES: readonly (readonly string[])[] = [
  ['python3', '-m', 'pip'],
  ['python', '-m', 'pip'],
  ['py', '-3', '-m', 'pip'],
  ['pip3'],
  ['pip'],
  ['uvx', 'pip'],
];

async function works(command: readonly string[]): Promise<boolean> {
  const [program = '', ...first] = command;
  try {
    const { stdout } = await run(program, [...first, '--version'], { timeout: 20_000, windowsHide: true });
    return stdout.startsWith('pip ');
  } catch {
    return false;
  }
}

function client(command: readonly string[]): PackageClient {
  const [program = '', ...first] = command;
  return {
    name: command.join(' '),
    download(requirement, folder, scratch, signal) {
      const wanted = ['download', '--no-deps', '--only-binary', ':all:', '--no-cache-dir', '--no-input'];
      const quiet = ['--disable-pip-version-check', '--progress-bar', 'off', '--dest', folder];
      const child = spawn(program, [...first, ...wanted, ...quiet, requirement], {
        stdio: ['ignore', 'ignore', 'pipe'],
        windowsHide: true,
        signal,
        // pip keeps what it receives here until it is whole; its growth is the progress.
        env: { ...process.env, TMPDIR: scratch, TEMP: scratch, TMP: scratch },
      });
      let said = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2_000)));
      return new Promise((resolve, reject) => {
        child.once('error', (error) => reject(signal.aborted ? (signal.reason as Error) : error));
        child.once('close', (status) => {
          if (signal.aborted) reject(signal.reason as Error);
          else if (status === 0) resolve();
          else
            reject(
              new CarrelError(
                'downloadFailed',
                `The package client could not get ${requirement}. Check its index or mirror setting.`,
                {
                  retryable: true,
                  detail: said,
                },
              ),
            );
        });
      });
    },
  };
}

/** @throws CarrelError downloadFailed where neither Python with pip nor uv is installed. */
export async function findPackageClient(): Promise<PackageClient> {
  for (const command of CANDIDATES) if (await works(command)) return client(command);
  throw new CarrelError(
    'downloadFailed',
    'The mirror needs Python with pip (or uv), which was not found on this computer.',
  );
}
