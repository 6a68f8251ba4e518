/** Presets and prompts as data. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { listPresets, resolvePreset } from '../../../src-main/agents/presets.ts';
import { loadPrompts } from '../../../src-main/agents/prompts.ts';
import { NOT_FOUND } from '../../../src-main/agents/synthesizer.ts';
import { presetSchema } from '../../../src-preload/contract/asking.ts';

describe('presets', () => {
  it('have the shape of the contract and names of their own', () => {
    const presets = listPresets();
    for (const preset of presets) expect(presetSchema.parse(preset)).toEqual(preset);
    expect(presets.map((preset) => preset.id)).toEqual(['S4v1', 'evidence']);
  });

  it('S4v1 has the pool that the paper’s runner measured', () => {
    expect(resolvePreset('s4v1', true).preset.pool).toEqual({
      unit: 'characters',
      total: 30_000,
      image: 3_000,
      table: 3_000,
      example: 2_000,
    });
  });

  it('auto is one of them, with the reason; a named preset has none', () => {
    expect(resolvePreset('auto', true)).toMatchObject({ preset: { id: 'S4v1' }, reason: expect.any(String) });
    expect(resolvePreset('auto', false)).toMatchObject({
      preset: { id: 'evidence' },
      reason: expect.any(String),
    });
    expect(resolvePreset('evidence', true).reason).toBeNull();
  });

  it('an unknown one is refused with the names there are', () => {
    expect(() => resolvePreset('S5', true)).toThrow(expect.objectContaining({ code: 'presetUnknown' }));
    expect(() => resolvePreset('S4v1', false)).toThrow(expect.objectContaining({ code: 'noModel' }));
  });
});

describe('prompts', () => {
  it('hash the same whatever line ends a checkout has', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'carrel-prompts-'));
    await writeFile(join(folder, 'a.md'), 'One\r\nTwo\r\n');
    await writeFile(join(folder, 'b.md'), 'One\nTwo');
    await writeFile(join(folder, 'c.txt'), 'no prompt');
    const library = await loadPrompts(folder);
    expect(library.prompt('a').text).toBe('One\nTwo');
    expect(library.prompt('a').sha256).toBe(library.prompt('b').sha256);
    await rm(folder, { recursive: true });
    expect(() => library.prompt('c')).toThrow(expect.objectContaining({ code: 'internal' }));
  });

  it('share the sentence for "nothing found" with the code', async () => {
    const library = await loadPrompts(fileURLToPath(new URL('../../../prompts', import.meta.url)));
    expect(library.prompt('synthesizer').text).toContain(NOT_FOUND);
  });
});
