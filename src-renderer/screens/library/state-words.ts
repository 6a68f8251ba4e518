/** The state of a document in words. In: its row. Out: words and tone for the table and the inspector. */
import type { DocumentSummary } from '../../../src-preload/contract/library.ts';
import { plural } from '../../text/format.ts';
import type { Tone } from '../../ui/tag.tsx';

export interface StateWords {
  readonly words: string;
  readonly tone: Tone;
}

/** Codes of problems whose short name says more than "Failed". */
const PROBLEMS: Readonly<Record<string, string>> = {
  notAPdf: 'Not a PDF',
  damagedPdf: 'Damaged',
  unsupportedEncryption: 'Locked',
  fileChanged: 'File changed',
  pathNotFound: 'File missing',
};

/** The worst thing first: a failed page among 400 is what a person must see. */
export function stateWords(document: DocumentSummary): StateWords {
  const { state, pages, problem, pageCount } = document;
  if (state === 'waiting') return { words: 'Waiting', tone: 'plain' };
  if (state === 'reading') return { words: 'Reading', tone: 'info' };
  if (state === 'passwordNeeded') return { words: 'Password needed', tone: 'danger' };
  if (state === 'failed') return { words: PROBLEMS[problem?.code ?? ''] ?? 'Failed', tone: 'danger' };
  if (pages.failed > 0) return { words: `${plural(pages.failed, 'page')} failed`, tone: 'warning' };
  if (pages.unreliable > 0)
    return { words: `${plural(pages.unreliable, 'page')} unreliable`, tone: 'warning' };
  if (pages.pending > 0) return { words: `${plural(pages.pending, 'page')} waiting`, tone: 'info' };
  if (pageCount > 0 && pages.empty === pageCount) return { words: 'Empty', tone: 'plain' };
  return { words: 'Ready', tone: 'ok' };
}

const languages = new Intl.DisplayNames('en', { type: 'language' });

/** "English" of "en"; the tag itself where it has no name. */
export function languageName(tag: string): string {
  try {
    return languages.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
