/** Buttons. In: a label, an icon, what a press does. Out: the three weights of the design, and icon buttons. */
import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode, Ref } from 'react';
import {
  Button as AriaButton,
  Tooltip,
  TooltipTrigger,
  type ButtonProps as AriaProps,
} from 'react-aria-components';
import './button.css';

export interface ButtonProps extends Omit<AriaProps, 'className' | 'children'> {
  /** `first` is the one filled button of a place; `quiet` has no border. */
  readonly weight?: 'first' | 'plain' | 'quiet';
  readonly size?: 'normal' | 'small';
  readonly icon?: LucideIcon;
  readonly tone?: 'ok' | 'danger';
  /** Drawn as pressed in (a mark that is set). */
  readonly on?: boolean;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button with words in it. */
export function Button(props: ButtonProps): ReactElement {
  const { weight = 'plain', size = 'normal', icon: Icon, tone, on, children, ...rest } = props;
  const classes = ['button', `button-${weight}`, `button-${size}`];
  if (tone) classes.push(`button-${tone}`);
  return (
    <AriaButton {...rest} className={classes.join(' ')} data-on={on ? '' : undefined}>
      {Icon && <Icon aria-hidden className="icon" strokeWidth={1.75} />}
      {children}
    </AriaButton>
  );
}

export interface IconButtonProps extends Omit<AriaProps, 'className' | 'children' | 'aria-label'> {
  readonly icon: LucideIcon;
  /** Its name for everybody: spoken, and shown as a hint. */
  readonly label: string;
  /** Shown in the hint, not spoken. */
  readonly keys?: string;
  readonly on?: boolean;
}

/** A button that is only an icon. */
export function IconButton({ icon: Icon, label, keys, on, ...rest }: IconButtonProps): ReactElement {
  return (
    <TooltipTrigger delay={600}>
      <AriaButton {...rest} aria-label={label} className="icon-button" data-on={on ? '' : undefined}>
        <Icon aria-hidden className="icon" strokeWidth={1.75} />
      </AriaButton>
      <Tooltip className="tooltip" offset={4}>
        {label}
        {keys && <kbd>{keys}</kbd>}
      </Tooltip>
    </TooltipTrigger>
  );
}
