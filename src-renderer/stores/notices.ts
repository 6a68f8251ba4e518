/**
 * Notices that float, and what is said to screen readers. In: engine notices and the screens' own.
 * Out: a queue for the toast region, and the text of two live regions.
 */
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';
import { create } from 'zustand';
import { asError, on } from '../bridge.ts';

export interface Notice {
  readonly tone: 'info' | 'warning' | 'danger';
  readonly title: string;
  readonly text: string | null;
}

export const notices = new ToastQueue<Notice>({ maxVisibleToasts: 3 });

/** How long a notice without a question in it stays, in milliseconds (design README, States). */
const NOTICE_TIME = 6000;

/** Shows a notice; one of tone `danger` stays until it is shut. */
export function notify(notice: Notice): void {
  notices.add(notice, notice.tone === 'danger' ? {} : { timeout: NOTICE_TIME });
  announce([notice.title, notice.text].filter(Boolean).join('. '), notice.tone === 'danger');
}

interface Announcement {
  readonly polite: string;
  readonly assertive: string;
}

export const useAnnouncement = create<Announcement>()(() => ({ polite: '', assertive: '' }));

/** Says a sentence to screen readers; assertive only for what stopped the person's own task. */
export function announce(sentence: string, assertive = false): void {
  useAnnouncement.setState(assertive ? { assertive: sentence } : { polite: sentence });
}

/**
 * For a call that failed: a notice with what can be done. A lost connection is not told here, as the
 * window tells it once for all.
 */
export function complain(title: string): (thrown: unknown) => void {
  return (thrown) => {
    const error = asError(thrown);
    if (error.code !== 'engineUnavailable') notify({ tone: 'danger', title, text: error.message });
  };
}

/** Notices of the engine become toasts. */
export function startNotices(): void {
  on('notice', ({ message }) => notify({ tone: 'info', title: message, text: null }));
}
