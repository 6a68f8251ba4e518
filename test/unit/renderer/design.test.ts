/** The design's own rules over the sources: contrast of every pair of tokens, tokens only, and the words. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const renderer = join(import.meta.dirname, '..', '..', '..', 'src-renderer');
const read = (file: string): string => readFileSync(join(renderer, file), 'utf8');
const tokensFile = read('ui/tokens.css');
/** Without the media queries, which override some tokens. */
const tokens: Record<string, string> = Object.fromEntries(
  [...(tokensFile.split('@media')[0] ?? '').matchAll(/--([\w-]+):\s*([^;]+);/gu)].map((match) => [
    match[1] ?? '',
    match[2] ?? '',
  ]),
);

type Colour = readonly [number, number, number, number];
type Theme = 0 | 1;

/** Red, green, blue (0–255) and alpha of a token; theme 0 is light, 1 is dark. */
function colour(name: string, theme: Theme): Colour {
  const value = tokens[name] ?? '';
  const both = /^light-dark\((.+)\)$/u.exec(value)?.[1];
  const text = both ? (both.match(/#[0-9a-f]{6}|rgb\([^)]*\)/gu)?.[theme] ?? '') : value;
  if (text.startsWith('#')) {
    const part = (index: number): number => Number.parseInt(text.slice(index, index + 2), 16);
    return [part(1), part(3), part(5), 1];
  }
  const [r = 0, g = 0, b = 0, a = 1] = (text.match(/[\d.]+/gu) ?? []).map(Number);
  return [r, g, b, a];
}

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance([r, g, b]: Colour): number {
  const [x, y, z] = [r, g, b].map((c) =>
    c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * (x ?? 0) + 0.7152 * (y ?? 0) + 0.0722 * (z ?? 0);
}
function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}
type Mix = (under: number, fill: number) => number;
const over: Mix = (_, fill) => fill;
const multiply: Mix = (under, fill) => (under * fill) / 255;
function blend(under: Colour, fill: Colour, mix: Mix): Colour {
  const channel = (i: 0 | 1 | 2): number => (1 - fill[3]) * under[i] + fill[3] * mix(under[i], fill[i]);
  return [channel(0), channel(1), channel(2), 1];
}

const states = ['ok', 'warning', 'danger', 'info'];
const ledger = ['text', 'ocr', 'unreliable', 'empty', 'failed'].map((state) => `ledger-${state}`);
/** What stands on what, and the contrast it needs: 4.5 for text, 3 for shapes (WCAG 2.2). */
const pairs: readonly (readonly [readonly string[], readonly string[], number])[] = [
  [
    ['text-1', 'text-2', 'text-3', 'accent', 'reading', ...states],
    ['surface-1', 'surface-2', 'surface-3'],
    4.5,
  ],
  [['text-1', 'text-2', 'text-3', 'accent'], ['surface-selected', 'accent-soft', 'desk'], 4.5],
  [['on-accent'], ['accent', 'accent-hover'], 4.5],
  [['evidence-text', 'text-1'], ['evidence-soft'], 4.5],
  ...states.map((state) => [[state, 'text-1', 'text-2'], [`${state}-soft`], 4.5] as const),
  [['line-control', 'focus', 'evidence-line', ...ledger], ['surface-2', 'surface-3'], 3],
  [['focus'], ['surface-1', 'desk'], 3],
  [['mark-line', 'mark-current-line'], ['paper'], 3],
];

describe('contrast', () => {
  const all = pairs.flatMap(([fronts, backs, need]) =>
    fronts.flatMap((front) => backs.map((back) => ({ front, back, need }))),
  );
  test.each(all)('$front on $back needs $need', ({ front, back, need }) => {
    for (const theme of [0, 1] as const)
      expect(contrast(colour(front, theme), colour(back, theme)), `theme ${theme}`).toBeGreaterThanOrEqual(
        need,
      );
  });

  test.each(['mark-fill', 'mark-current-fill'])('print under %s stays at 7', (mark) => {
    for (const theme of [0, 1] as const) {
      const under = blend(colour('paper', theme), colour(mark, theme), multiply);
      expect(contrast(colour('paper-ink', theme), under)).toBeGreaterThanOrEqual(7);
    }
  });

  test('quiet text on a hovered row', () => {
    for (const theme of [0, 1] as const) {
      const row = blend(colour('surface-1', theme), colour('surface-hover', theme), over);
      expect(contrast(colour('text-3', theme), row)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('text-1 and text-2 on the tint of the passage that is open', () => {
    for (const theme of [0, 1] as const) {
      const [r, g, b] = colour('evidence-soft', theme);
      const row = blend(colour('surface-2', theme), [r, g, b, 0.45], over);
      for (const text of ['text-1', 'text-2'])
        expect(contrast(colour(text, theme), row)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe('sources', () => {
  const styles = globSync('**/*.css', { cwd: renderer }).filter((file) => !file.endsWith('tokens.css'));
  const scripts = globSync('**/*.{ts,tsx}', { cwd: renderer });

  test('component styles name no colour of their own', () => {
    // The mark of the program has its own three colours on every ground (icon.svg).
    const allowed = /brand-|mark-number/u;
    for (const file of styles)
      for (const rule of read(file).split('}'))
        if (!allowed.test(rule)) expect(rule, file).not.toMatch(/#[0-9a-f]{3,8}\b|rgb\(|hsl\(/iu);
  });

  test('every token that is used exists', () => {
    const own = new Set(['trigger-width']);
    for (const file of styles)
      for (const [, name = ''] of read(file).matchAll(/var\(--([\w-]+)/gu))
        expect(own.has(name) || new RegExp(`--${name}:`, 'u').test(tokensFile), `${file}: --${name}`).toBe(
          true,
        );
  });

  test('words: no "sorry", no "oops", no exclamation mark', () => {
    for (const file of scripts) {
      const text = read(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gmu, '');
      expect(text, file).not.toMatch(/\b(sorry|oops|whoops)\b/iu);
      for (const [, words = ''] of text.matchAll(/>\s*([A-Z][^<>{}]*)</gu))
        expect(words, file).not.toContain('!');
      for (const [, words = ''] of text.matchAll(/'([A-Z][^'\n]* [^'\n]*)'/gu))
        expect(words, file).not.toContain('!');
    }
  });

  test('nothing is set as HTML', () => {
    for (const file of scripts)
      expect(read(file), file).not.toMatch(/dangerouslySetInnerHTML|innerHTML|rehype-raw|eval\(/u);
  });
});
