/**
 * The answer as text. In: Markdown with `[N]` marks, evidence, flagged numbers. Out: paragraphs with
 * chips. No HTML of the model is interpreted, and links and images are inert.
 */
import { TriangleAlert } from 'lucide-react';
import { memo, useMemo, type ReactElement, type ReactNode } from 'react';
import Markdown, { type Components } from 'react-markdown';
import type { WireCitation } from '../../../src-preload/contract/shapes.ts';
import { answerMarks, withoutOpenMark } from './answer-marks.ts';
import { CitationChip } from './citation-chip.tsx';
import './answer-text.css';

function Inert({ children }: { children?: ReactNode }): ReactElement {
  return <span>{children}</span>;
}

/** A picture of an answer is only its words: nothing is loaded. */
function InertImage({ alt }: { alt?: string | undefined }): ReactElement {
  return <span>{alt ? `[picture: ${alt}]` : '[picture]'}</span>;
}

function Flag({ children }: { children?: ReactNode }): ReactElement {
  return (
    <span className="together">
      <span className="flag">{children}</span>
      <span className="flag-mark">
        <TriangleAlert aria-hidden className="icon-small" strokeWidth={2} />
        <span className="hidden-text"> (stands in no material)</span>
      </span>
    </span>
  );
}

function componentsFor(evidence: readonly WireCitation[], order: readonly WireCitation[]): Components {
  const byNumber = new Map(evidence.map((citation) => [citation.number, citation]));
  return {
    a: Inert,
    img: InertImage,
    mark: Flag,
    cite: ({ node }) => {
      const citation = byNumber.get(Number(node?.properties['data-number']));
      return citation ? <CitationChip citation={citation} evidence={order} /> : null;
    },
  };
}

export interface AnswerTextProps {
  readonly text: string;
  readonly evidence: readonly WireCitation[];
  /** What previous and next go through: the cited evidence. */
  readonly order: readonly WireCitation[];
  readonly flagged: readonly string[];
  readonly streaming: boolean;
}

/** At most 66 characters wide; a caret at its end while it grows. */
export const AnswerText = memo(function AnswerText(props: AnswerTextProps): ReactElement {
  const { text, evidence, order, flagged, streaming } = props;
  const components = useMemo(() => componentsFor(evidence, order), [evidence, order]);
  const plugins = useMemo(() => [answerMarks(flagged)], [flagged]);
  return (
    <div className="answer" data-streaming={streaming ? '' : undefined}>
      <Markdown rehypePlugins={plugins} components={components}>
        {streaming ? withoutOpenMark(text) : text}
      </Markdown>
    </div>
  );
});
