/**
 * The built user interface as a closed list of files. In: the folder, read once. Out: a file for an
 * exact address, or nothing: an address is only ever compared, never joined to a path.
 */
import { readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

const TYPES: Record<string, string> = {
  '.bcmap': 'application/octet-stream',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.icc': 'application/vnd.iccprofile',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

export interface PublicFile {
  readonly path: string;
  readonly type: string;
  /** Value of Cache-Control. */
  readonly cache: string;
}

/** Address ("/assets/index-1a2b.js") → file. Throws when the folder is not there. */
export function listPublicFiles(folder: string): Map<string, PublicFile> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const address = `/${relative(folder, path).split(sep).join('/')}`;
      const type = TYPES[extname(entry.name)] ?? 'application/octet-stream';
      // Vite puts a content hash into the names under /assets/.
      const cache = address.startsWith('/assets/')
        ? 'private, max-age=31536000, immutable'
        : 'private, max-age=600';
      return [address, { path, type, cache }];
    }),
  );
}
