/** Notices that float at the lower right. In: the queue of notices. Out: React Aria's toasts (still unstable there, so only here). */
import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactElement } from 'react';
import {
  Button as AriaButton,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { notices, useAnnouncement, type Notice } from '../stores/notices.ts';
import './toasts.css';

const icons = { info: Info, warning: TriangleAlert, danger: CircleAlert };

/** The region of notices. */
export function Toasts(): ReactElement {
  return (
    <ToastRegion queue={notices} className="toasts" aria-label="Notices">
      {({ toast }) => {
        const notice: Notice = toast.content;
        const Icon = icons[notice.tone];
        return (
          <Toast toast={toast} className="toast">
            <Icon aria-hidden className={`icon state-${notice.tone}`} strokeWidth={1.75} />
            <ToastContent className="toast-content">
              <Text slot="title" className="toast-title">
                {notice.title}
              </Text>
              {notice.text && <Text slot="description">{notice.text}</Text>}
            </ToastContent>
            <AriaButton slot="close" className="icon-button" aria-label="Close this notice">
              <X aria-hidden className="icon-small" strokeWidth={1.75} />
            </AriaButton>
          </Toast>
        );
      }}
    </ToastRegion>
  );
}

/** Two regions that screen readers listen to; nothing is drawn. */
export function LiveRegions(): ReactElement {
  const { polite, assertive } = useAnnouncement();
  return (
    <div className="hidden-text">
      <div role="status" aria-live="polite">
        {polite}
      </div>
      <div role="alert" aria-live="assertive">
        {assertive}
      </div>
    </div>
  );
}
