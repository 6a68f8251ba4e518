/** In: the folder `prompts/`. Out: each role's prompt and the hash that a run records of it. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CarrelError } from '../domain/errors.ts';

export interface Prompt {
  readonly name: string;
  readonly text: string;
  /** Of the text as it is sent. */
  readonly sha256: string;
}

export interface PromptLibrary {
  /** Throws `internal` where the installation lacks the file. */
  prompt(name: string): Prompt;
}

/** Reads every `*.md` of the folder once. Line ends do not count, so a checkout on Windows hashes the same. */
export async function loadPrompts(folder: string): Promise<PromptLibrary> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md'));
  const prompts = new Map<string, Prompt>();
  for (const file of files) {
    const text = (await readFile(join(folder, file), 'utf8')).replace(/\r\n?/gu, '\n').trim();
    const name = file.slice(0, -'.md'.length);
    prompts.set(name, { name, text, sha256: createHash('sha256').update(text, 'utf8').digest('hex') });
  }
  return {
    prompt(name) {
      const prompt = prompts.get(name);
      if (prompt === undefined)
        throw new CarrelError(
          'internal',
          `The prompt "${name}" is missing. Install Carrel again to bring it back.`,
        );
      return prompt;
    },
  };
}
