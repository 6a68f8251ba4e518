/**
 * What a model will need before it is loaded. In: the GGUF file's facts and the context wanted.
 * Out: bytes of main memory, or a refusal with both numbers.
 */
import type { GgufInsights } from 'node-llama-cpp';
import { CarrelError } from '../../domain/errors.ts';

/** Node itself, llama.cpp's libraries and the tokenizer, measured at about 190 MB. */
const PROCESS_BYTES = 200_000_000;

/**
 * Estimates main memory (not the graphics card's). Weights are memory-mapped but count in full,
 * since a generation touches all of them.
 */
export async function estimateMemory(
  insights: GgufInsights,
  options: {
    readonly gpuLayers: number;
    readonly contextTokens: number;
    readonly sequences: number;
    readonly batchTokens: number;
  },
): Promise<number> {
  const { gpuLayers, contextTokens, sequences, batchTokens } = options;
  const weights = insights.estimateModelResourceRequirements({ gpuLayers, useMmap: true }).cpuRam;
  const context = {
    contextSize: contextTokens,
    modelGpuLayers: gpuLayers,
    batchSize: batchTokens,
    sequences,
  };
  // The simulation by llama.cpp itself is nearer; the formula stands in where it cannot run.
  const { cpuRam } = await insights
    .estimateContextResourceRequirementsV2(context)
    .catch(() => insights.estimateContextResourceRequirements(context));
  return PROCESS_BYTES + weights + cpuRam;
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

/** @throws CarrelError `modelTooLarge` when the need exceeds what is free. */
export function refuseWhenTooLarge(neededBytes: number, availableBytes: number, contextTokens: number): void {
  if (neededBytes <= availableBytes) return;
  throw new CarrelError(
    'modelTooLarge',
    `This model needs about ${gigabytes(neededBytes)} of memory at ${contextTokens.toLocaleString('en')} tokens of context, and ${gigabytes(availableBytes)} are free. Close other programs, choose a smaller model, or set a smaller context.`,
    { retryable: true },
  );
}
