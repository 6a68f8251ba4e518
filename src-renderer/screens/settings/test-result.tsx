/** What a test found. In: its state. Out: the model's own words, how long it took, what the server can do. */
import type { ReactElement } from 'react';
import { seconds } from '../../text/format.ts';
import { ErrorDetails } from '../../ui/state-card.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { TestAnswer, TestState } from './use-test.ts';

function facts(answer: TestAnswer): string {
  const { model, milliseconds, tokensPerSecond, supports } = answer;
  return [
    ...(model ? [model] : []),
    seconds(milliseconds),
    ...(tokensPerSecond ? [`${tokensPerSecond.toFixed(1)} tokens/s`] : []),
    ...(supports ? [supports.jsonSchema ? 'answers by schema' : 'no schemas, answers are repaired'] : []),
    ...(supports ? [supports.baseUrl] : []),
  ].join(', ');
}

/** Nothing until a test was begun. */
export function TestResult({ test }: { test: TestState }): ReactElement | null {
  const { running, answer, error } = test;
  if (running)
    return <p className="test-result quiet">Asking it a question. The first answer loads the model.</p>;
  if (error)
    return (
      <div className="test-result">
        <p>
          <Tag tone="danger">Not answered</Tag> {error.message}
        </p>
        <ErrorDetails error={error} />
      </div>
    );
  if (!answer) return null;
  return (
    <div className="test-result">
      <p>
        <Tag tone={answer.ok ? 'ok' : 'warning'}>{answer.ok ? 'Answered' : 'Not as asked'}</Tag>{' '}
        <span className="small quiet">{facts(answer)}</span>
      </p>
      {answer.answer && <p className="test-answer">{answer.answer}</p>}
      {answer.models.length > 1 && (
        <p className="small quiet">{`Models there: ${answer.models.join(', ')}`}</p>
      )}
    </div>
  );
}
