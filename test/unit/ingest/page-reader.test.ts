/** Pages through real worker processes: positions, passwords, damaged files, bombs, crashes. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PageLayout } from '../../../src-main/domain/page.ts';
import { unpackPage } from '../../../src-main/domain/packing.ts';
import type { ProcessSpawner } from '../../../src-main/domain/ports/process.ts';
import type { PageReader } from '../../../src-main/domain/ports/reader.ts';
import { contentStreamBomb, lines, makePdf, nestedFormBomb, rawPdf } from '../../fixtures/pdfs.ts';
import { realReader, realSpawner, scratch, type Scratch } from '../../fixtures/readers.ts';
import { letters, lettersIn, secondReading } from '../../fixtures/second-reading.ts';

vi.setConfig({ testTimeout: 60_000 });

const signal = new AbortController().signal;
let files: Scratch;
let reader: PageReader;

beforeAll(async () => {
  files = await scratch();
  reader = realReader(files.folder);
});

afterAll(async () => {
  await reader.close();
  await files.remove();
});

async function layouts(path: string, pages: readonly number[], password?: string): Promise<PageLayout[]> {
  return (await reader.readPages(path, password, pages, signal)).pages.map(unpackPage);
}

describe('case 21: positions at every turn, with a crop box that does not begin at zero', () => {
  const texts = [
    { text: 'Quarterly heat report', x: 100, y: 200, size: 20 },
    { text: 'The second line has several words', x: 120, y: 300 },
    { text: 'and a third one ends the paragraph.', x: 120, y: 314 },
  ];
  for (const rotate of [0, 90, 180, 270] as const) {
    for (const userUnit of [1, 2]) {
      it(`case 20, case 21: /Rotate ${rotate}, user unit ${userUnit}`, async () => {
        const bytes = await makePdf({
          pages: [{ texts, size: [600, 800], rotate, cropBox: [50, 70, 550, 730], userUnit }],
        });
        const path = await files.put(`turned-${rotate}-${userUnit}.pdf`, bytes);
        const [page] = await layouts(path, [1]);
        expect(page?.state).toBe('text');
        expect(page?.cropBox).toEqual({ x0: 50, y0: 70, x1: 550, y1: 730 });
        expect([page?.width, page?.height]).toEqual(rotate % 180 === 0 ? [500, 660] : [660, 500]);
        const glyphs = (await secondReading(bytes)).get(1) ?? [];
        const words = page?.blocks.flatMap((block) => block.lines.flatMap((line) => line.words)) ?? [];
        expect(words.map((word) => word.text).join(' ')).toBe(texts.map(({ text }) => text).join(' '));
        for (const word of words) expect(lettersIn(glyphs, word.box)).toBe(letters(word.text));
        // Exact to the point: the title begins at x = 100 on a baseline at 800 - 200 - ascent.
        const title = words[0];
        expect(title?.box.x0).toBeCloseTo(100, 0);
        expect(title?.box.y0).toBeGreaterThan(575);
        expect(title?.box.y1).toBeLessThan(608);
      });
    }
  }
});

describe('protected, damaged and foreign files', () => {
  it('case 28: asks for the password, refuses a wrong one, opens with the right one', async () => {
    const bytes = await makePdf({ pages: [{ texts: lines(['Secret text']) }], userPassword: 'sesame' });
    const path = await files.put('user.pdf', bytes);
    await expect(reader.open(path, undefined, signal)).rejects.toMatchObject({ code: 'passwordNeeded' });
    await expect(reader.readPages(path, 'wrong', [1], signal)).rejects.toMatchObject({
      code: 'wrongPassword',
    });
    const [page] = await layouts(path, [1], 'sesame');
    expect(page?.blocks[0]?.text).toBe('Secret text');
  });

  it('case 28: opens a file that has only an owner password', async () => {
    const bytes = await makePdf({ pages: [{ texts: lines(['Open text']) }], ownerPassword: 'boss' });
    const path = await files.put('owner.pdf', bytes);
    expect(await reader.open(path, undefined, signal)).toEqual({ pageCount: 1 });
    expect((await layouts(path, [1]))[0]?.blocks[0]?.text).toBe('Open text');
  });

  it('says what is wrong with files that are no PDF, damaged, or gone', async () => {
    const text = await files.put('letter.pdf', 'Dear reader, this is only text.');
    await expect(reader.open(text, undefined, signal)).rejects.toMatchObject({ code: 'notAPdf' });
    const empty = await files.put('empty.pdf', '');
    await expect(reader.open(empty, undefined, signal)).rejects.toMatchObject({ code: 'notAPdf' });
    const damaged = await files.put('damaged.pdf', '%PDF-1.7\nnothing more');
    await expect(reader.open(damaged, undefined, signal)).rejects.toMatchObject({ code: 'damagedPdf' });
    await expect(reader.open(`${files.folder}/gone.pdf`, undefined, signal)).rejects.toMatchObject({
      code: 'pathNotFound',
    });
  });

  it('says that a security handler is unknown', async () => {
    const bytes = rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']);
    const trailer = '/Root 1 0 R /Encrypt << /Filter /Unheard.Of /V 1 >> /ID [(a) (b)]';
    const path = await files.put('handler.pdf', bytes.toString('latin1').replace('/Root 1 0 R', trailer));
    await expect(reader.open(path, undefined, signal)).rejects.toMatchObject({
      code: 'unsupportedEncryption',
    });
  });
});

describe('the budget that the parent enforces', () => {
  it(
    'a page that never ends fails alone, within seconds and bounded memory',
    { timeout: 120_000 },
    async () => {
      const path = await files.put('nested.pdf', nestedFormBomb(2, 3));
      const started = Date.now();
      const pages = await layouts(path, [1, 2, 3]);
      expect(Date.now() - started).toBeLessThan(90_000);
      expect(pages.map((page) => page.state)).toEqual(['text', 'failed', 'text']);
      expect(pages[1]?.reason).toMatch(/more time or memory/);
      expect(pages[2]?.blocks[0]?.text).toBe('This is page number 3');
      expect(reader.statistics.peakBytes).toBeLessThan(1.2e9);
      expect(reader.statistics.replaced).toBeGreaterThan(0);
    },
  );

  it('a content stream that unpacks to 300 MB is stopped', { timeout: 120_000 }, async () => {
    const path = await files.put('stream.pdf', contentStreamBomb());
    const [page] = await layouts(path, [1]);
    expect(page?.state).toBe('failed');
    expect(reader.statistics.peakBytes).toBeLessThan(1.2e9);
  });

  it('case 5: cancelling ends a running call within 2 s', { timeout: 60_000 }, async () => {
    const path = await files.put('cancel.pdf', nestedFormBomb());
    const stop = new AbortController();
    const reading = reader.readPages(path, undefined, [1], stop.signal);
    setTimeout(() => stop.abort(), 600);
    const asked = Date.now();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    expect(Date.now() - asked).toBeLessThan(2600);
    const fine = await files.put('fine.pdf', await makePdf({ pages: [{ texts: lines(['Still here']) }] }));
    expect((await layouts(fine, [1]))[0]?.state).toBe('text');
  });
});

describe('case 5: a worker that dies', () => {
  /** A spawner whose first processes are killed as soon as they are given work. */
  function mortalSpawner(deaths: number): ProcessSpawner {
    const spawner = realSpawner();
    let left = deaths;
    return {
      spawn(entry, environment) {
        const child = spawner.spawn(entry, environment);
        if (left > 0) {
          left -= 1;
          const send = child.send.bind(child) as (...given: unknown[]) => boolean;
          child.send = ((...given: unknown[]) => {
            const sent = send(...given);
            setTimeout(() => child.kill('SIGKILL'), 30);
            return sent;
          }) as typeof child.send;
        }
        return child;
      },
    };
  }

  it('is replaced and its page read once more', async () => {
    const path = await files.put('once.pdf', await makePdf({ pages: [{ texts: lines(['Read at last']) }] }));
    const mortal = realReader(files.folder, { spawner: mortalSpawner(1) });
    const batch = await mortal.readPages(path, undefined, [1], signal);
    expect(batch.pages.map((page) => page.state)).toEqual(['text']);
    expect(mortal.statistics.replaced).toBe(1);
    await mortal.close();
  });

  it('that dies again leaves the page failed with a reason', async () => {
    const path = await files.put('twice.pdf', await makePdf({ pages: [{ texts: lines(['Never read']) }] }));
    const mortal = realReader(files.folder, { spawner: mortalSpawner(2) });
    const batch = await mortal.readPages(path, undefined, [1], signal);
    expect(batch.pages.map((page) => page.state)).toEqual(['failed']);
    expect(batch.pages[0]?.reason).toMatch(/stopped twice/);
    await mortal.close();
  });
});

it('leaves no process behind when it is closed', { timeout: 60_000 }, async () => {
  const path = await files.put('own.pdf', await makePdf({ pages: [{ texts: lines(['x']) }] }));
  const pids: number[] = [];
  const counting = realReader(files.folder, {
    spawner: {
      spawn(entry, environment) {
        const child = realSpawner().spawn(entry, environment);
        if (child.pid !== undefined) pids.push(child.pid);
        return child;
      },
    },
  });
  await counting.readPages(path, undefined, [1], signal);
  await counting.close();
  expect(pids.length).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 300));
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
});
