/**
 * Contrast of every pair of tokens that meet on screen, in both themes. In: src-renderer/ui/tokens.css.
 * Out: WCAG 2.2 ratios: text 4.5 (1.4.3), shapes and focus 3 (1.4.11), print on a mark 7 (1.4.6).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const file = join(import.meta.dirname, '..', '..', 'src-renderer', 'ui', 'tokens.css');
/** What a media query overrides is for people who asked for more contrast, not for less. */
const css = readFileSync(file, 'utf8').split('@media')[0] ?? '';
const tokens = new Map(
  [...css.matchAll(/--([\w-]+):\s*([^;]+);/gu)].map(([, name = '', value = '']) => [name, value]),
);

type Theme = 'light' | 'dark';
const THEMES: readonly Theme[] = ['light', 'dark'];
/** Red, green, blue (0 to 255) and alpha (0 to 1). */
type Colour = readonly [number, number, number, number];

function colour(name: string, theme: Theme): Colour {
  const value = tokens.get(name);
  if (value === undefined) throw new Error(`tokens.css has no --${name}.`);
  const colours = value.match(/#[0-9a-f]{6}\b|rgb\([^)]*\)/giu) ?? [];
  const text = value.includes('light-dark(') ? colours[theme === 'light' ? 0 : 1] : colours[0];
  if (text === undefined) throw new Error(`--${name} is no colour: ${value}`);
  if (text.startsWith('#')) {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
    return [red, green, blue, 1];
  }
  const [red = 0, green = 0, blue = 0, alpha = '1'] = text.match(/[\d.]+%?/gu) ?? [];
  const share = alpha.endsWith('%') ? Number(alpha.slice(0, -1)) / 100 : Number(alpha);
  return [Number(red), Number(green), Number(blue), share];
}

/** Relative luminance (WCAG 2.2, definitions). */
function luminance([red, green, blue]: Colour): number {
  const linear = (value: number): number => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function ratio(a: Colour, b: Colour): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

type Mix = (under: number, fill: number) => number;
const normal: Mix = (_under, fill) => fill;
const multiply: Mix = (under, fill) => (under * fill) / 255;
const screen: Mix = (under, fill) => 255 - ((255 - under) * (255 - fill)) / 255;

function blend(under: Colour, fill: Colour, mix: Mix): Colour {
  const part = (at: 0 | 1 | 2): number => (1 - fill[3]) * under[at] + fill[3] * mix(under[at], fill[at]);
  return [part(0), part(1), part(2), 1];
}

interface Pair {
  readonly front: string;
  readonly back: string;
  readonly need: number;
}
const pairs = (fronts: readonly string[], backs: readonly string[], need: number): Pair[] =>
  fronts.flatMap((front) => backs.map((back) => ({ front, back, need })));

const SURFACES = ['surface-1', 'surface-2', 'surface-3'];
const TEXT = 4.5;
const SHAPE = 3;

const ON_SCREEN: readonly Pair[] = [
  ...pairs(
    ['text-1', 'text-2', 'text-3', 'accent', 'reading', 'ok', 'warning', 'danger', 'info'],
    SURFACES,
    TEXT,
  ),
  ...pairs(['text-1', 'text-2', 'text-3', 'accent'], ['surface-selected', 'accent-soft', 'desk'], TEXT),
  ...pairs(['text-1', 'text-2', 'text-3', 'reading'], ['reading-soft'], TEXT),
  ...pairs(['on-accent'], ['accent', 'accent-hover'], TEXT),
  ...pairs(['evidence-text', 'text-1'], ['evidence-soft'], TEXT),
  ...['ok', 'warning', 'danger', 'info'].flatMap((state) =>
    pairs([state, 'text-1', 'text-2'], [`${state}-soft`], TEXT),
  ),
  ...pairs(
    [
      'line-control',
      'focus',
      'evidence-line',
      'reading-line',
      'series-a',
      'series-b',
      'series-c',
      'ledger-text',
      'ledger-ocr',
      'ledger-unreliable',
      'ledger-empty',
      'ledger-failed',
    ],
    ['surface-2', 'surface-3'],
    SHAPE,
  ),
  ...pairs(['focus'], ['surface-1', 'desk'], SHAPE),
  ...pairs(['mark-line', 'mark-current-line', 'mark-unused-line', 'mark-region-line'], ['paper'], SHAPE),
  ...pairs(['mark-night-line', 'mark-night-current-line'], ['paper-night'], SHAPE),
];

describe.each(THEMES)('contrast, %s', (theme) => {
  it.each(ON_SCREEN)('$front on $back is at least $need', ({ front, back, need }) => {
    expect(ratio(colour(front, theme), colour(back, theme))).toBeGreaterThanOrEqual(need);
  });

  it('text-3 on a row under the pointer is at least 4.5', () => {
    const back = blend(colour('surface-1', theme), colour('surface-hover', theme), normal);
    expect(ratio(colour('text-3', theme), back)).toBeGreaterThanOrEqual(TEXT);
  });

  it.each(['mark-fill', 'mark-current-fill', 'mark-find-fill'])('print under %s is at least 7', (mark) => {
    const back = blend(colour('paper', theme), colour(mark, theme), multiply);
    expect(ratio(colour('paper-ink', theme), back)).toBeGreaterThanOrEqual(7);
  });

  it.each(['mark-night-fill', 'mark-night-current-fill'])('print under %s is at least 4.5', (mark) => {
    const back = blend(colour('paper-night', theme), colour(mark, theme), screen);
    expect(ratio(colour('paper-night-ink', theme), back)).toBeGreaterThanOrEqual(TEXT);
  });
});

describe('the measure', () => {
  it('is WCAG’s: black on white is 21, a colour on itself 1', () => {
    expect(ratio([0, 0, 0, 1], [255, 255, 255, 1])).toBeCloseTo(21);
    expect(ratio([120, 40, 9, 1], [120, 40, 9, 1])).toBe(1);
    // #767676 on white is the well-known least grey that passes 4.5.
    expect(ratio([0x76, 0x76, 0x76, 1], [255, 255, 255, 1])).toBeCloseTo(4.54, 2);
  });
});
