/** A citation number. In: the citation. Out: a chip that shows the quote when it rests, and opens the page when pressed. */
import { FileText } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Button, Popover, PreviewTrigger } from 'react-aria-components';
import type { WireCitation } from '../../../src-preload/contract/shapes.ts';
import { fileName, hoverEvidence, openCitation, useDocument } from '../../stores/document.ts';
import { pageName } from '../../text/format.ts';
import './citation-chip.css';

/** Before a preview opens, in milliseconds (--hover-delay of the tokens). */
const HOVER_DELAY = 250;

/** A document's name without its extension, as a person says it. */
export function documentTitle(citation: WireCitation): string {
  return fileName(citation.path).replace(/\.pdf$/i, '');
}

/** Document, page, quote in the document's own type, section. */
function Preview({ citation }: { citation: WireCitation }): ReactElement {
  const section = citation.heading.at(-1);
  return (
    <>
      <p className="preview-head">
        <FileText aria-hidden className="icon-small" strokeWidth={1.75} />
        <span>
          <strong>{documentTitle(citation)}</strong>, {pageName(citation.page, citation.pageLabel)}
        </span>
      </p>
      <blockquote className="quote">
        <mark>{citation.quote}</mark>
      </blockquote>
      <p className="preview-foot">
        <span className="cut grow">{section}</span>
        <kbd>Enter</kbd> open at the box
      </p>
    </>
  );
}

/** `evidence` is what previous and next go through once the page is open. */
export function CitationChip(props: {
  citation: WireCitation;
  evidence: readonly WireCitation[];
}): ReactElement {
  const { citation, evidence } = props;
  const { number } = citation;
  const at = useDocument((state) => state.shown && state.current === number);
  const [preview, setPreview] = useState(false);
  const name = `Citation ${number}, ${documentTitle(citation)}, page ${citation.page}`;
  return (
    <PreviewTrigger delay={HOVER_DELAY} isOpen={preview} onOpenChange={setPreview}>
      <Button
        className="chip"
        aria-label={name}
        data-at={at ? '' : undefined}
        onHoverStart={() => hoverEvidence(number)}
        onHoverEnd={() => hoverEvidence(null)}
        onPress={() => {
          setPreview(false);
          openCitation(citation, evidence);
        }}
      >
        {number}
      </Button>
      {/* No dialog inside: the focus stays on the chip. */}
      <Popover className="popover preview" offset={6} placement="bottom" aria-label={name}>
        <Preview citation={citation} />
      </Popover>
    </PreviewTrigger>
  );
}
