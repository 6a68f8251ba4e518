/**
 * Where the app's own files and the person's data are. In: Electron's idea of the app. Out: paths,
 * and the two environment variables by which the engine's client finds Node and the resources.
 */
import { join } from 'node:path';
import type { App } from 'electron';
import { resolveHome } from '../engine/client/paths.ts';

export interface Places {
  /** Library, settings and logs: the same folder that the command line uses. */
  readonly home: string;
  /** Chromium's own profile, inside the home. */
  readonly profile: string;
  readonly preload: string;
  readonly renderer: string;
  readonly windowState: string;
  readonly icon: string;
}

/** Value of `--home DIR` or `--home=DIR`, undefined where it is not given. */
function homeArgument(argv: readonly string[]): string | undefined {
  const at = argv.indexOf('--home');
  if (at >= 0) return argv[at + 1];
  return argv.find((argument) => argument.startsWith('--home='))?.slice('--home='.length);
}

/** Sets CARREL_NODE (and CARREL_RESOURCES in a package) unless the person set them. */
export function findPlaces(
  app: Pick<App, 'isPackaged' | 'getAppPath'>,
  argv: readonly string[] = process.argv,
  platform: NodeJS.Platform = process.platform,
): Places {
  const root = app.getAppPath();
  const home = resolveHome(homeArgument(argv));
  const binary = platform === 'win32' ? 'node.exe' : 'node';
  // process.execPath is Electron, which must not run the engine.
  process.env['CARREL_NODE'] ??= app.isPackaged
    ? join(process.resourcesPath, 'node', binary)
    : join(root, 'node_modules', 'node', 'bin', binary);
  if (app.isPackaged) process.env['CARREL_RESOURCES'] ??= process.resourcesPath;
  const resources = app.isPackaged ? process.resourcesPath : root;
  return {
    home,
    profile: join(home, 'window'),
    preload: join(root, 'out', 'preload', 'preload.cjs'),
    renderer: join(root, 'out', 'renderer'),
    windowState: join(home, 'window.json'),
    icon: join(resources, 'resources', 'icons', 'icon-512.png'),
  };
}
