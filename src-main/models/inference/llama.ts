/**
 * llama.cpp inside an inference process. In: how much graphics and how many threads it may use.
 * Out: node-llama-cpp's handle. Nothing is built or downloaded: only prebuilt binaries are used.
 */
import { getLlama, LlamaLogLevel } from 'node-llama-cpp';
import type { Llama } from 'node-llama-cpp';
import { CarrelError } from '../../domain/errors.ts';

/**
 * Opens the prebuilt binary of this platform.
 * @throws CarrelError `modelCrashed` where no binary of this platform loads.
 */
export async function openLlama(gpu: 'auto' | false, threads: number): Promise<Llama> {
  try {
    return await getLlama({
      gpu,
      build: 'never',
      skipDownload: true,
      progressLogs: false,
      logLevel: LlamaLogLevel.error,
      maxThreads: threads,
    });
  } catch (thrown) {
    throw new CarrelError(
      'modelCrashed',
      'The model runner does not start on this computer. Search and evidence work without it; a server can be set for answers.',
      { detail: String(thrown), cause: thrown },
    );
  }
}
