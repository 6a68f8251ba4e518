/**
 * The rules of who may import whom are errors, not advice. In: eslint.config.js as it is. Out: a
 * forbidden import in a file of each room is refused, an allowed one is not.
 */
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const eslint = new ESLint({ cwd: root });

interface Finding {
  rule: string | null;
  severity: number;
}

/** Findings for a file at `file` that imports `target` (a path from the root, or a package). */
async function lint(file: string, target: string): Promise<Finding[]> {
  const own = existsSync(join(root, target));
  const path = relative(dirname(join(root, file)), join(root, target)).replaceAll('\\', '/');
  const specifier = own ? (path.startsWith('.') ? path : `./${path}`) : target;
  const [result] = await eslint.lintText(`import '${specifier}';\n`, { filePath: join(root, file) });
  return (result?.messages ?? []).map(({ ruleId, severity }) => ({ rule: ruleId, severity }));
}

const ERROR = 2;
const PATHS = 'import-x/no-restricted-paths';
const DOORS = 'no-restricted-imports';

const ROOM_FILES = {
  domain: 'src-main/domain/errors.ts',
  store: 'src-main/store/open-store.ts',
  models: 'src-main/models/models.ts',
  ingest: 'src-main/ingest/page-reader.ts',
  retrieve: 'src-main/retrieve/search.ts',
  knowledge: 'src-main/knowledge/extract.ts',
  agents: 'src-main/agents/ask.ts',
  engine: 'src-main/engine/compose.ts',
  client: 'src-main/engine/client/attach.ts',
  cli: 'src-main/cli/main.ts',
  serve: 'src-main/serve/serve.ts',
  app: 'src-main/app/origin.ts',
  contract: 'src-preload/contract/contract.ts',
  renderer: 'src-renderer/bridge.ts',
} as const;
type Room = keyof typeof ROOM_FILES;

/** Room → what it may import besides itself; every other pair is forbidden (ARCHITECTURE.md). */
const ALLOWED: Record<Exclude<Room, 'client' | 'contract' | 'renderer'>, readonly Room[]> = {
  domain: ['contract'],
  store: ['domain', 'contract'],
  models: ['domain', 'contract'],
  ingest: ['domain', 'contract'],
  retrieve: ['domain', 'store', 'contract'],
  knowledge: ['domain', 'store', 'contract'],
  agents: ['domain', 'retrieve', 'store', 'contract'],
  engine: ['domain', 'store', 'models', 'ingest', 'retrieve', 'knowledge', 'agents', 'client', 'contract'],
  cli: ['client', 'contract'],
  serve: ['client', 'contract'],
  app: ['client', 'contract'],
};

const pairs = Object.entries(ALLOWED).flatMap(([room, allowed]) =>
  Object.entries(ROOM_FILES)
    .filter(([other]) => other !== room)
    .map(([other, target]) => ({
      room,
      other,
      target,
      allowed: (allowed as readonly string[]).includes(other),
    })),
);

describe('who may import whom', () => {
  it('is tried on files that exist', () => {
    for (const file of Object.values(ROOM_FILES)) expect(existsSync(join(root, file)), file).toBe(true);
  });

  it.each(pairs)('$room → $other: allowed $allowed', async ({ room, target, allowed }) => {
    const findings = (await lint(`src-main/${room}/virtual.ts`, target)).filter(({ rule }) => rule === PATHS);
    if (allowed) expect(findings).toEqual([]);
    else expect(findings[0]?.severity).toBe(ERROR);
  });

  it('engine’s client is reached by hosts alone, the rest of the engine by none', async () => {
    expect(await lint('src-main/app/virtual.ts', 'src-main/engine/client/paths.ts')).toEqual([]);
    const inner = await lint('src-main/serve/virtual.ts', 'src-main/engine/scheduler.ts');
    expect(inner).toContainEqual({ rule: PATHS, severity: ERROR });
  });

  it('the renderer imports the contract and itself', async () => {
    const from = 'src-renderer/screens/virtual.ts';
    expect(await lint(from, ROOM_FILES.contract)).toEqual([]);
    expect(await lint(from, ROOM_FILES.renderer)).toEqual([]);
    for (const room of ['domain', 'engine', 'client', 'store'] as const)
      expect(await lint(from, ROOM_FILES[room]), room).toContainEqual({ rule: PATHS, severity: ERROR });
  });

  it('the contract imports nothing of ours', async () => {
    const from = 'src-preload/contract/virtual.ts';
    expect(await lint(from, 'src-preload/contract/shapes.ts')).toEqual([]);
    expect(await lint(from, 'zod')).toEqual([]);
    for (const room of ['domain', 'engine', 'renderer'] as const)
      expect(await lint(from, ROOM_FILES[room]), room).toContainEqual({ rule: PATHS, severity: ERROR });
  });
});

/** Package → the one folder that may import it, and folders that may not. */
const HEAVY = [
  ['better-sqlite3', 'src-main/store', ['src-main/engine', 'src-main/retrieve', 'src-main/app']],
  ['sqlite-vec', 'src-main/store', ['src-main/retrieve', 'src-main/knowledge']],
  ['@llamaindex/liteparse', 'src-main/ingest', ['src-main/engine', 'src-main/agents']],
  ['tesseract.js', 'src-main/ingest', ['src-main/models']],
  ['@napi-rs/canvas', 'src-main/ingest', ['src-main/engine', 'src-main/serve']],
  ['pdfjs-dist/legacy/build/pdf.mjs', 'src-main/ingest', ['src-main/agents', 'src-main/cli']],
  ['node-llama-cpp', 'src-main/models', ['src-main/engine', 'src-main/agents', 'src-main/app']],
  [
    'electron',
    'src-main/app',
    ['src-main/engine', 'src-main/domain', 'src-preload/contract', 'src-renderer'],
  ],
] as const;

describe('who may open a heavy package', () => {
  it.each(HEAVY)('%s has its door in %s', async (name, door, closed) => {
    const found = async (folder: string): Promise<Finding[]> =>
      (await lint(`${folder}/virtual.ts`, name)).filter(({ rule }) => rule === DOORS);
    expect(await found(door)).toEqual([]);
    for (const folder of closed)
      expect(await found(folder), folder).toEqual([{ rule: DOORS, severity: ERROR }]);
  });

  it('the preload may import electron', async () => {
    expect((await lint('src-preload/preload.ts', 'electron')).filter(({ rule }) => rule === DOORS)).toEqual(
      [],
    );
  });
});

describe('other habits that are errors', () => {
  const rulesOf = async (code: string, file: string): Promise<(string | null)[]> => {
    const [result] = await eslint.lintText(code, { filePath: join(root, file) });
    return (result?.messages ?? []).filter(({ severity }) => severity === ERROR).map(({ ruleId }) => ruleId);
  };

  it('default exports, console, files over 400 lines', async () => {
    const file = 'src-main/store/virtual.ts';
    expect(await rulesOf('export default 1;\n', file)).toContain('import-x/no-default-export');
    expect(await rulesOf("console.log('x');\n", file)).toContain('no-console');
    const long = Array.from({ length: 401 }, (_, line) => `export const line${line} = ${line};\n`).join('');
    expect(await rulesOf(long, file)).toContain('max-lines');
  });
});
