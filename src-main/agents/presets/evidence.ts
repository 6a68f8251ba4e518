/** Preset `evidence` as data: located passages with their boxes, for when no model is set. */
import type { WirePreset } from '../../../src-preload/contract/asking.ts';

export const evidence: WirePreset = {
  id: 'evidence',
  title: 'Evidence only, no model',
  rounds: { locator: 0, reader: 0 },
  roles: { locator: null, judge: null, reader: null, synthesizer: null, checker: null },
  pool: { unit: 'characters', total: 30_000, image: 3_000, table: 3_000, example: 2_000 },
  graph: true,
  mode: 'hybrid',
  template: null,
  keeps:
    'One hybrid search with the question and the typed evidence pool; every passage opens its page at the sentence that bears on the question.',
  leavesOut: 'No model takes part, so no answer is written.',
};
