/**
 * Writes the sample library. In: nothing but this folder's sources and pinned fonts. Out: the PDFs of
 * resources/samples, the same bytes on each run. Run it with `node test/samples/generate.ts`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { financialStatements } from './documents/financial-statements.ts';
import { heatingGuide } from './documents/heating-guide-zh.ts';
import { inspectionScan } from './documents/inspection-scan.ts';
import { networkReport } from './documents/network-report.ts';
import { priceLeaflet } from './documents/price-leaflet.ts';
import { pumpingStation } from './documents/pumping-station.ts';
import { twinPipePaper } from './documents/twin-pipe-paper.ts';

const makers: Readonly<Record<string, () => Promise<Buffer>>> = {
  'network-report-2024.pdf': networkReport,
  'financial-statements-2024.pdf': financialStatements,
  'twin-pipe-paper.pdf': twinPipePaper,
  'chamber-inspection-scan.pdf': inspectionScan,
  'heating-guide-zh.pdf': heatingGuide,
  'pumping-station-3.pdf': pumpingStation,
  'prices-2025.pdf': priceLeaflet,
};

/** File name → bytes of each sample. */
export async function generateSamples(): Promise<Map<string, Buffer>> {
  const samples = new Map<string, Buffer>();
  for (const [name, make] of Object.entries(makers)) samples.set(name, await make());
  return samples;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = join(import.meta.dirname, '..', '..', 'resources', 'samples');
  await mkdir(folder, { recursive: true });
  for (const [name, bytes] of await generateSamples()) {
    await writeFile(join(folder, name), bytes);
    console.log(`${name} ${bytes.length} bytes`);
  }
}
