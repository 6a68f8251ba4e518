/** Seeded random numbers for property tests (mulberry32), so that a failure can be repeated. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** Integer in [0, limit). */
  below(limit: number): number;
  pick<Value>(values: readonly Value[]): Value;
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { next, below, pick: (values) => values[below(values.length)]! };
}
