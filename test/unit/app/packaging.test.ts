/**
 * What a package would hold. In: electron-builder.yml, read and judged by electron-builder itself,
 * and what lies in the checkout. Electron's binary is not needed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import type { Configuration } from 'electron-builder';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { findPlaces } from '../../../src-main/app/places.ts';
import { productPaths } from '../../../src-main/engine/client/paths.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const require = createRequire(import.meta.url);

/** The parts of electron-builder that read its configuration; it exports no stable name for them. */
const { getConfig, validateConfiguration } = require('app-builder-lib/out/util/config/config.js') as {
  getConfig(folder: string, path: string, options: null): Promise<Configuration>;
  validateConfiguration(config: unknown, log: unknown): Promise<void>;
};
const { FileMatcher } = require('app-builder-lib/out/fileMatcher.js') as {
  FileMatcher: new (
    from: string,
    to: string,
    expand: (pattern: string) => string,
    patterns: string[],
  ) => { createFilter(): (file: string, stat: unknown) => boolean };
};

let config: Configuration;
beforeAll(async () => {
  config = await getConfig(root, 'electron-builder.yml', null);
});
afterEach(() => vi.unstubAllEnvs());

/** electron-builder's own answer to "does this file match?"; paths are relative to `from`. */
function filter(patterns: readonly string[], from = root): (path: string) => boolean {
  const matches = new FileMatcher(from, '/to', (pattern) => pattern.replace('${arch}', process.arch), [
    ...patterns,
  ]).createFilter();
  const stat = { isDirectory: () => false, isFile: () => true };
  return (path) => matches(join(from, path), stat);
}
const list = (value: unknown): string[] => value as string[];
/** electron-builder keeps `files` as sets of patterns; ours is one. */
const shippedPatterns = (): string[] => list((config.files as unknown as { filter: string[] }[])[0]?.filter);

interface ExtraResource {
  from: string;
  to: string;
  filter?: string[];
}
const extraResources = (): ExtraResource[] => config.extraResources as ExtraResource[];

/** Where the build writes each source: the output keeps the module structure. */
const built = (folder: string): string[] =>
  globSync('**/*.ts', { cwd: join(root, folder) }).map(
    (file) =>
      `${folder.replace('src-main', 'out/main')}/${file.split(sep).join('/').replace(/\.ts$/u, '.js')}`,
  );

