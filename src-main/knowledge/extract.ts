/**
 * Extractive knowledge of one document, without any model. In: its sections and fragments from the
 * store. Out: one knowledge point per section, and relations to points of the whole library.
 */
import { createHash } from 'node:crypto';
import { CarrelError } from '../domain/errors.ts';
import type { KnowledgePoint, Relation } from '../domain/content.ts';
import { asPointId } from '../domain/ids.ts';
import type { DocumentId, FragmentId, PointId } from '../domain/ids.ts';
import type {
  KnowledgeQueries,
  KnowledgeSource,
  NearPoint,
  SourceFragment,
} from '../store/interfaces/knowledge.ts';
import { sameTopic, similar } from './relate.ts';
import type { ParagraphGroup } from './salience.ts';
import { groupOf, mostSalient, termWeights } from './salience.ts';
import { shorten } from './sentences.ts';
import { topicsOf } from './topics.ts';

/** Changes whenever the points or relations would: documents are then made again. */
export const EXTRACTIVE_MAKER = 'extractive@1';

/** Fragments of one point where there are no headings: about a page. */
const RUN_LENGTH = 6;
/**
 * Cosine from which two passages count as similar. With all-MiniLM-L6-v2 on the samples, a fifth of the
 * passages have one of another document as near as this, and the pairs looked at share a subject.
 */
const LEAST_COSINE = 0.55;
const NEAR_PER_POINT = 3;
/** Points asked for at a time, so that a search can come between. */
const NEAR_BATCH = 16;
/** A topic that more documents carry is boilerplate of the library. */
const MOST_DOCUMENTS_PER_TOPIC = 20;
const POINTS_PER_TOPIC = 8;
/** Characters of a title made from the text. */
const TITLE_LENGTH = 80;

export interface Knowledge {
  readonly points: KnowledgePoint[];
  readonly relations: Relation[];
  /** Hand it to `putKnowledge`, so that knowledge made before the vectors were there is made again. */
  readonly basis: string;
}

export interface KnowledgeMaker {
  readonly maker: string;
  /** Rejects with CarrelError `notFound` or `cancelled`. */
  make(document: DocumentId, signal: AbortSignal): Promise<Knowledge>;
}

export function createKnowledgeMaker(dependencies: {
  readonly store: { readonly knowledge: KnowledgeQueries };
}): KnowledgeMaker {
  const { knowledge } = dependencies.store;
  return {
    maker: EXTRACTIVE_MAKER,
    make: async (document, signal) => {
      const source = await knowledge.source(document);
      if (source === null)
        throw new CarrelError('notFound', 'This document is not in the library any longer.');
      stopIfAborted(signal);
      const points = pointsOf(source);
      const topics = [...new Set(points.flatMap((point) => point.topics ?? []))];
      const elsewhere = await knowledge.byTopics(document, topics, {
        perTopic: POINTS_PER_TOPIC,
        maximum: MOST_DOCUMENTS_PER_TOPIC,
      });
      const relations = sameTopic(points, elsewhere, EXTRACTIVE_MAKER);
      if (source.vectors !== null) {
        const near = await nearPoints(knowledge, source.vectors, document, points, signal);
        relations.push(...similar(points, near, source.vectors));
      }
      stopIfAborted(signal);
      return { points, relations, basis: source.basis };
    },
  };
}

function stopIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new CarrelError('cancelled', 'This was stopped before it finished.');
}

async function nearPoints(
  knowledge: KnowledgeQueries,
  fingerprint: string,
  document: DocumentId,
  points: readonly KnowledgePoint[],
  signal: AbortSignal,
): Promise<NearPoint[]> {
  const found: NearPoint[] = [];
  for (let start = 0; start < points.length; start += NEAR_BATCH) {
    stopIfAborted(signal);
    const fragments = points.slice(start, start + NEAR_BATCH).map(({ fragment }) => fragment);
    const options = { perFragment: NEAR_PER_POINT, minimum: LEAST_COSINE };
    found.push(...(await knowledge.near(document, fragments, fingerprint, options)));
  }
  return found;
}

/** Prose under each heading; where a section has only tables or figures, those. */
function groupsOf({ fragments }: KnowledgeSource): ParagraphGroup[] {
  const sections = Map.groupBy(fragments, ({ section }) => section);
  return [...sections].flatMap(([section, all]) => {
    const prose = all.filter(({ kind }) => kind === 'text' || kind === 'example');
    const kept = prose.length > 0 ? prose : all;
    const parts = section === null ? runsOf(kept) : [kept];
    return parts.flatMap((part) => groupOf(part) ?? []);
  });
}

function runsOf(fragments: readonly SourceFragment[]): SourceFragment[][] {
  const runs: SourceFragment[][] = [];
  for (let start = 0; start < fragments.length; start += RUN_LENGTH)
    runs.push(fragments.slice(start, start + RUN_LENGTH));
  return runs;
}

function pointIdOf(document: DocumentId, fragment: FragmentId): PointId {
  const hash = createHash('sha256').update([document, EXTRACTIVE_MAKER, fragment].join('\0'));
  return asPointId(hash.digest('hex').slice(0, 32));
}

/** One point per group; a point that says the same under the same title as an earlier one is merged into it. */
export function pointsOf(source: KnowledgeSource): KnowledgePoint[] {
  const groups = groupsOf(source);
  const weights = termWeights(groups);
  const topics = topicsOf(
    groups.map(({ heading, paragraphs }) => ({
      title: heading.at(-1) ?? '',
      paragraphs: paragraphs.map(({ text }) => text),
    })),
  );
  const points = new Map<string, KnowledgePoint>();
  groups.forEach((group, index) => {
    const salient = mostSalient(group, weights);
    const title = group.heading.at(-1) ?? source.title ?? shorten(salient.sentence, TITLE_LENGTH);
    const key = `${title}\n${salient.sentence}`.toLowerCase();
    const known = points.get(key);
    const merged = [...new Set([...(known?.topics ?? []), ...(topics[index] ?? [])])];
    points.set(
      key,
      known === undefined
        ? {
            id: pointIdOf(source.document, salient.fragment),
            document: source.document,
            fragment: salient.fragment,
            title,
            summary: salient.sentence,
            maker: EXTRACTIVE_MAKER,
            topics: merged,
          }
        : { ...known, topics: merged },
    );
  });
  return [...points.values()];
}
