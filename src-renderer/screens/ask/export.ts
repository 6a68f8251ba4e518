/** Answers out of the window. In: a run. Out: a file where the person wants it, or the clipboard. */
import type { RunState } from '../../stores/run-state.ts';
import { announce, notify } from '../../stores/notices.ts';
import { asError, call, saveText } from '../../bridge.ts';

/** Writes the answer with its evidence. */
export async function exportRun(run: string, format: 'md' | 'html' | 'json'): Promise<void> {
  try {
    const file = await call('export.render', { run, format });
    const path = await saveText(file.name, file.mime, file.text);
    if (path) announce(`${file.name} was written.`);
  } catch (thrown) {
    notify({ tone: 'danger', title: 'Nothing was exported', text: asError(thrown).message });
  }
}

/** The answer with its sources as plain text: what "Copy" puts on the clipboard. */
export function answerAsText(state: RunState): string {
  const sources = (state.result?.citations ?? []).map((citation) => {
    const label =
      citation.pageLabel && citation.pageLabel !== String(citation.page)
        ? ` (printed ${citation.pageLabel})`
        : '';
    return `[${citation.number}] ${citation.path}, page ${citation.page}${label}: “${citation.quote}”`;
  });
  return [state.question, '', state.text, ...(sources.length > 0 ? ['', ...sources] : [])].join('\n');
}

/** Copies the answer. */
export async function copyAnswer(state: RunState): Promise<void> {
  try {
    await navigator.clipboard.writeText(answerAsText(state));
    notify({ tone: 'info', title: 'Copied', text: null });
  } catch {
    notify({
      tone: 'warning',
      title: 'The clipboard did not take the text',
      text: 'Export the answer instead.',
    });
  }
}
