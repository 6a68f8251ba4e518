/**
 * Topics by which points meet. In: headings and text. Out: normalised headings (`h:`) and names of
 * several capitalised words (`e:`); boilerplate and numbers with units are left out.
 */
import { foldName } from '../store/text/fold.ts';
import { STOP_WORDS } from '../store/text/stop-words.ts';

/** Headings that nearly every report or paper has, and that say nothing of its subject. */
const BOILERPLATE = new Set(
  [
    'abstract|acknowledgements|acknowledgments|appendix|appendices|background|bibliography|conclusion',
    'conclusions|contents|definitions|discussion|exhibits|figures|foreword|general|glossary|index',
    'introduction|list of figures|list of tables|methods|notes|other|overview|preface|references',
    'related work|results|schedule|signatures|summary|table of contents|tables|further reading',
  ]
    .join('|')
    .split('|'),
);

/** "1.2 ", "Item 7A. ", "Chapter 3: ", "(a) ", "IV. ", "Note 12 - ". */
const NUMBERING =
  /^(?:(?:item|chapter|section|part|note|appendix|annex|exhibit|table|figure)\s+(?=\d|[ivxlc]+\b|\())?(?:\(?(?:\d+[a-z]?|[ivxlc]+|[a-z])\)?(?:[.:)–—-]\s*|\s+(?=\d)))*(?:\d+(?:\.\d+)*\s+)?/u;

/** Folded, without its number and punctuation. */
function plainHeading(title: string): string {
  return foldName(title)
    .replace(NUMBERING, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The heading as a topic; null for boilerplate, bare numbers and single short words. */
export function headingTopic(title: string): string | null {
  const plain = plainHeading(title);
  const letters = plain.match(/\p{L}/gu)?.length ?? 0;
  const dense = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u.test(plain);
  if (letters < (dense ? 2 : 5) || plain.length > 120 || BOILERPLATE.has(plain)) return null;
  return `h:${plain}`;
}

/** Two to six capitalised words, joined by small words such as "of"; not what a number counts ("3 Million Euro"). */
const NAME =
  /(?<!\p{N}\s|[\p{L}\p{M}\p{N}])\p{Lu}[\p{L}\p{M}’'&-]+(?:\s+(?:(?:of the|of|and|for|de|du|von|van|der|&)\s+)?\p{Lu}[\p{L}\p{M}’'&-]+){1,5}/gu;

/** Names with how often each occurs; none crosses the end of a paragraph, and a leading "The" is no part of one. */
export function namesIn(paragraphs: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [found] of paragraphs.flatMap((paragraph) => [...paragraph.matchAll(NAME)])) {
    const words = foldName(found).split(' ');
    while (words.length > 0 && STOP_WORDS.has(words[0] ?? '')) words.shift();
    if (words.length < 2) continue;
    const name = words.join(' ');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Names of one point: the most frequent first. More would link everything with everything. */
const MOST_NAMES = 8;
/** A name on more than this share of a document's groups is its subject or its running head. */
const COMMON_SHARE = 0.4;
/** In a document of fewer groups a share says nothing. */
const FEWEST_GROUPS = 4;

/** Lists of other people's works and of pages: their names are not what the document is about. */
const LISTS = new Set([
  'acknowledgements',
  'acknowledgments',
  'bibliography',
  'contents',
  'index',
  'references',
  'signatures',
  'table of contents',
]);

/** Topics of each group: its own heading, and its names that are not those of the whole document. */
export function topicsOf(
  groups: readonly { readonly title: string; readonly paragraphs: readonly string[] }[],
): string[][] {
  const names = groups.map(({ title, paragraphs }) =>
    namesIn(LISTS.has(plainHeading(title)) ? [] : paragraphs),
  );
  const headings = groups.map(({ title }) => headingTopic(title));
  const carried = new Map<string, number>();
  for (const topic of [...headings, ...names.flatMap((found) => [...found.keys()])])
    if (topic !== null) carried.set(topic, (carried.get(topic) ?? 0) + 1);
  const most = groups.length < FEWEST_GROUPS ? groups.length : Math.max(1, COMMON_SHARE * groups.length);
  const rare = (topic: string): boolean => (carried.get(topic) ?? 0) <= most;
  return groups.map((_group, index) => {
    const heading = headings[index] ?? null;
    const frequent = [...(names[index] ?? new Map<string, number>())]
      .filter(([name]) => rare(name))
      .sort(([left, first], [right, second]) => second - first || left.localeCompare(right))
      .slice(0, MOST_NAMES)
      .map(([name]) => `e:${name}`);
    return heading !== null && rare(heading) ? [heading, ...frequent] : frequent;
  });
}
