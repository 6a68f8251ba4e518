/**
 * In: a preset's name and whether there is a model. Out: the preset as data, and why `auto` became it.
 * A preset is data only; what each role does is code that reads it.
 */
import type { WirePreset } from '../../src-preload/contract/asking.ts';
import { CarrelError } from '../domain/errors.ts';
import { evidence } from './presets/evidence.ts';
import { s4v1 } from './presets/s4v1.ts';

const PRESETS: readonly WirePreset[] = [s4v1, evidence];

/** The name that leaves the choice to Carrel. */
export const AUTO_PRESET = 'auto';

export interface ResolvedPreset {
  readonly preset: WirePreset;
  /** Why `auto` became this preset; null when the preset was named. */
  readonly reason: string | null;
}

/** Every preset there is, in the order in which they are shown. */
export function listPresets(): readonly WirePreset[] {
  return PRESETS;
}

/**
 * The preset of that id (letter case does not matter), or what `auto` means now.
 * Throws `presetUnknown` for any other name, and `noModel` where the preset needs a model and there is none.
 */
export function resolvePreset(
  id: string,
  hasModel: boolean,
  presets: readonly WirePreset[] = PRESETS,
): ResolvedPreset {
  const automatic = id.toLowerCase() === AUTO_PRESET;
  const wanted = automatic ? (hasModel ? s4v1.id : evidence.id) : id;
  const preset = presets.find((candidate) => candidate.id.toLowerCase() === wanted.toLowerCase());
  if (preset === undefined)
    throw new CarrelError(
      'presetUnknown',
      `There is no preset "${id}". Choose one of: ${[AUTO_PRESET, ...presets.map((known) => known.id)].join(', ')}.`,
    );
  if (preset.roles.synthesizer !== null && !hasModel)
    throw new CarrelError(
      'noModel',
      `The preset ${preset.id} needs a language model and none is set. Choose a model in the settings, or use the preset ${evidence.id}.`,
    );
  if (!automatic) return { preset, reason: null };
  return {
    preset,
    reason: hasModel
      ? 'A model is set, so one search is followed by a written answer.'
      : 'No model is set, so the located evidence is shown by itself.',
  };
}
