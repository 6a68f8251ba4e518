/**
 * Builds the three runtimes into `out/`: the main side keeps its module structure (child processes
 * and threads are found by relative path), the preload is one CommonJS file, the renderer one bundle
 * for Electron and the web host.
 */
import { createReadStream, existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import react from '@vitejs/plugin-react';
import { NONCE_PLACEHOLDER } from './src-preload/contract/policy.ts';

const root = dirname(fileURLToPath(import.meta.url));
const pdfjs = join(root, 'node_modules', 'pdfjs-dist');

/** Name in the output (without extension) → source, for every module under `folder`. */
function entries(folder: string, prefix: string): Record<string, string> {
  const files = globSync('**/*.ts', { cwd: join(root, folder) });
  return Object.fromEntries(
    files.map((file) => [`${prefix}${file.slice(0, -3).replaceAll('\\', '/')}`, join(root, folder, file)]),
  );
}

/** Decoders, character maps, fonts and colour profiles of pdf.js, under `pdfjs/` beside the page. */
function pdfjsAssets(): Plugin {
  /** Name beside the page → folder of the package. */
  const folders: Record<string, string> = {
    wasm: 'wasm',
    cmaps: 'cmaps',
    standard_fonts: 'standard_fonts',
    iccs: 'iccs',
    images: 'web/images',
  };
  return {
    name: 'carrel-pdfjs-assets',
    generateBundle() {
      for (const [name, folder] of Object.entries(folders))
        for (const file of readdirSync(join(pdfjs, folder)))
          this.emitFile({
            type: 'asset',
            fileName: `pdfjs/${name}/${file}`,
            source: readFileSync(join(pdfjs, folder, file)),
          });
    },
    configureServer(server) {
      server.middlewares.use('/pdfjs', (request, response, next) => {
        const [, name = '', file = ''] = decodeURIComponent(request.url ?? '').split(/[/?]/);
        const folder = folders[name];
        const path = folder === undefined ? '' : join(pdfjs, folder, file);
        if (!file || !existsSync(path)) return next();
        if (extname(path) === '.wasm') response.setHeader('Content-Type', 'application/wasm');
        createReadStream(path).pipe(response);
      });
    },
  };
}

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      externalizeDeps: true,
      minify: false,
      target: 'node24',
      rolldownOptions: {
        input: { ...entries('src-main', ''), ...entries('src-preload/contract', 'contract/') },
        output: {
          format: 'es',
          preserveModules: true,
          entryFileNames: '[name].js',
          chunkFileNames: 'shared/[name].js',
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      // A sandboxed preload can load nothing but electron: all else goes into the one file.
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: join(root, 'src-preload', 'preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: join(root, 'src-renderer'),
    base: './',
    html: { cspNonce: NONCE_PLACEHOLDER },
    plugins: [react(), pdfjsAssets()],
    build: {
      outDir: join(root, 'out', 'renderer'),
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: { index: join(root, 'src-renderer', 'index.html') } },
    },
  },
});
