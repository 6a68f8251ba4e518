/** A choice of one from a short list. In: options with ids. Out: React Aria's Select in the design's look. */
import { Check, ChevronDown, type LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import {
  Button,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
  Text,
} from 'react-aria-components';
import './select.css';

export interface Option {
  readonly id: string;
  readonly title: string;
  /** A second line in the list. */
  readonly detail?: string | undefined;
}

/** `quiet` has no border, for the ask box. */
export function Select(props: {
  label: string;
  options: readonly Option[];
  value: string | null;
  onChange: (id: string) => void;
  placeholder?: string;
  icon?: LucideIcon;
  quiet?: boolean;
  isDisabled?: boolean;
}): ReactElement {
  const { label, options, value, onChange, placeholder, icon: Icon, quiet, isDisabled } = props;
  return (
    <AriaSelect
      aria-label={label}
      className="select"
      value={value}
      onChange={(key) => key !== null && onChange(String(key))}
      {...(placeholder ? { placeholder } : {})}
      {...(isDisabled ? { isDisabled } : {})}
    >
      <Button className={quiet ? 'button button-quiet select-button' : 'button select-button'}>
        {Icon && <Icon aria-hidden className="icon-small" strokeWidth={1.75} />}
        <SelectValue className="select-value cut">
          {({ selectedText, defaultChildren }) => selectedText || defaultChildren}
        </SelectValue>
        <ChevronDown aria-hidden className="icon-small" strokeWidth={1.75} />
      </Button>
      <Popover className="popover" offset={4}>
        <ListBox className="list" items={options}>
          {(option: Option) => (
            <ListBoxItem id={option.id} textValue={option.title} className="list-item">
              <Check aria-hidden className="icon-small list-check" strokeWidth={2} />
              <span className="list-words">
                <Text slot="label">{option.title}</Text>
                {option.detail && (
                  <Text slot="description" className="list-detail">
                    {option.detail}
                  </Text>
                )}
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
