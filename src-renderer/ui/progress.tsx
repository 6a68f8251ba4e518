/** A bar that says how far something is. In: done and total. Out: React Aria's ProgressBar. */
import type { ReactElement } from 'react';
import { ProgressBar } from 'react-aria-components';
import './progress.css';

/** `total` 0 draws an empty bar: how much there is cannot be said yet. */
export function Progress(props: {
  label: string;
  done: number;
  total: number;
  small?: boolean;
}): ReactElement {
  const { label, done, total, small } = props;
  const value = total > 0 ? Math.min(100, (100 * done) / total) : 0;
  return (
    <ProgressBar aria-label={label} value={value} className={small ? 'progress progress-small' : 'progress'}>
      <span className="progress-fill" style={{ width: `${value}%` }} />
    </ProgressBar>
  );
}
