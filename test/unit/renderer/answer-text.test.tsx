/** The answer drawn: whatever a model writes, nothing in it can be followed or loaded. */
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type * as Module from '../../../src-renderer/screens/ask/answer-text.tsx';
import type { WireCitation } from '../../../src-preload/contract/shapes.ts';

let module: typeof Module;
beforeAll(async () => {
  // The parts library looks for a whole window; our own modules only for the address and the storage.
  await import('react-aria-components');
  vi.stubGlobal('window', {
    location: { hash: '', href: 'http://127.0.0.1/' },
    localStorage: { getItem: () => null },
  });
  module = await import('../../../src-renderer/screens/ask/answer-text.tsx');
  vi.unstubAllGlobals();
});

const citation: WireCitation = {
  number: 1,
  fragment: 'f',
  document: 'd',
  path: '/reports/network.pdf',
  page: 6,
  pageLabel: null,
  heading: [],
  boxes: [],
  quote: 'In all 1,106 buildings were cold.',
};

function html(text: string, flagged: readonly string[] = []): string {
  const { AnswerText } = module;
  return renderToStaticMarkup(
    <AnswerText text={text} evidence={[citation]} order={[citation]} flagged={flagged} streaming={false} />,
  );
}

describe('an answer', () => {
  test.each([
    '[press](https://example.com/x)',
    '<https://example.com>',
    '![picture](https://example.com/x.png)',
    '<img src=x onerror=alert(1)><script>alert(1)</script><a href="https://example.com">x</a>',
    '[x](javascript:alert(1)) ![](data:image/svg+xml;base64,AAAA)',
    '[ref]: https://example.com\n\n[ref] ![ref]',
    '<iframe src="https://example.com"></iframe>',
  ])('case 40: %s is inert', (text) => {
    const drawn = html(text);
    expect(drawn).not.toMatch(/<(a|img|script|iframe|link|object|embed|form|style|meta)\b/iu);
    for (const [tag] of drawn.matchAll(/<[^>]*>/gu)) expect(tag).not.toMatch(/\s(href|src|srcset|on\w+)=/iu);
  });

  test('case 24: a number that names a material is a chip, another is nothing', () => {
    const drawn = html('Cold [1]. Warm [9].');
    expect(drawn.match(/<button/gu)).toHaveLength(1);
    expect(drawn).toContain('aria-label="Citation 1, network, page 6"');
    expect(drawn).not.toContain('9');
  });

  test('a flagged number is marked in words too', () => {
    expect(html('About 77 of them.', ['77'])).toContain('(stands in no material)');
  });
});
