/** Exports carry the answer with its evidence, and nothing in them is active, whatever they hold. */
import { describe, expect, it } from 'vitest';
import { renderAnswer, renderAnswers } from '../../../src-main/agents/export.ts';
import type { AnswerRecord } from '../../../src-main/agents/export-record.ts';
import type { AskResult, Citation } from '../../../src-main/domain/answer.ts';
import { asDocumentId, asFragmentId, asRunId } from '../../../src-main/domain/ids.ts';

const PNG = 'data:image/png;base64,iVBORw0KGgo=';

function citation(number: number, change: Partial<Citation> = {}): Citation {
  return {
    number,
    fragment: asFragmentId(`f${number}`),
    document: asDocumentId('d1'),
    path: '/papers/network report.pdf',
    page: 42,
    pageLabel: '38',
    heading: ['Results', 'Loss'],
    boxes: [{ page: 42, x0: 72, y0: 672, x1: 336, y1: 682 }],
    quote: 'Heat loss fell to 12.9 % in 2024.',
    ...change,
  };
}

function record(
  answer: Partial<AskResult> = {},
  question: Partial<AnswerRecord['question']> = {},
): AnswerRecord {
  return {
    question: {
      question: 'How large was the loss?',
      askedAt: '2026-11-30T21:40:00.000Z',
      collection: 'Library',
      mark: null,
      ...question,
    },
    answer: {
      run: asRunId('r1'),
      question: 'How large was the loss?',
      preset: 'S4v1',
      model: 'qwen',
      answer: 'It was **12.9 %** [1].',
      finalAnswer: '12.9 %',
      answerable: true,
      citations: [citation(1)],
      evidence: [citation(1), citation(2, { page: 7, pageLabel: null, quote: 'Another place.' })],
      readings: [],
      flaggedNumbers: [],
      droppedCitations: 0,
      searches: 1,
      reads: 0,
      followUps: 0,
      stopped: [],
      milliseconds: 1,
      firstEventMilliseconds: 1,
      answerStartMilliseconds: 1,
      tokens: { prompt: 1, reused: 0, generated: 1 },
      pending: { pages: 0 },
      ...answer,
    },
  };
}

