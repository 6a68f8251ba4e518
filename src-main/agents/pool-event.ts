/** In: a pool before and after trimming. Out: the trace event that says what was kept and why. */
import type { RunEventBody } from '../../src-preload/contract/run-events.ts';
import type { PoolLimit } from './evidence-pool.ts';
import type { Material, MaterialBlock } from './materials.ts';

/** The event `pool`; sizes are characters before trimming. */
export function poolEvent(
  before: readonly MaterialBlock[],
  after: readonly Material[],
  limit: PoolLimit,
): Extract<RunEventBody, { type: 'pool' }> {
  return {
    type: 'pool',
    unit: 'characters',
    cap: limit.total,
    cappedBy: limit.cappedBy,
    before: before.map(({ fragment, kind, size }) => ({ fragment, kind, size })),
    after: after.map((material) => material.fragment),
  };
}
