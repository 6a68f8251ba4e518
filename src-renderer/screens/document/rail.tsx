/** All evidence of this document beside the scroll bar. In: evidence and pages. Out: ticks to press. */
import type { ReactElement } from 'react';
import { openCitation, useDocument } from '../../stores/document.ts';

/** 14 px wide; a tick stands where its page is in the document. */
export function EvidenceRail({ pages, page }: { pages: number; page: number }): ReactElement {
  const { evidence, document, current, hovered } = useDocument();
  const here = evidence.filter((one) => one.document === document);
  const at = hovered ?? current;
  return (
    <div className="rail-ticks">
      <span
        className="rail-view"
        style={{ top: `${((page - 1) / pages) * 100}%`, height: `max(12px, ${100 / pages}%)` }}
      />
      {here.map((citation) => (
        <button
          key={citation.number}
          type="button"
          className="rail-tick"
          tabIndex={-1}
          aria-label={`Evidence ${citation.number}, page ${citation.page}`}
          data-current={citation.number === at ? '' : undefined}
          style={{ top: `${((citation.page - 0.5) / pages) * 100}%` }}
          onClick={() => openCitation(citation, evidence)}
        />
      ))}
    </div>
  );
}