describe('an export', () => {
  it('case 46: names document, page, printed page, quote and boxes in every format', () => {
    for (const format of ['md', 'html', 'json'] as const) {
      const { text } = renderAnswer(record(), format);
      expect(text).toContain('Heat loss fell to 12.9 % in 2024.');
      expect(text).toContain('network report.pdf');
      expect(text).toContain('42');
      expect(text).toContain('38');
      expect(text).toMatch(/72(?:\.0)?[\s",:a-z\d]+672/u);
    }
  });

  it('in Markdown reads so', () => {
    expect(
      renderAnswer(record({ flaggedNumbers: ['30'], pending: { pages: 5 } }, { mark: 'right' }), 'md').text,
    ).toBe(
      `# How large was the loss?

It was **12.9 %** [1].

**In short:** 12.9 %

*Numbers that stand in no cited passage or other evidence: 30.*

*Pages that were not read yet when this was answered: 5.*

Asked 2026-11-30 21:40 UTC in Library. Preset S4v1, model qwen. Marked right.

## Citations

\\[1\\] network report.pdf, page 42 \\(printed 38\\) · Results \\> Loss  
> Heat loss fell to 12.9 % in 2024.

Path: /papers/network report.pdf  
Boxes (points): page 42: 72.0 672.0 336.0 682.0

## Also located

\\[2\\] network report.pdf, page 7 · Results \\> Loss  
> Another place.

Path: /papers/network report.pdf  
Boxes (points): page 42: 72.0 672.0 336.0 682.0
`,
    );
  });

  it('in HTML leads from a mark to its citation and shows the page with its boxes once', () => {
    const answer = {
      citations: [citation(1), citation(2)],
      answer: 'It was 12.9 % [1][2].\n\n- one [1]\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    };
    const { text } = renderAnswer(record(answer), 'html', [
      { document: asDocumentId('d1'), page: 42, png: PNG },
    ]);
    expect(text).toContain('<a class="mark" href="#answer-1-citation-1" aria-label="Citation 1">1</a>');
    expect(text).toContain('id="answer-1-citation-1"');
    expect(text.split(PNG)).toHaveLength(2);
    expect(text).toContain('<ul>\n<li dir="auto">one');
    expect(text).toContain('<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td>');
  });

  it('of a collection holds every answer under one title, with separate targets', () => {
    const records = [record(), record({ answer: 'Two [1].' }, { question: 'Second?' })];
    const html = renderAnswers('Plans', records, 'html');
    expect(html).toMatchObject({ name: 'plans.html', mime: 'text/html' });
    expect(html.text).toContain('<h1 dir="auto">Plans</h1>');
    expect(html.text).toContain('id="answer-2-citation-1"');
    expect(renderAnswers('Plans', records, 'md').text).toMatch(
      /^# Plans\n\n## How large[\s\S]*\n## Second\?/u,
    );
    expect(
      (JSON.parse(renderAnswers('Plans', records, 'json').text) as { answers: unknown[] }).answers,
    ).toHaveLength(2);
  });

  it('has a file name that every system takes', () => {
    expect(renderAnswer(record({}, { question: '../../etc/passwd: "what?" 热 损失' }), 'md').name).toBe(
      'etc-passwd-what-热-损失.md',
    );
    expect(renderAnswer(record({}, { question: '???' }), 'json').name).toBe('answer.json');
    expect(renderAnswer(record({}, { question: 'x'.repeat(300) }), 'html').name).toHaveLength(65);
  });
});

describe('hostile content', () => {
  const attacks = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    "' onmouseover='x",
    '![p](http://evil.example/p.png)',
    '[t](javascript:alert(1))',
    '<http://evil.example>',
    '[1]: http://evil.example',
    '`</code><script>x</script>`',
    '**<b>**',
    '`*b` c* **d `e** f`',
    '</style></title><script>',
    '&lt;script&gt;',
    '# heading\n---\n> quote',
    '| a | <img src=x> |\n|---|---|\n| x | y |',
    '\u0000\u0008\ud800',
  ];
  const hostile = attacks.map((attack) =>
    record(
      {
        answer: `${attack} [1] ${attack}`,
        finalAnswer: attack,
        model: attack,
        preset: attack,
        flaggedNumbers: [attack],
        citations: [
          citation(1, { quote: attack, path: `/x/${attack}.pdf`, pageLabel: attack, heading: [attack] }),
        ],
      },
      { question: attack, collection: attack },
    ),
  );

  it('case 46: cannot add an element, an attribute or a load to the HTML', () => {
    const { text } = renderAnswers(attacks.join(' '), hostile, 'html', [
      { document: asDocumentId('d1'), page: 42, png: 'http://evil.example/p.png' },
      { document: asDocumentId('d1'), page: 42, png: 'data:image/png;base64,AA"onerror="x' },
    ]);
    const tags = [...text.matchAll(/<\/?([a-z][a-z0-9]*)([^>]*)>/giu)];
    const allowed = new Set(
      'html head meta title style body main article h1 h2 h3 p br ul ol li table thead tbody tr th td strong em code a section div span blockquote details summary'.split(
        ' ',
      ),
    );
    for (const tag of tags) {
      expect(allowed.has(tag[1]!.toLowerCase()), tag[0]).toBe(true);
      expect(tag[2], tag[0]).not.toMatch(/\son\w+\s*=/iu);
      if (/href=/u.test(tag[2]!))
        expect(tag[2]).toMatch(/^ class="mark" href="#answer-\d+-citation-\d+" aria-label="Citation \d+"$/u);
      expect(tag[2]).not.toMatch(/src=/u);
    }
    expect([...text].some((character) => '\u0000\u0008\ud800'.includes(character))).toBe(false);
    expect(text).toContain("default-src 'none'");
    // Every opened element is closed.
    for (const name of [
      'p',
      'li',
      'ul',
      'ol',
      'table',
      'section',
      'article',
      'blockquote',
      'strong',
      'em',
      'code',
      'a',
      'div',
      'span',
    ])
      expect(text.split(new RegExp(`<${name}[ >]`, 'u')).length, name).toBe(text.split(`</${name}>`).length);
  });

  it('case 40: cannot put an image, a link or a tag into the Markdown', () => {
    const { text } = renderAnswers('Title', hostile, 'md');
    expect(text).not.toMatch(/\]\(/u);
    expect(text).not.toContain('<');
    expect(text).not.toMatch(/^\s*\[[^\]]*\]:/mu);
  });

  it('leaves marks that name no citation of the answer out', () => {
    expect(renderAnswer(record({ answer: 'It was 12.9 % [1] [7].' }), 'md').text).toContain(
      'It was 12.9 % [1].',
    );
  });
});
