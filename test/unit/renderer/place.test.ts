/** Places and their addresses: a reload comes back to where it was. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type * as View from '../../../src-renderer/stores/view.ts';

let view: typeof View;
beforeAll(async () => {
  vi.stubGlobal('window', {
    location: { hash: '' },
    localStorage: { getItem: () => null },
  });
  view = await import('../../../src-renderer/stores/view.ts');
});

describe('addresses', () => {
  test.each(['#ask', '#ask/0b1f', '#library', '#settings/models', '#settings/about'])('%s', (hash) => {
    expect(view.hashOfPlace(view.placeFromHash(hash))).toBe(hash);
  });

  test('an unknown place is the ask screen, an unknown part the first', () => {
    expect(view.placeFromHash('#evil/../x')).toEqual({ screen: 'ask', run: null, settings: 'models' });
    expect(view.placeFromHash('#settings/nothing').settings).toBe('models');
    expect(view.placeFromHash('').screen).toBe('ask');
  });
});
