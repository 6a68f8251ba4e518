/**
 * Language data for text recognition. In: compressed data as it ships. Out: a folder of
 * uncompressed `*.traineddata`, written once and checked, as Tesseract needs it.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { CarrelError } from '../domain/errors.ts';

const unzip = promisify(gunzip);

/** The integer form of the best models: as right as the large ones, a quarter of their size. */
const BEST = '4.0.0_best_int';

/** Simplified Chinese also looks for its vertical form; Tesseract goes on without it. */
export const RECOGNITION_LANGUAGES = ['eng', 'chi_sim'] as const;

/** Folder of the package that carries a language; null where it is not installed. */
function packageFolder(language: string): string | null {
  try {
    const require = createRequire(import.meta.url);
    return dirname(require.resolve(`@tesseract.js-data/${language}/package.json`));
  } catch {
    return null;
  }
}

/** Where a language's file may lie: in the given folder, or in the package that carries it. */
function compressedFile(source: string, language: string): string | null {
  const name = `${language}.traineddata.gz`;
  const installed = packageFolder(language);
  const places = [
    join(source, name),
    join(source, language, name),
    join(source, language, BEST, name),
    ...(installed === null ? [] : [join(installed, BEST, name)]),
  ];
  return places.find((place) => existsSync(place)) ?? null;
}

async function matches(path: string, checksum: string): Promise<boolean> {
  try {
    return (
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex') === checksum
    );
  } catch {
    return false;
  }
}

/** The stored checksum is of the uncompressed file, made when it was written. */
async function unpackLanguage(source: string, folder: string, language: string): Promise<void> {
  const target = join(folder, `${language}.traineddata`);
  const record = `${target}.sha256`;
  const known = await readFile(record, 'utf8').catch(() => null);
  if (known !== null && (await matches(target, known.trim()))) return;
  const plain = join(source, `${language}.traineddata`);
  const packed = compressedFile(source, language);
  if (packed === null && !existsSync(plain))
    throw new CarrelError(
      'ocrLanguageMissing',
      `Scanned pages cannot be recognised: the language data "${language}" is missing. Install Carrel again.`,
      { detail: source },
    );
  const data = packed === null ? await readFile(plain) : await unzip(await readFile(packed));
  // Another engine may write the same file: each writes its own and renames it into place.
  const own = join(folder, `.${language}.${randomUUID()}`);
  await writeFile(own, data);
  await rename(own, target);
  await writeFile(`${own}.sha256`, createHash('sha256').update(data).digest('hex'));
  await rename(`${own}.sha256`, record);
}

/** Throws CarrelError `ocrLanguageMissing`; file-system errors pass through. */
export async function unpackedTessdata(source: string, cache: string): Promise<string> {
  const folder = join(cache, 'tessdata');
  await mkdir(folder, { recursive: true });
  for (const language of RECOGNITION_LANGUAGES) await unpackLanguage(source, folder, language);
  return folder;
}
