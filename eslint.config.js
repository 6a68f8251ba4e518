/**
 * Lint: the import rules of ARCHITECTURE.md are errors here, so that a room cannot reach where it
 * may not. `rooms` says who may import whom; `doors` says which room may open a heavy package.
 */
import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import importX from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';

const main = './src-main';
const contract = './src-preload/contract';

/** Room → the rooms it may import besides itself. The contract is open to every room. */
const rooms = {
  domain: [],
  store: ['domain'],
  models: ['domain'],
  ingest: ['domain'],
  retrieve: ['domain', 'store'],
  knowledge: ['domain', 'store'],
  agents: ['domain', 'retrieve', 'store'],
  atlas: ['domain', 'retrieve', 'store', 'agents/loop'],
  evaluate: ['domain', 'store'],
  engine: ['domain', 'store', 'models', 'ingest', 'retrieve', 'knowledge', 'agents', 'atlas', 'evaluate'],
  app: ['engine/client'],
  cli: ['engine/client'],
  serve: ['engine/client'],
};

const zones = Object.entries(rooms).flatMap(([room, allowed]) => [
  {
    target: `${main}/${room}`,
    from: main,
    except: [`./${room}`, ...allowed.map((path) => `./${path}`)],
    message: `The room "${room}" may import only: ${['itself', 'the contract', ...allowed].join(', ')}.`,
  },
  {
    target: `${main}/${room}`,
    from: './src-renderer',
    message: 'Engine and hosts never import the renderer.',
  },
]);

/** Package (or prefix) → the folders that may import it. */
const doors = {
  'better-sqlite3': ['src-main/store'],
  'sqlite-vec': ['src-main/store'],
  '@llamaindex/liteparse': ['src-main/ingest'],
  'tesseract.js': ['src-main/ingest'],
  '@napi-rs/canvas': ['src-main/ingest'],
  'pdfjs-dist': ['src-main/ingest', 'src-renderer'],
  'node-llama-cpp': ['src-main/models'],
  electron: ['src-main/app', 'src-preload/preload.ts'],
};

function closedDoors(folder) {
  return Object.entries(doors)
    .filter(([, open]) => !open.some((door) => folder === door || folder.startsWith(`${door}/`)))
    .map(([name]) => name);
}

function doorRule(folder) {
  const closed = closedDoors(folder);
  return [
    'error',
    {
      patterns: closed.map((name) => ({
        group: [name, `${name}/*`],
        message: `"${name}" has its own door: ${doors[name].join(', ')}.`,
      })),
    },
  ];
}

const guarded = [...Object.keys(rooms).map((room) => `src-main/${room}`), 'src-renderer', 'src-preload'];

export default tseslint.config(
  { ignores: ['out/**', 'dist/**', 'node_modules/**', 'coverage/**'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    plugins: { 'import-x': importX },
    rules: {
      'import-x/no-default-export': 'error',
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'no-console': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-invalid-void-type': 'off',
    },
    settings: { 'import-x/extensions': ['.ts', '.tsx'] },
  },
  {
    files: ['src-main/**/*.ts', 'src-preload/**/*.ts', 'src-renderer/**/*.{ts,tsx}'],
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'import-x/no-restricted-paths': [
        'error',
        {
          zones: [
            ...zones,
            {
              target: contract,
              from: '.',
              except: ['./src-preload/contract', './node_modules'],
              message: 'The contract imports nothing of ours.',
            },
            {
              target: './src-renderer',
              from: main,
              message: 'The renderer may import only the contract and itself.',
            },
          ],
        },
      ],
    },
  },
  ...guarded.map((folder) => ({
    files: [`${folder}/**/*.{ts,tsx}`],
    rules: { 'no-restricted-imports': doorRule(folder) },
  })),
  {
    files: ['src-preload/preload.ts'],
    rules: { 'no-restricted-imports': doorRule('src-preload/preload.ts') },
  },
  {
    files: ['src-renderer/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { ...reactHooks.configs.recommended.rules },
  },
  {
    files: ['**/*.mjs', '*.js', '*.ts', 'test/**'],
    languageOptions: {
      globals: { process: 'readonly', console: 'readonly', URL: 'readonly', Buffer: 'readonly' },
    },
    rules: {
      'import-x/no-default-export': 'off',
      'no-console': 'off',
      '@typescript-eslint/explicit-module-boundary-types': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['src-main/**/*.mjs', 'test/**/*.mjs'],
    languageOptions: { globals: { setTimeout: 'readonly', fetch: 'readonly' } },
  },
);
