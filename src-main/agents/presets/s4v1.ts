/**
 * Preset S4v1 as data: KnowForge's one-shot row "dense + BM25 + graph, one shot, our prompt"
 * (their Table 6), with the evidence pool as their released runner has it, counted in characters.
 */
import type { WirePreset } from '../../../src-preload/contract/asking.ts';

export const s4v1: WirePreset = {
  id: 'S4v1',
  title: 'One search, then an answer',
  rounds: { locator: 0, reader: 0 },
  roles: {
    locator: null,
    judge: null,
    reader: null,
    synthesizer: { tools: [], model: null },
    checker: { tools: [], model: null },
  },
  pool: { unit: 'characters', total: 30_000, image: 3_000, table: 3_000, example: 2_000 },
  graph: true,
  mode: 'hybrid',
  template: null,
  keeps:
    'One hybrid search with the question (keywords, vectors and one hop along relations), the typed evidence pool, a written answer whose citations are checked, and a short final answer.',
  leavesOut:
    'No further search rounds, no judge of missing documents, and no second look at figures, tables or neighbouring passages.',
};