describe('electron-builder.yml', () => {
  it('is valid by the schema of electron-builder', async () => {
    const log = { isEnabled: false, add: () => undefined };
    await expect(validateConfiguration(config, log)).resolves.toBeUndefined();
    await expect(validateConfiguration({ ...config, asarUnpackk: [] }, log)).rejects.toThrow('asarUnpackk');
  });

  it('closes the ways to run other code in the app', () => {
    expect(config.asar).toBe(true);
    expect(config.electronFuses).toEqual({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableCookieEncryption: true,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
      loadBrowserProcessSpecificV8Snapshot: false,
    });
  });

  it('starts at the entry that the build writes', () => {
    const main = (config.extraMetadata as { main: string }).main;
    expect(built('src-main/app')).toContain(main.replace(/^\.\//u, ''));
  });

  it('publishes nowhere and targets dmg, nsis, AppImage and deb', () => {
    expect(config.publish).toBeNull();
    expect([config.mac?.target, config.win?.target, config.linux?.target]).toEqual([
      ['dmg'],
      ['nsis'],
      ['AppImage', 'deb'],
    ]);
  });

  it('case 38: macOS is told why the local network is used', () => {
    const text = (config.mac?.extendInfo as Record<string, string>)['NSLocalNetworkUsageDescription'];
    expect(text).toContain('model server');
    for (const file of [config.mac?.entitlements, config.mac?.entitlementsInherit])
      expect(readFileSync(join(root, file ?? ''), 'utf8')).toContain('com.apple.security.cs.allow-jit');
  });

  it('has icons in the form of each system', () => {
    const start = (file: unknown): string =>
      readFileSync(join(root, file as string))
        .subarray(0, 4)
        .toString('latin1');
    expect(start(config.mac?.icon)).toBe('icns');
    expect(start(config.win?.icon)).toBe('\0\0\u0001\0');
    expect(start(config.linux?.icon)).toBe('\u0089PNG');
  });
});

describe('what lies outside the archive', () => {
  it('case 35: is all that the engine’s own Node runs, and nothing of the app', () => {
    const unpacked = filter(list(config.asarUnpack));
    for (const room of ['engine', 'store', 'models', 'ingest', 'domain', 'agents'])
      for (const file of built(`src-main/${room}`)) expect(unpacked(file), file).toBe(true);
    expect(unpacked('out/main/contract/contract.js')).toBe(true);
    // It says that .js files are modules, and marks the product's root.
    expect(unpacked('package.json')).toBe(true);
    for (const file of built('src-main/app')) expect(unpacked(file), file).toBe(false);
    expect(unpacked('out/renderer/index.html')).toBe(false);
    expect(unpacked('out/preload/preload.cjs')).toBe(false);
  });

  it('holds every package with native code or data files, and ships them', () => {
    const unpacked = filter(list(config.asarUnpack));
    // Production packages go in whole, but for what is taken out by name.
    const shipped = filter(['**/*', ...shippedPatterns().filter((pattern) => pattern.startsWith('!'))]);
    for (const name of [
      'better-sqlite3',
      'sqlite-vec',
      'node-llama-cpp',
      `@node-llama-cpp/*-${process.arch}`,
      '@llamaindex',
      '@napi-rs',
      'tesseract.js',
      'tesseract.js-core',
      '@tesseract.js-data',
      'pdfjs-dist',
    ]) {
      const files = globSync(`node_modules/${name}*/**/*.{node,so,wasm,gz,js,mjs,bcmap}`, { cwd: root });
      expect(files.length, name).toBeGreaterThan(0);
      for (const file of files.slice(0, 200)) {
        expect(unpacked(file), file).toBe(true);
        // The sources of llama.cpp stay out.
        if (!file.startsWith('node_modules/node-llama-cpp/llama/')) expect(shipped(file), file).toBe(true);
      }
    }
  });

  it('leaves out the builds of llama.cpp for other processors', () => {
    const shipped = filter(['**/*', ...shippedPatterns().filter((pattern) => pattern.startsWith('!'))]);
    const builds = globSync('node_modules/@node-llama-cpp/*/package.json', { cwd: root });
    expect(builds.filter(shipped).length).toBeGreaterThan(0);
    for (const file of builds.filter(shipped)) expect(file).toContain(`-${process.arch}`);
  });

  it('matches something with every pattern', () => {
    const candidates = [
      'package.json',
      'LICENSE',
      ...built('src-main'),
      ...globSync('node_modules/{zod,@types,pdfjs-dist,better-sqlite3,node-llama-cpp,@node-llama-cpp}/**/*', {
        cwd: root,
      }),
    ].map((file) => file.split(sep).join('/'));
    const dead = [...list(config.asarUnpack), ...shippedPatterns()]
      .map((pattern) => pattern.replace(/^!/u, ''))
      // Maps and stamps are there after some builds only.
      .filter((pattern) => !['out/**/*.map', 'out/.*'].includes(pattern))
      .filter((pattern) => !candidates.some(filter([pattern])));
    expect(dead).toEqual([]);
  });
});

describe('the resources of a package', () => {
  it('come from folders that exist and match files', () => {
    for (const { from, filter: patterns } of extraResources()) {
      const folder = join(root, from);
      const matches = filter(patterns ?? ['**/*'], folder);
      const files = globSync('**/*', { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile());
      expect(files.filter(matches).length, from).toBeGreaterThan(0);
    }
  });

  it('hold models, samples, prompts and icons, not what only the packager needs', () => {
    const [resources] = extraResources();
    const matches = filter(resources?.filter ?? [], join(root, 'resources'));
    for (const file of [
      'models.json',
      'samples/questions.json',
      'icons/icon-512.png',
      'models/all-MiniLM-L6-v2.Q8_0.gguf',
    ]) {
      expect(existsSync(join(root, 'resources', file)), file).toBe(true);
      expect(matches(file), file).toBe(true);
    }
    expect(matches('packaging/entitlements.mac.plist')).toBe(false);
  });

  it('are where the app and the engine look: the Node 24 binary, resources and prompts', () => {
    const [resources, prompts, node] = extraResources();
    vi.stubEnv('CARREL_NODE', undefined);
    vi.stubEnv('CARREL_RESOURCES', undefined);
    const place = join('/opt', 'carrel', 'resources');
    Object.assign(process, { resourcesPath: place });
    const app = { isPackaged: true, getAppPath: () => join(place, 'app.asar') };
    const places = findPlaces(app, ['carrel', '--home=/tmp/h'], 'linux');
    const paths = productPaths();
    expect(paths.node).toBe(join(place, node?.to ?? '', 'node'));
    expect(paths.resources).toBe(join(place, resources?.to ?? ''));
    expect(paths.prompts).toBe(join(place, prompts?.to ?? ''));
    expect(places.icon.startsWith(join(place, resources?.to ?? '', 'icons'))).toBe(true);
    expect(places.preload).toBe(join(place, 'app.asar', 'out', 'preload', 'preload.cjs'));

    const windows = process.platform === 'win32';
    const binary = join(root, node?.from ?? '', windows ? 'node.exe' : 'node');
    expect(execFileSync(binary, ['--version'], { encoding: 'utf8' })).toMatch(/^v24\./u);
  });

  it('leave what the person set: CARREL_NODE and --home', () => {
    vi.stubEnv('CARREL_NODE', '/usr/bin/my-node');
    const app = { isPackaged: false, getAppPath: () => root };
    const places = findPlaces(app, ['electron', '.', '--home', '/data/carrel'], 'linux');
    expect(process.env['CARREL_NODE']).toBe('/usr/bin/my-node');
    expect([places.home, places.windowState]).toEqual(['/data/carrel', join('/data/carrel', 'window.json')]);
  });
});
