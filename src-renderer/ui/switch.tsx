/** A switch with its words. In: title, what it does, on or off. Out: React Aria's Switch. */
import type { ReactElement } from 'react';
import { Switch as AriaSwitch } from 'react-aria-components';
import './switch.css';

/** `detail` says what the switch does, in one line. */
export function Switch(props: {
  title: string;
  detail?: string;
  isSelected: boolean;
  onChange: (on: boolean) => void;
}): ReactElement {
  const { title, detail, isSelected, onChange } = props;
  return (
    <AriaSwitch className="switch" isSelected={isSelected} onChange={onChange}>
      <span className="switch-track" aria-hidden />
      <span>
        {title}
        {detail && <span className="switch-detail">{detail}</span>}
      </span>
    </AriaSwitch>
  );
}
