/**
 * In: an answer's Markdown. Out: HTML made of a few elements: paragraphs, headings as bold lines, lists,
 * tables, emphasis, code, and marks that lead to a citation on the same page. Everything else is text.
 */

/** Text as HTML text; also safe inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}]/gu, (character) => (/[\n\t]/u.test(character) ? character : ''))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Where the mark of a number leads: an id on the same page. */
export type MarkTarget = (number: number) => string;

/** The answer's blocks, in order. */
export function answerHtml(markdown: string, target: MarkTarget): string {
  return markdown
    .split(/\n\s*\n/u)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map((block) => blockHtml(block.split('\n'), target))
    .join('\n');
}

const BULLET = /^\s*[-*+•]\s+/u;
const NUMBERED = /^\s*\d{1,3}[.)]\s+/u;
const TABLE_RULE = /^\s*\|?[\s:|-]*-{2,}[\s:|-]*$/u;

function blockHtml(lines: readonly string[], target: MarkTarget): string {
  const inline = (text: string): string => inlineHtml(text, target);
  if (lines.length >= 2 && TABLE_RULE.test(lines[1] ?? '') && (lines[0] ?? '').includes('|'))
    return tableHtml(lines, inline);
  const out: string[] = [];
  let open: 'ul' | 'ol' | null = null;
  let text: string[] = [];
  const flush = (): void => {
    if (text.length > 0) out.push(`<p dir="auto">${text.map(inline).join('<br>')}</p>`);
    text = [];
  };
  const list = (kind: 'ul' | 'ol' | null): void => {
    if (kind === open) return;
    if (open !== null) out.push(`</${open}>`);
    if (kind !== null) out.push(`<${kind}>`);
    open = kind;
  };
  for (const line of lines) {
    const marker = BULLET.exec(line) ?? NUMBERED.exec(line);
    if (marker === null) {
      if (text.length === 0) list(null);
      text.push(line.replace(/^\s*#{1,6}\s+(.*)$/u, '**$1**').replace(/^\s*>\s?/u, ''));
      continue;
    }
    flush();
    list(BULLET.test(line) ? 'ul' : 'ol');
    out.push(`<li dir="auto">${inline(line.slice(marker[0].length))}</li>`);
  }
  flush();
  list(null);
  return out.join('\n');
}

function tableHtml(lines: readonly string[], inline: (text: string) => string): string {
  const cells = (line: string): string[] =>
    line
      .trim()
      .replace(/^\||\|$/gu, '')
      .split('|')
      .map((cell) => inline(cell.trim()));
  const row = (line: string, tag: 'th' | 'td'): string =>
    `<tr>${cells(line)
      .map((cell) => `<${tag}>${cell}</${tag}>`)
      .join('')}</tr>`;
  const body = lines.slice(2).map((line) => row(line, 'td'));
  return `<table><thead>${row(lines[0] ?? '', 'th')}</thead><tbody>${body.join('')}</tbody></table>`;
}

function inlineHtml(text: string, target: MarkTarget): string {
  // Every second part is code; nothing in it has a meaning.
  return escapeHtml(text)
    .split(/`([^`\n]+)`/u)
    .map((part, at) => (at % 2 === 1 ? `<code>${part}</code>` : emphasisHtml(part, target)))
    .join('');
}

function emphasisHtml(escaped: string, target: MarkTarget): string {
  return escaped
    .replace(/\*\*([^*\n]+)\*\*/gu, '<strong>$1</strong>')
    .replace(/(?<![\p{L}\p{N}*])\*([^*\s][^*\n]*)\*(?![\p{L}\p{N}*])/gu, '<em>$1</em>')
    .replace(/\[(\d+)\]/gu, (_, number: string) => {
      const id = escapeHtml(target(Number(number)));
      return `<a class="mark" href="#${id}" aria-label="Citation ${number}">${number}</a>`;
    });
}
