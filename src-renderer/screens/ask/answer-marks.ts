/**
 * Finds citation marks and flagged numbers in an answer. In: the tree that react-markdown makes.
 * Out: the same tree with `cite` and `mark` elements, which the answer draws as chips and flags.
 */

/** The parts of a hast tree that are touched here (hast is the tree of rehype). */
export interface TextNode {
  readonly type: 'text';
  readonly value: string;
}
export interface ElementNode {
  readonly type: 'element';
  readonly tagName: string;
  readonly properties: Record<string, unknown>;
  children: TreeNode[];
}
export interface OtherNode {
  readonly type: string;
  children?: TreeNode[];
}
export type TreeNode = TextNode | ElementNode | OtherNode;

/** `[3]`, `[1][2]`, `[1, 2]`, with the word before and the punctuation after, which stay on its line. */
const MARKS = /(\S*)([^\S\n]*)((?:\[\d+(?:\s*[,;]\s*\d+)*\][^\S\n]*)+)([.,;:!?)\]]*)/g;

function element(tagName: string, properties: Record<string, unknown>, children: TreeNode[]): ElementNode {
  return { type: 'element', tagName, properties, children };
}

function text(value: string): TextNode {
  return { type: 'text', value };
}

function isText(node: TreeNode): node is TextNode {
  return node.type === 'text' && 'value' in node;
}

function escapeForPattern(value: string): string {
  return value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Flagged numbers as whole numbers: "8.4" is not found in "18.4" or "8.42". */
function splitFlagged(value: string, flagged: readonly string[]): TreeNode[] {
  if (flagged.length === 0 || !value) return value ? [text(value)] : [];
  const longest = [...flagged].sort((a, b) => b.length - a.length).map(escapeForPattern);
  const pattern = new RegExp(`(?<![\\d.,])(?:${longest.join('|')})(?![\\d]|[.,]\\d)`, 'g');
  const nodes: TreeNode[] = [];
  let from = 0;
  for (const match of value.matchAll(pattern)) {
    if (match.index > from) nodes.push(text(value.slice(from, match.index)));
    nodes.push(element('mark', { 'data-flag': match[0] }, [text(match[0])]));
    from = match.index + match[0].length;
  }
  if (from < value.length) nodes.push(text(value.slice(from)));
  return nodes;
}

function chips(marks: string): ElementNode[] {
  return [...marks.matchAll(/\d+/g)].map(([number]) => element('cite', { 'data-number': number }, []));
}

/** One text node as the nodes that replace it. */
export function splitText(value: string, flagged: readonly string[]): TreeNode[] {
  const nodes: TreeNode[] = [];
  let from = 0;
  for (const match of value.matchAll(MARKS)) {
    const [whole, word = '', space = '', marks = '', after = ''] = match;
    nodes.push(...splitFlagged(value.slice(from, match.index), flagged));
    const inside: TreeNode[] = [
      ...splitFlagged(word, flagged),
      ...(space && word ? [text('\u00a0')] : space ? [text(space)] : []),
      ...chips(marks),
      ...(after ? [text(after)] : []),
    ];
    nodes.push(element('span', { className: 'together' }, inside));
    if (/\s$/.test(marks) && !after) nodes.push(text(' '));
    from = match.index + whole.length;
  }
  nodes.push(...splitFlagged(value.slice(from), flagged));
  return nodes;
}

function visit(node: TreeNode, flagged: readonly string[]): void {
  if (!('children' in node) || !node.children) return;
  if ('tagName' in node && (node.tagName === 'code' || node.tagName === 'pre')) return;
  node.children = node.children.flatMap((child): TreeNode[] => {
    if (isText(child)) return splitText(child.value, flagged);
    visit(child, flagged);
    return [child];
  });
}

/** A rehype plugin; `flagged` are the numbers that stand in no material. */
export function answerMarks(flagged: readonly string[]): () => (tree: TreeNode) => void {
  return () => (tree) => visit(tree, flagged);
}

/** While text streams in, a mark that is not complete yet is not shown. */
export function withoutOpenMark(streamed: string): string {
  return streamed.replace(/\[[\d,;\s]*$/, '');
}

/** Numbers cited in an answer, in the order of their first mark. */
export function citedNumbers(answer: string): number[] {
  const numbers = [...answer.matchAll(/\[(\d+(?:\s*[,;]\s*\d+)*)\]/g)].flatMap((match) =>
    (match[1] ?? '').split(/[,;]/).map(Number),
  );
  return [...new Set(numbers)];
}

function words(text: string): string {
  return text
    .replace(/\[\d+(?:\s*[,;]\s*\d+)*\]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** False where the short form is empty or is all that the answer says anyway. */
export function addsToAnswer(short: string, answer: string): boolean {
  return words(short) !== '' && words(short) !== words(answer);
}
