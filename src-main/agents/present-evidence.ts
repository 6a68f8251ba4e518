/** In: the blocks of a search, no model. Out: the located evidence, said plainly. */
import { trimPool } from './evidence-pool.ts';
import type { Gathered } from './gather.ts';
import { citationOf, fileName, numbered } from './materials.ts';
import { poolEvent } from './pool-event.ts';
import type { Answered, RunContext } from './run-context.ts';
import { NOT_FOUND } from './synthesizer.ts';

/** The evidence in the preset's pool as a numbered list; every item is a citation. */
export async function presentEvidence(context: RunContext, gathered: Gathered): Promise<Answered> {
  const { preset, recorder, question, labels } = context;
  const limit = { total: preset.pool.total, cappedBy: 'preset' } as const;
  const materials = numbered(trimPool(gathered.blocks, preset.pool, limit).kept);
  recorder.append(poolEvent(gathered.blocks, materials, limit));
  const citations = await Promise.all(
    materials.map((material) => citationOf(material, [question], question, labels)),
  );
  recorder.append({ type: 'evidence', materials: citations });
  const answer =
    citations.length === 0
      ? NOT_FOUND
      : [opening(materials.length, gathered.documents), '']
          .concat(
            citations.map(
              ({ number, path, page, pageLabel }) =>
                `- ${fileName(path)}, ${pageName(page, pageLabel)} [${number}]`,
            ),
          )
          .join('\n');
  recorder.append({ type: 'answer.delta', text: answer });
  return {
    model: null,
    answer,
    finalAnswer: '',
    answerable: citations.length > 0,
    citations,
    evidence: citations,
    flaggedNumbers: [],
    droppedCitations: 0,
    stopped: [],
  };
}

function opening(passages: number, documents: number): string {
  const what = passages === 1 ? 'One passage' : `${passages} passages`;
  const where = documents === 1 ? 'one document' : `${documents} documents`;
  const bears = passages === 1 ? 'bears' : 'bear';
  return `Evidence only: no model is set, so no answer is written. ${what} in ${where} ${bears} on the question, best first.`;
}

/** "page 12", with the printed label where it differs: "page 12 (printed viii)". */
export function pageName(page: number, label: string | null): string {
  return label === null || label === String(page) ? `page ${page}` : `page ${page} (printed ${label})`;
}
