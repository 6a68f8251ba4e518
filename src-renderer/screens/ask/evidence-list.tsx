/** The evidence under an answer. In: materials, and which of them are cited. Out: passages to open; what was found but not used folds away. */
import { ChevronRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button, Disclosure, DisclosurePanel } from 'react-aria-components';
import type { WireCitation } from '../../../src-preload/contract/shapes.ts';
import { hoverEvidence, openCitation, useDocument } from '../../stores/document.ts';
import { pageName, plural } from '../../text/format.ts';
import { documentTitle } from './citation-chip.tsx';
import './evidence-list.css';

function Passage(props: {
  citation: WireCitation;
  order: readonly WireCitation[];
  cited: boolean;
}): ReactElement {
  const { citation, order, cited } = props;
  const at = useDocument((state) => state.shown && state.current === citation.number);
  const evidence = order.some((one) => one.number === citation.number) ? order : [...order, citation];
  return (
    <li>
      <Button
        className="passage"
        data-at={at ? '' : undefined}
        onHoverStart={() => hoverEvidence(citation.number)}
        onHoverEnd={() => hoverEvidence(null)}
        onPress={() => openCitation(citation, evidence)}
      >
        <span className={cited ? 'passage-number' : 'passage-number passage-unused'}>{citation.number}</span>
        <span className="passage-words">
          <span className="passage-head">
            <strong className="cut">{documentTitle(citation)}</strong>
            <span className="quiet passage-page">{pageName(citation.page, citation.pageLabel)}</span>
          </span>
          {citation.heading.length > 0 && (
            <span className="passage-section cut">{citation.heading.join(' › ')}</span>
          )}
          <span className="passage-quote">{citation.quote}</span>
        </span>
      </Button>
    </li>
  );
}

export interface EvidenceListProps {
  readonly evidence: readonly WireCitation[];
  /** Cited evidence in the order of the answer. */
  readonly order: readonly WireCitation[];
  /** No model wrote an answer: everything found is shown. */
  readonly alone: boolean;
}

/** Best first when it stands alone, else in the order of the answer. */
export function EvidenceList({ evidence, order, alone }: EvidenceListProps): ReactElement | null {
  if (evidence.length === 0) return null;
  const cited = new Set(order.map((one) => one.number));
  const shown = alone ? evidence : order;
  const unused = alone ? [] : evidence.filter((one) => !cited.has(one.number));
  return (
    <section aria-labelledby="evidence-list" className="evidence">
      <h2 id="evidence-list" className="evidence-title" tabIndex={-1}>
        Evidence{' '}
        <span>{alone ? 'best first, in the documents’ own words' : 'in the documents’ own words'}</span>
      </h2>
      {shown.length > 0 && (
        <ol className="passages">
          {shown.map((citation) => (
            <Passage key={citation.number} citation={citation} order={alone ? evidence : order} cited />
          ))}
        </ol>
      )}
      {unused.length > 0 && (
        <Disclosure className="unused" defaultExpanded={shown.length === 0}>
          <Button slot="trigger" className="unused-head">
            <ChevronRight aria-hidden className="icon-small work-chevron" strokeWidth={1.75} />
            Found but not used ({plural(unused.length, 'passage')})
          </Button>
          <DisclosurePanel className="work-panel">
            <ol className="passages">
              {unused.map((citation) => (
                <Passage key={citation.number} citation={citation} order={order} cited={false} />
              ))}
            </ol>
          </DisclosurePanel>
        </Disclosure>
      )}
    </section>
  );
}
