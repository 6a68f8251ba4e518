/** What was asked, newest first. In: the questions. Out: rows to open, with a way to remove each. */
import { MessageSquareQuote, Search, Trash2, X } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { GridList, GridListItem } from 'react-aria-components';
import type { WireQuestion } from '../../../src-preload/contract/asking.ts';
import { removeQuestion, useQuestions } from '../../stores/questions.ts';
import { go, useView } from '../../stores/view.ts';
import { IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { SearchField } from '../../ui/field.tsx';
import './question-list.css';

const STATE_NAMES: Readonly<Record<WireQuestion['state'], string>> = {
  running: 'being answered',
  answered: 'answered',
  failed: 'failed',
  cancelled: 'stopped',
};

function QuestionRow(props: { id: string; question: WireQuestion; onRemove: () => void }): ReactElement {
  const { id, question, onRemove } = props;
  const current = useView((state) => state.screen === 'ask' && state.run === question.run);
  return (
    <GridListItem
      id={id}
      textValue={question.question}
      className="question-row"
      data-current={current ? '' : undefined}
    >
      <span className={`question-dot question-${question.state}`} aria-hidden />
      <span className="question-words" title={question.question}>
        {question.question}
        <span className="hidden-text">, {STATE_NAMES[question.state]}</span>
      </span>
      <span className="question-remove">
        <IconButton icon={Trash2} label="Remove this question" onPress={onRemove} />
      </span>
    </GridListItem>
  );
}

/** The list, with a filter that opens on demand. */
export function QuestionList(): ReactElement {
  const questions = useQuestions((state) => state.questions) ?? [];
  const [filter, setFilter] = useState<string | null>(null);
  const [removing, setRemoving] = useState<WireQuestion | null>(null);
  const wanted = filter?.trim().toLowerCase() ?? '';
  const rows = wanted ? questions.filter((one) => one.question.toLowerCase().includes(wanted)) : questions;
  const take = (run: string): void => {
    if (useView.getState().run === run) go({ run: null });
    void removeQuestion(run);
  };
  return (
    <section aria-labelledby="questions-head">
      <header className="side-head">
        <h2 id="questions-head" className="group-head grow">
          Questions
        </h2>
        <IconButton
          icon={filter === null ? Search : X}
          label={filter === null ? 'Find a question' : 'Show all questions'}
          onPress={() => setFilter(filter === null ? '' : null)}
        />
      </header>
      {filter !== null && <SearchField label="Find a question" value={filter} onChange={setFilter} />}
      <GridList
        aria-labelledby="questions-head"
        className="question-list"
        items={rows}
        onAction={(run) => go({ screen: 'ask', run: String(run) })}
        renderEmptyState={() => (
          <p className="question-none">
            <MessageSquareQuote aria-hidden className="icon-small" strokeWidth={1.75} />
            {wanted ? 'No question has these words.' : 'Questions are kept here.'}
          </p>
        )}
      >
        {(question: WireQuestion) => (
          <QuestionRow id={question.run} question={question} onRemove={() => setRemoving(question)} />
        )}
      </GridList>
      <ConfirmDialog
        title="Remove this question"
        text={
          removing ? `“${removing.question}”, its answer and its record are removed. Documents stay.` : ''
        }
        confirm="Remove"
        isOpen={removing !== null}
        onConfirm={() => removing && take(removing.run)}
        onClose={() => setRemoving(null)}
      />
    </section>
  );
}
