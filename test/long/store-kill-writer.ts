/**
 * Writes to a store for ever, to be killed. In: home, seed. Out: one JSON line per thing that was
 * acknowledged (`published`, `removed`, `asked`), which must then be there after the kill.
 */
import { randomUUID } from 'node:crypto';
import { asRunId } from '../../src-main/domain/ids.ts';
import type { PointId } from '../../src-main/domain/ids.ts';
import { packContent } from '../../src-main/domain/packing.ts';
import { openStore } from '../../src-main/store/open-store.ts';
import type { RunEvent } from '../../src-preload/contract/run-events.ts';
import { axisVector, contentOf, fileOf, packedPagesOf } from '../unit/store/sample-content.ts';

const [home = '', seed = '1'] = process.argv.slice(2);
let state = Number(seed);
function random(below: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}
function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

const store = await openStore({ home });
const [root] = await store.index.addRoots('Library', [{ path: '/papers', kind: 'folder' }]);
if (root === undefined) throw new Error('No root was added.');
say({ type: 'open' });

for (let turn = 0; ; turn += 1) {
  const title = `document-${random(12)}`;
  const content = contentOf({
    title,
    sections: Array.from({ length: 1 + random(6) }, (_unused, index) => ({
      title: `Section ${index}`,
      page: 1 + index,
      paragraphs: Array.from(
        { length: 1 + random(5) },
        () => `Sentence ${random(40)} of ${title} about subject ${random(9)}.`,
      ),
    })),
  });
  const path = `/papers/${title}.pdf`;
  await store.index.applyScan(root.id, { present: [fileOf(content, path)], gone: [] });
  const pages = packedPagesOf(content);
  for (let start = 0; start < pages.length; start += 2)
    await store.index.stagePages(content.document, pages.length, pages.slice(start, start + 2));
  const { generation } = await store.index.publish(content.document, packContent(content));
  say({
    type: 'published',
    path,
    document: content.document,
    generation,
    fragments: content.fragments.map(({ id }) => id),
  });
  const vectors = content.fragments.map(({ id }, index) => ({ fragment: id, vector: axisVector(index % 8) }));
  await store.index.putVectors(`model@${random(2)}`, 8, vectors);
  const points = content.fragments.slice(0, 3).map(({ id }) => ({
    id: `point-${id}` as PointId,
    document: content.document,
    fragment: id,
    title,
    summary: title,
    maker: 'test',
    topics: [`h:${random(5)}`],
  }));
  const relations = points
    .slice(1)
    .map(({ id }) => ({ from: id, to: points[0]!.id, kind: 'similar' as const, weight: 0.5, maker: 'test' }));
  await store.index.putKnowledge(content.document, 'test', points, relations);
  if (random(4) === 0) {
    const gone = `/papers/document-${random(12)}.pdf`;
    say({ type: 'removing', path: gone });
    await store.index.applyScan(root.id, { present: [], gone: [gone] });
    say({ type: 'removed', path: gone });
  }
  const run = asRunId(randomUUID());
  const at = new Date().toISOString();
  await store.runs.create(run, {
    kind: 'ask',
    question: title,
    preset: 'test',
    collection: null,
    startedAt: at,
  });
  await store.runs.append(run, [
    { run, seq: 0, at, type: 'answer.reset', reason: `${title} `.repeat(100) } as RunEvent,
  ]);
  await store.user.putQuestion({
    run,
    question: title,
    collection: null,
    document: null,
    askedAt: at,
    state: 'running',
    preset: 'test',
  });
  say({ type: 'asked', run });
}
