/** The evidence pool's rules (KnowForge, section 3), by example and as properties of random pools. */
import { describe, expect, it } from 'vitest';
import { mergeBlocks, sizeOf, trimPool } from '../../../src-main/agents/evidence-pool.ts';
import type { Block, PoolLimit } from '../../../src-main/agents/evidence-pool.ts';
import { s4v1 } from '../../../src-main/agents/presets/s4v1.ts';
import { FRAGMENT_KINDS } from '../../../src-main/domain/content.ts';
import { asFragmentId } from '../../../src-main/domain/ids.ts';
import { randomFrom } from './random.ts';

const caps = s4v1.pool;
const preset: PoolLimit = { total: caps.total, cappedBy: 'preset' };

function block(
  name: string,
  options: Partial<Omit<Block, 'fragment' | 'anchor'>> & { anchor?: string } = {},
): Block {
  const { anchor, ...rest } = options;
  return {
    fragment: asFragmentId(name),
    kind: 'text',
    size: 1_000,
    search: 0,
    rank: anchor === undefined ? 1 : null,
    vectorScore: 0.5,
    ...rest,
    anchor: anchor === undefined ? null : asFragmentId(anchor),
  };
}

const names = (blocks: readonly Block[]): string[] => blocks.map((entry) => entry.fragment);

describe('the paper’s pool', () => {
  it('keeps everything, also beyond a type’s cap, when it fits as a whole', () => {
    const blocks = [block('a', { kind: 'table', size: 20_000 }), block('b', { kind: 'image', size: 10_000 })];
    expect(trimPool(blocks, caps, preset)).toEqual({ kept: blocks, evicted: [] });
  });

  it('protects the top three of each type per search and evicts the lowest score first, of equals the later', () => {
    const tables = [0.1, 0.2, 0.3, 0.9, 0.4, 0.4].map((vectorScore, at) =>
      block(`t${at + 1}`, { kind: 'table', rank: at + 1, vectorScore, size: 800 }),
    );
    const text = Array.from({ length: 27 }, (_, at) => block(`x${at}`, { rank: at + 10, vectorScore: 0.8 }));
    const { kept } = trimPool([...tables, ...text], caps, preset);
    // Room for three tables: the protected ones; the rest goes although one of them scores best.
    expect(names(kept).filter((name) => name.startsWith('t'))).toEqual(['t1', 't2', 't3']);
    // Text keeps 22,000 characters; all scores are equal, so the later ones went.
    expect(names(kept).filter((name) => name.startsWith('x'))).toEqual(
      Array.from({ length: 22 }, (_, at) => `x${at}`),
    );
  });

  it('lets an expansion and attached media count with their anchor’s score and leave with it', () => {
    const blocks = [
      ...Array.from({ length: 3 }, (_, at) => block(`top${at}`, { rank: at + 1, size: 6_000 })),
      block('weak', { rank: 4, vectorScore: 0.1, size: 3_000 }),
      block('weak media', { kind: 'table', vectorScore: 0.99, anchor: 'weak', size: 500 }),
      block('strong', { rank: 5, vectorScore: 0.9, size: 3_000 }),
      block('strong expansion', { vectorScore: 0, anchor: 'strong', size: 1_000 }),
      block('fill', { kind: 'image', rank: 6, size: 8_000 }),
    ];
    const { kept, evicted } = trimPool(blocks, caps, preset);
    expect(names(evicted)).toEqual(['weak', 'weak media']);
    expect(names(kept)).toEqual(['top0', 'top1', 'top2', 'strong', 'strong expansion', 'fill']);
  });

  it('ranks examples, and blocks whose vector is still to come, at the median', () => {
    const shield = Array.from({ length: 3 }, (_, at) =>
      block(`p${at}`, { rank: at + 1, size: 7_000, vectorScore: 0.5 }),
    );
    const blocks = [
      ...shield,
      block('low', { rank: 4, vectorScore: 0.2, size: 500 }),
      block('pending', { rank: 5, vectorScore: null, size: 500 }),
      block('high', { rank: 6, vectorScore: 0.9, size: 500 }),
      block('fill', { kind: 'image', rank: 7, size: 8_000 }),
    ];
    expect(names(trimPool(blocks, caps, preset).evicted)).toEqual(['low']);
    const tighter = [
      ...blocks.slice(0, 3),
      block('more', { rank: 8, vectorScore: 0.6, size: 500 }),
      ...blocks.slice(3),
    ];
    expect(names(trimPool(tighter, caps, preset).evicted)).toEqual(['low', 'pending']);
    const examples = Array.from({ length: 5 }, (_, at) =>
      block(`e${at}`, { kind: 'example', rank: at + 1, size: 600, vectorScore: at / 10 }),
    );
    expect(
      names(
        trimPool([...examples, ...shield, block('fill', { kind: 'image', size: 8_000 })], caps, preset)
          .evicted,
      ),
    ).toEqual(['e3', 'e4']);
  });

  it('spares protected blocks under a preset’s cap and drops the weakest of them under a hard one', () => {
    const blocks = [0.3, 0.9, 0.5].map((vectorScore, at) =>
      block(`b${at}`, { rank: at + 1, vectorScore, size: 15_000 }),
    );
    expect(names(trimPool(blocks, caps, preset).kept)).toEqual(['b0', 'b1', 'b2']);
    expect(names(trimPool(blocks, caps, { total: 30_000, cappedBy: 'context' }).kept)).toEqual(['b1', 'b2']);
    expect(names(trimPool(blocks, caps, { total: 10, cappedBy: 'speed' }).kept)).toEqual(['b1']);
  });

  it('gives text what the media leave in a small pool', () => {
    const text = Array.from({ length: 8 }, (_, at) =>
      block(`x${at}`, { rank: at + 1, vectorScore: 0.9 - at / 100 }),
    );
    const { kept } = trimPool(text, caps, { total: 6_000, cappedBy: 'speed' });
    expect(names(kept)).toEqual(['x0', 'x1', 'x2', 'x3', 'x4', 'x5']);
  });

  it('lets what stands beside a hit go before the hits in a hard pool', () => {
    const blocks = [
      block('a', { rank: 1, vectorScore: 0.9 }),
      block('a+', { anchor: 'a', vectorScore: 0.99 }),
      block('b', { rank: 2, vectorScore: 0.8 }),
      block('c', { rank: 3, vectorScore: 0.7 }),
      block('d', { rank: 4, vectorScore: 0.6 }),
    ];
    expect(names(trimPool(blocks, caps, { total: 4_000, cappedBy: 'speed' }).kept)).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
  });

  it('merges repeats: the first arrival stays, and a companion that is also a hit ranks as a hit', () => {
    const merged = mergeBlocks([
      block('a', { rank: 1 }),
      block('m', { anchor: 'a' }),
      block('m', { rank: 2, vectorScore: 0.7 }),
      block('a', { rank: 5, search: 1 }),
    ]);
    expect(names(merged)).toEqual(['a', 'm']);
    expect(merged[1]).toMatchObject({ rank: 2, anchor: null });
    expect(merged[0]).toMatchObject({ search: 0, rank: 1 });
  });
});

