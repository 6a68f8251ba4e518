/**
 * Builds what runs outside a checkout. In: the sources. Out: `out/`, made again only when the
 * sources' hash differs from the stamp of the last build. As an entry: `build.ts [renderer]`.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as ElectronVite from 'electron-vite';
import type * as Vite from 'vite';

const here = fileURLToPath(import.meta.url);
const root = join(dirname(here), '..', '..');
const OUTPUT = join(root, 'out');
const SHARED_SOURCES = ['src-preload/**/*', 'electron.vite.config.ts', 'package-lock.json'];

/** `renderer` alone is what the web host needs; `all` is main, preload and renderer. */
export type BuildPart = 'renderer' | 'all';

const SOURCES: Record<BuildPart, string[]> = {
  renderer: ['src-renderer/**/*', ...SHARED_SOURCES],
  all: ['src-renderer/**/*', 'src-main/**/*', ...SHARED_SOURCES],
};
const RESULTS: Record<BuildPart, string[]> = {
  renderer: ['renderer/index.html'],
  all: ['renderer/index.html', 'preload/preload.cjs', 'main/engine/entries/engine.js'],
};

/** sha-256 over names and bytes of the part's sources. */
function sourceHash(part: BuildPart): string {
  const hash = createHash('sha256');
  const entries = globSync(SOURCES[part], { cwd: root, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  for (const file of entries.map((entry) => join(entry.parentPath, entry.name)).sort())
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

const stampFile = (part: BuildPart): string => join(OUTPUT, `.${part}.stamp`);

/** True when the part's output is there and was made from the sources as they are. */
export function isBuilt(part: BuildPart): boolean {
  const stamp = stampFile(part);
  if (!existsSync(stamp) || !RESULTS[part].every((file) => existsSync(join(OUTPUT, file)))) return false;
  return readFileSync(stamp, 'utf8') === sourceHash(part);
}

/**
 * Builds the part if it is stale, in a process of its own whose messages go to stderr. Rejects when
 * the build fails.
 */
export async function ensureBuilt(part: BuildPart, note: (line: string) => void): Promise<void> {
  if (isBuilt(part)) return;
  note(part === 'renderer' ? 'Building the user interface (once)…' : 'Building the app (once)…');
  const child = spawn(process.execPath, [here, part], { cwd: root, stdio: ['ignore', 2, 2] });
  const status = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
  if (status !== 0)
    throw new Error(`The build of the ${part === 'renderer' ? 'user interface' : 'app'} failed.`);
}

/** The folder of the built user interface, built first if it is stale. */
export async function ensureRenderer(note: (line: string) => void): Promise<string> {
  await ensureBuilt('renderer', note);
  return join(OUTPUT, 'renderer');
}

/**
 * Development packages are imported by their resolved address, so that a build of the main side
 * does not take this tool and its packages into the app.
 */
async function developmentPackage<Module>(name: string): Promise<Module> {
  return (await import(pathToFileURL(createRequire(import.meta.url).resolve(name)).href)) as Module;
}

async function buildNow(part: BuildPart): Promise<void> {
  // Taken before the build, so that a source saved meanwhile makes the result stale.
  const hash = sourceHash(part);
  rmSync(stampFile(part), { force: true });
  const electronVite = await developmentPackage<typeof ElectronVite>('electron-vite');
  const vite = await developmentPackage<typeof Vite>('vite');
  const inline = { root, mode: 'production', logLevel: 'warn' } as const;
  if (part === 'all') await electronVite.build(inline);
  else {
    const { config } = await electronVite.resolveConfig({ ...inline }, 'build', 'production');
    if (config?.renderer === undefined) throw new Error('electron.vite.config.ts has no renderer.');
    await vite.build(config.renderer as Vite.InlineConfig);
  }
  mkdirSync(OUTPUT, { recursive: true });
  writeFileSync(stampFile(part), hash);
  if (part === 'all') writeFileSync(stampFile('renderer'), sourceHash('renderer'));
}

if (process.argv[1] === here) {
  const part: BuildPart = process.argv[2] === 'renderer' ? 'renderer' : 'all';
  if (!isBuilt(part))
    await buildNow(part).catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exit(1);
    });
  process.exit();
}
