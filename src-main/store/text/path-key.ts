/**
 * Look-up keys of paths. In: a path as read from the disk. Out: the form under which two spellings
 * of one file meet: NFC, and case-folded on systems whose file names ignore case.
 */
import { isAbsolute, relative, sep } from 'node:path';

const IGNORES_CASE = process.platform === 'win32' || process.platform === 'darwin';

export function pathKey(path: string, ignoresCase: boolean = IGNORES_CASE): string {
  const composed = path.normalize('NFC');
  return ignoresCase ? composed.toLowerCase() : composed;
}

/** The part of `path` below `root`; empty for the root itself, null when it is not below it. */
export function relativeTo(root: string, path: string): string | null {
  const rest = relative(root, path);
  if (rest === '') return '';
  return rest === '..' || rest.startsWith(`..${sep}`) || isAbsolute(rest) ? null : rest;
}