describe('random pools', () => {
  it('keep the rules', () => {
    const random = randomFrom(3);
    for (let round = 0; round < 1_500; round++) {
      const blocks: Block[] = [];
      for (let search = 0; search <= random.below(4); search++)
        for (let rank = 1; rank <= random.below(12); rank++) {
          const name = `${search}.${rank}`;
          const score = random.below(6) === 0 ? null : random.below(20) / 20;
          const kind = random.pick(FRAGMENT_KINDS);
          blocks.push(block(name, { kind, search, rank, vectorScore: score, size: 1 + random.below(4_000) }));
          if (random.below(3) === 0)
            blocks.push(
              block(`${name}+`, {
                kind: random.pick(FRAGMENT_KINDS),
                anchor: name,
                size: random.below(2_000),
              }),
            );
        }
      const hard = random.below(2) === 0;
      const limit: PoolLimit = hard ? { total: random.below(20_000), cappedBy: 'context' } : preset;
      const { kept, evicted } = trimPool(blocks, caps, limit);
      // Nothing is lost or made up, and the order is the order of arrival.
      expect(names(kept)).toEqual(names(blocks).filter((name) => names(kept).includes(name)));
      expect(names(evicted)).toEqual(names(blocks).filter((name) => !names(kept).includes(name)));
      expect(kept.length + evicted.length).toBe(blocks.length);
      if (sizeOf(blocks) <= limit.total) expect(evicted).toEqual([]);
      const shielded = (entry: Block): boolean =>
        entry.rank !== null &&
        blocks.filter(
          (other) =>
            other.rank !== null &&
            other.kind === entry.kind &&
            other.search === entry.search &&
            other.rank < entry.rank!,
        ).length < 3;
      if (hard) expect(kept.length <= 1 || sizeOf(kept) <= limit.total).toBe(true);
      else {
        for (const entry of evicted) expect(shielded(entry)).toBe(false);
        const typeCaps = { image: 3_000, table: 3_000, example: 2_000, text: 22_000 };
        if (evicted.length > 0)
          for (const kind of FRAGMENT_KINDS) {
            const mine = kept.filter((entry) => entry.kind === kind);
            if (sizeOf(mine) > typeCaps[kind]) expect(mine.every(shielded)).toBe(true);
          }
      }
      // An evicted anchor takes its companions along.
      const keptNames = new Set(names(kept));
      for (const entry of kept) if (entry.anchor !== null) expect(keptNames.has(entry.anchor)).toBe(true);
      expect(trimPool(blocks, caps, limit).kept).toEqual(kept);
    }
  });
});
