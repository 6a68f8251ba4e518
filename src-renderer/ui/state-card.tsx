/**
 * What is shown in place of content: empty, failed, missing. In: what happened, what is kept, what
 * can be done, in that order. Out: a card, with the error's code under Details.
 */
import { ChevronRight, Copy, type LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import type { ContractError } from '../../src-preload/contract/errors.ts';
import { IconButton } from './button.tsx';
import type { Tone } from './tag.tsx';
import './state-card.css';

export interface StateCardProps {
  readonly icon: LucideIcon;
  readonly tone?: Tone;
  readonly title: string;
  readonly children?: ReactNode;
  /** Buttons; one filled at most. */
  readonly actions?: ReactNode;
  readonly error?: ContractError | null;
  readonly level?: 1 | 2;
}

/** One state of the design's table. */
export function StateCard(props: StateCardProps): ReactElement {
  const { icon: Icon, tone = 'plain', title, children, actions, error, level = 2 } = props;
  return (
    <section className="state-card" aria-label={title}>
      <Heading level={level} className="state-title">
        <Icon aria-hidden className={`icon state-icon state-${tone}`} strokeWidth={1.75} />
        {title}
      </Heading>
      {children && <div className="state-text">{children}</div>}
      {error && <ErrorDetails error={error} />}
      {actions && <div className="state-actions">{actions}</div>}
    </section>
  );
}

/** The code and the technical detail, folded away; both can be copied. */
export function ErrorDetails({ error }: { error: ContractError }): ReactElement {
  const text = [error.code, error.detail].filter(Boolean).join('\n');
  return (
    <Disclosure className="details">
      <AriaButton slot="trigger" className="details-button">
        <ChevronRight aria-hidden className="icon-small details-chevron" strokeWidth={1.75} />
        Details
      </AriaButton>
      <DisclosurePanel className="details-panel">
        <pre className="details-text">{text}</pre>
        <IconButton
          icon={Copy}
          label="Copy details"
          onPress={() => void navigator.clipboard.writeText(text)}
        />
      </DisclosurePanel>
    </Disclosure>
  );
}
