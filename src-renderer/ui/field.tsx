/** Fields of one line. In: label, value, hint, error. Out: React Aria text and search fields in the design's look. */
import { Search, X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import {
  Button as AriaButton,
  FieldError,
  Input,
  Label,
  SearchField as AriaSearch,
  Text,
  TextField as AriaText,
  type TextFieldProps as AriaTextProps,
} from 'react-aria-components';
import './field.css';

export interface TextFieldProps extends Omit<AriaTextProps, 'className' | 'children'> {
  readonly label: string;
  /** The label is spoken but not drawn. */
  readonly labelHidden?: boolean;
  readonly placeholder?: string;
  readonly hint?: ReactNode;
  /** Shown below, and the field is marked invalid. */
  readonly error?: string | null;
}

/** A line of text with its label. */
export function TextField(props: TextFieldProps): ReactElement {
  const { label, labelHidden, placeholder, hint, error, ...rest } = props;
  return (
    <AriaText {...rest} className="field" isInvalid={Boolean(error)}>
      <Label className={labelHidden ? 'hidden-text' : 'field-label'}>{label}</Label>
      <Input className="field-input" placeholder={placeholder ?? ''} spellCheck={false} autoComplete="off" />
      {hint && (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </AriaText>
  );
}

/** A search field with a button that empties it. */
export function SearchField(props: {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
}): ReactElement {
  const { label, placeholder = label, value, onChange } = props;
  return (
    <AriaSearch aria-label={label} className="search" value={value} onChange={onChange}>
      <Search aria-hidden className="icon-small" strokeWidth={1.75} />
      <Input className="search-input" placeholder={placeholder} spellCheck={false} />
      {value && (
        <AriaButton className="icon-button" aria-label="Empty the field">
          <X aria-hidden className="icon-small" strokeWidth={1.75} />
        </AriaButton>
      )}
    </AriaSearch>
  );
}
