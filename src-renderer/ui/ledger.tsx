/** The page ledger drawn. In: one letter per page. Out: the strip of a row, the grid of the inspector, its legend. */
import { memo, useId, type ReactElement } from 'react';
import type { WirePageState } from '../../src-preload/contract/shapes.ts';
import type { DocumentSummary } from '../../src-preload/contract/library.ts';
import { count } from '../text/format.ts';
import { STATE_WORDS, ledgerSentence, ledgerSpans, stateOfLetter } from '../text/ledger.ts';
import './ledger.css';

interface ShapeProps {
  readonly state: WirePageState;
  readonly x: number;
  readonly width: number;
  readonly height: number;
  readonly hatch: string;
}

/** Text full, OCR with a foot, unreliable hatched, empty hollow, failed half, waiting a thin line. */
function Shape({ state, x, width, height, hatch }: ShapeProps): ReactElement {
  switch (state) {
    case 'text':
      return <rect className="ledger-text" x={x} y={0} width={width} height={height} />;
    case 'ocr':
      return (
        <>
          <rect className="ledger-ocr" x={x} y={0} width={width} height={height - 3} />
          <rect className="ledger-ocr" x={x} y={height - 2} width={width} height={2} />
        </>
      );
    case 'unreliable':
      return <rect fill={`url(#${hatch})`} x={x} y={0} width={width} height={height} />;
    case 'empty':
      return (
        <rect
          className="ledger-empty"
          x={x + 0.5}
          y={0.5}
          width={Math.max(1, width - 1)}
          height={height - 1}
        />
      );
    case 'failed':
      return <rect className="ledger-failed" x={x} y={height / 2} width={width} height={height / 2} />;
    case 'pending':
      return <rect className="ledger-pending" x={x} y={height / 2 - 1} width={width} height={2} />;
  }
}

function Hatch({ id }: { id: string }): ReactElement {
  return (
    <defs>
      <pattern id={id} width="3" height="3" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className="ledger-unreliable-ground" width="3" height="3" />
        <rect className="ledger-unreliable" width="1.6" height="3" />
      </pattern>
    </defs>
  );
}

/** A picture with a sentence, 10 px high and `width` wide. */
export const LedgerStrip = memo(function LedgerStrip(props: {
  ledger: string;
  width: number;
}): ReactElement | null {
  const { ledger, width } = props;
  const hatch = useId();
  if (!ledger) return null;
  const gap = 0.5;
  return (
    <svg className="ledger-strip" width={width} height={10} role="img" aria-label={ledgerSentence(ledger)}>
      <Hatch id={hatch} />
      {ledgerSpans(ledger, width).map((span) => (
        <Shape
          key={span.from}
          state={span.state}
          x={span.x}
          width={Math.max(0.5, span.width - gap)}
          height={10}
          hatch={hatch}
        />
      ))}
    </svg>
  );
});

/** Cells drawn in the grid at most; a longer document shows this many pages per cell, its worst state winning. */
const MOST_CELLS = 400;
const WORST: readonly WirePageState[] = ['failed', 'unreliable', 'pending', 'empty', 'ocr', 'text'];

function cells(ledger: string): { state: WirePageState; pages: string }[] {
  const per = Math.ceil(ledger.length / MOST_CELLS) || 1;
  const result: { state: WirePageState; pages: string }[] = [];
  for (let start = 0; start < ledger.length; start += per) {
    const states = new Set([...ledger.slice(start, start + per)].map(stateOfLetter));
    const state = WORST.find((one) => states.has(one)) ?? 'pending';
    const end = Math.min(start + per, ledger.length);
    result.push({ state, pages: end - start === 1 ? `${end}` : `${start + 1}–${end}` });
  }
  return result;
}

/** One cell per page (or few), each with its page and state in the title. */
export function LedgerGrid({ ledger }: { ledger: string }): ReactElement {
  const hatch = useId();
  return (
    <div className="ledger-grid" role="img" aria-label={ledgerSentence(ledger)}>
      {cells(ledger).map((cell, index) => (
        <svg key={index} viewBox="0 0 11 14" preserveAspectRatio="none">
          <title>{`Page ${cell.pages}: ${STATE_WORDS[cell.state]}`}</title>
          {cell.state === 'unreliable' && <Hatch id={`${hatch}${index}`} />}
          <Shape state={cell.state} x={0} width={11} height={14} hatch={`${hatch}${index}`} />
        </svg>
      ))}
    </div>
  );
}

const ORDER: readonly WirePageState[] = ['text', 'ocr', 'empty', 'failed', 'unreliable', 'pending'];

/** How many pages are in which state, with the shapes. */
export function LedgerLegend({ pages }: { pages: DocumentSummary['pages'] }): ReactElement {
  const hatch = useId();
  return (
    <ul className="ledger-legend numeric">
      {ORDER.map((state) => (
        <li key={state}>
          <svg width={9} height={12} viewBox="0 0 9 12" aria-hidden>
            <Hatch id={`${hatch}${state}`} />
            <Shape state={state} x={0} width={9} height={12} hatch={`${hatch}${state}`} />
          </svg>
          {count(pages[state])} {STATE_WORDS[state]}
        </li>
      ))}
    </ul>
  );
}
