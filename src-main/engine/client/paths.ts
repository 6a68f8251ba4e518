/**
 * Where the product's own files are, in a checkout, in the built output and in a package.
 * A package names them through CARREL_NODE and CARREL_RESOURCES, set by the app.
 */
import { existsSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { homedir, tmpdir } from 'node:os';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import environmentPaths from 'env-paths';

const here = fileURLToPath(import.meta.url);

/** `.ts` in a checkout, `.js` in the built output, which keeps the module structure. */
export const moduleExtension = extname(here);

/** Folder that holds package.json. */
function productRoot(): string {
  let folder = dirname(here);
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) return dirname(here);
    folder = parent;
  }
  return folder;
}

export interface ProductPaths {
  /** Node 24 binary that runs the engine and its workers. */
  readonly node: string;
  readonly engineEntry: string;
  readonly entries: string;
  readonly resources: string;
  readonly prompts: string;
  readonly version: string;
}

/** Plain Node cannot read inside an asar archive; what it runs lies beside it, unpacked. */
const unpacked = (path: string): string => path.replace(/([\\/])app\.asar([\\/])/, '$1app.asar.unpacked$2');

export function productPaths(): ProductPaths {
  const root = productRoot();
  const shipped = process.env['CARREL_RESOURCES'];
  const entries = unpacked(join(dirname(here), '..', 'entries'));
  return {
    node: process.env['CARREL_NODE'] ?? process.execPath,
    engineEntry: join(entries, `engine${moduleExtension}`),
    entries,
    resources: shipped === undefined ? join(root, 'resources') : join(shipped, 'resources'),
    prompts: shipped === undefined ? join(root, 'prompts') : join(shipped, 'prompts'),
    version: '0.1.0',
  };
}

/** The home folder when none is named: CARREL_HOME, else the platform's application data folder. */
export function defaultHome(): string {
  return resolve(process.env['CARREL_HOME'] ?? environmentPaths('carrel', { suffix: '' }).data);
}

/** `~` and relative paths as a person types them. */
export function resolveHome(home: string | undefined): string {
  if (home === undefined) return defaultHome();
  return resolve(home.startsWith('~/') ? join(homedir(), home.slice(2)) : home);
}

/**
 * Address of the engine's local socket. A Unix socket path may hold about 104 bytes; a longer home
 * gets a private folder under the temporary one.
 */
export function socketAddress(home: string): string {
  const key = createHash('sha256').update(home).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return `\\\\.\\pipe\\carrel-${key}`;
  const inside = join(home, 'engine.sock');
  return Buffer.byteLength(inside) <= 100 ? inside : join(tmpdir(), `carrel-${key}`, 'engine.sock');
}
