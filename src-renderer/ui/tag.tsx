/** A small word on a tint that says a state. In: tone and words. Out: a span. */
import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import './tag.css';

export type Tone = 'plain' | 'ok' | 'info' | 'warning' | 'danger';

/** The words carry the meaning; the tone only helps the eye. */
export function Tag(props: { tone?: Tone; icon?: LucideIcon; children: ReactNode }): ReactElement {
  const { tone = 'plain', icon: Icon, children } = props;
  return (
    <span className={`tag tag-${tone}`}>
      {Icon && <Icon aria-hidden className="tag-icon" strokeWidth={1.75} />}
      {children}
    </span>
  );
}
