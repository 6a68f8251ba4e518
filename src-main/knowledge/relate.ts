/**
 * Relations of a document's points. In: points with topics, and what the library has on the same
 * topics or near by. Out: at most a few `same-topic` and `similar` relations per point.
 */
import type { KnowledgePoint, Relation } from '../domain/content.ts';
import type { FragmentId, PointId } from '../domain/ids.ts';
import type { NearPoint, TopicPoint } from '../store/interfaces/knowledge.ts';

/** One shared heading is enough; of names two are needed (1 − 0.75² = 0.44). */
const HEADING_WEIGHT = 0.6;
const NAME_WEIGHT = 0.25;
const LEAST_WEIGHT = 0.4;
/** Relations of one kind that go out from one point. */
export const MOST_PER_POINT = 4;

/** Topic → points that carry it. */
type Carriers = ReadonlyMap<string, readonly PointId[]>;

function carriersIn(points: readonly KnowledgePoint[], elsewhere: readonly TopicPoint[]): Carriers {
  const carriers = new Map<string, PointId[]>();
  const add = (topic: string, point: PointId): void => {
    const known = carriers.get(topic);
    if (known === undefined) carriers.set(topic, [point]);
    else known.push(point);
  };
  for (const point of points) for (const topic of point.topics ?? []) add(topic, point.id);
  for (const { topic, point } of elsewhere) add(topic, point);
  return carriers;
}

/**
 * Points that share topics, in this document and in others. Shared topics add up as independent
 * chances do: 1 − Π(1 − w).
 */
export function sameTopic(
  points: readonly KnowledgePoint[],
  elsewhere: readonly TopicPoint[],
  maker: string,
): Relation[] {
  const carriers = carriersIn(points, elsewhere);
  return points.flatMap((point) => {
    const missed = new Map<PointId, number>();
    for (const topic of point.topics ?? []) {
      const weight = topic.startsWith('h:') ? HEADING_WEIGHT : NAME_WEIGHT;
      for (const other of carriers.get(topic) ?? [])
        if (other !== point.id) missed.set(other, (missed.get(other) ?? 1) * (1 - weight));
    }
    return [...missed]
      .map(([to, chance]): Relation => {
        return { from: point.id, to, kind: 'same-topic', weight: 1 - chance, maker };
      })
      .filter(({ weight }) => weight >= LEAST_WEIGHT)
      .sort((left, right) => right.weight - left.weight || (left.to < right.to ? -1 : 1))
      .slice(0, MOST_PER_POINT);
  });
}

/** The nearest points of other documents, by the vectors of the source fragments. */
export function similar(
  points: readonly KnowledgePoint[],
  near: readonly NearPoint[],
  fingerprint: string,
): Relation[] {
  const bySource = new Map<FragmentId, PointId>(points.map(({ id, fragment }) => [fragment, id]));
  return near.flatMap(({ fragment, point, cosine }) => {
    const from = bySource.get(fragment);
    if (from === undefined || from === point) return [];
    const weight = Math.min(1, Math.max(0, cosine));
    return [{ from, to: point, kind: 'similar' as const, weight, maker: `vectors@${fingerprint}` }];
  });
}
