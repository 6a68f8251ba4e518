/** One of several choices, with its words. In: value, title, detail. Out: React Aria's Radio in the design's look. */
import type { ReactElement, ReactNode } from 'react';
import { Radio as AriaRadio } from 'react-aria-components';
import './radio.css';

/** Stands inside a RadioGroup. `extra` follows the title on its line. */
export function Radio(props: {
  value: string;
  title: string;
  detail?: string;
  extra?: ReactNode;
}): ReactElement {
  const { value, title, detail, extra } = props;
  return (
    <AriaRadio value={value} className="radio">
      <span className="radio-ring" aria-hidden />
      <span>
        {title} {extra}
        {detail && <span className="radio-detail">{detail}</span>}
      </span>
    </AriaRadio>
  );
}
