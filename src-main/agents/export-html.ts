/**
 * In: stored answers and pictures of cited pages. Out: one HTML page that needs nothing else: its style
 * is inside, it has no script, and its policy forbids every load but its own data pictures.
 */
import type { Citation } from '../domain/answer.ts';
import { answerHtml, escapeHtml } from './answer-html.ts';
import type { AnswerRecord, PagePicture } from './export-record.ts';
import { boxText, cautionsOf, placeOf, provenanceOf, safeAnswer, uncitedEvidence } from './export-record.ts';

const POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
const PNG = /^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/u;

/** Colours after the product's tokens: amber is evidence, petrol is what can be pressed. */
const STYLE = `
:root{color-scheme:light dark;--paper:#fff;--ink:#1b1b19;--quiet:#5c5b55;--line:#d9d7cf;--amber:#fff3cf;--press:#0f5c66}
@media (prefers-color-scheme:dark){:root{--paper:#1c1c1a;--ink:#eceae2;--quiet:#a5a39a;--line:#3b3a36;--amber:#3d3213;--press:#6fc3cf}}
body{margin:0 auto;padding:32px 20px 64px;max-width:46rem;background:var(--paper);color:var(--ink);font:15px/24px system-ui,sans-serif}
h1{font-size:18px;line-height:26px;font-weight:600}h2{font-size:18px;line-height:26px;font-weight:600;margin-top:48px;padding-top:24px;border-top:1px solid var(--line)}
h3{font-size:13px;margin:32px 0 8px;color:var(--quiet)}p{margin:0 0 12px}
table{border-collapse:collapse;margin:0 0 12px}th,td{padding:2px 12px 2px 0;border-bottom:1px solid var(--line);text-align:left}
.mark{display:inline-block;min-width:1.2em;padding:0 3px;margin:0 1px;border-radius:4px;background:var(--amber);color:inherit;font-size:12px;line-height:18px;text-align:center;text-decoration:none}
.short{font-weight:600}.note,.from{color:var(--quiet);font-size:13px;line-height:20px}
.citation{margin:0 0 24px}.citation:target{outline:2px solid var(--press);outline-offset:6px}
blockquote{margin:6px 0;padding:2px 0 2px 12px;border-left:3px solid #d9a400;font-family:Georgia,serif}
figure{margin:8px 0}img{max-width:100%;border:1px solid var(--line)}code{font-size:13px}
`;

/** All answers under one title. */
export function renderHtml(
  title: string,
  records: readonly AnswerRecord[],
  pictures: readonly PagePicture[],
): string {
  const single = records.length === 1 && records[0]?.question.question === title;
  const shown = new Map(
    pictures.filter((picture) => PNG.test(picture.png)).map((picture) => [pictureKey(picture), picture.png]),
  );
  const body = records.map((record, at) => answerPart(record, at, single ? 'h1' : 'h2', shown));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${single ? '' : `<h1 dir="auto">${escapeHtml(title)}</h1>\n`}${body.join('\n')}
</main>
</body>
</html>
`;
}

function pictureKey(place: { readonly document: string; readonly page: number }): string {
  return `${place.document} ${place.page}`;
}

function answerPart(
  record: AnswerRecord,
  ordinal: number,
  heading: 'h1' | 'h2',
  pictures: ReadonlyMap<string, string>,
): string {
  const { answer } = record;
  const id = (number: number): string => `answer-${ordinal + 1}-citation-${number}`;
  const shown = new Set<string>();
  const citations = answer.citations.map((citation) =>
    citationPart(citation, id(citation.number), pictures, shown),
  );
  const others = uncitedEvidence(answer).map((citation) =>
    citationPart(citation, id(citation.number), new Map(), shown),
  );
  return [
    '<article>',
    `<${heading} dir="auto">${escapeHtml(record.question.question)}</${heading}>`,
    answerHtml(safeAnswer(answer), id),
    answer.finalAnswer === ''
      ? ''
      : `<p class="short" dir="auto">In short: ${escapeHtml(answer.finalAnswer)}</p>`,
    ...cautionsOf(answer).map((caution) => `<p class="note">${escapeHtml(caution)}</p>`),
    `<p class="from">${escapeHtml(provenanceOf(record))}</p>`,
    ...(citations.length === 0 ? [] : ['<h3>Citations</h3>', ...citations]),
    ...(others.length === 0 ? [] : ['<details><summary>Also located</summary>', ...others, '</details>']),
    '</article>',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** A page's picture is shown once per answer, with its first citation. */
function citationPart(
  citation: Citation,
  id: string,
  pictures: ReadonlyMap<string, string>,
  shown: Set<string>,
): string {
  const place = escapeHtml(placeOf(citation));
  const key = pictureKey(citation);
  const picture = shown.has(key) ? undefined : pictures.get(key);
  shown.add(key);
  const heading = citation.heading.length === 0 ? '' : ` · ${escapeHtml(citation.heading.join(' › '))}`;
  return [
    `<section class="citation" id="${id}">`,
    `<div><span class="mark">${citation.number}</span> ${place}${heading}</div>`,
    citation.quote === '' ? '' : `<blockquote dir="auto">${escapeHtml(citation.quote)}</blockquote>`,
    picture === undefined
      ? ''
      : `<figure><img src="${picture}" alt="${place}, with the cited lines marked"></figure>`,
    `<div class="from">${escapeHtml(citation.path)}<br>${escapeHtml(citation.boxes.map(boxText).join('; '))}</div>`,
    '</section>',
  ]
    .filter((part) => part !== '')
    .join('\n');
}
