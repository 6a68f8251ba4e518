/**
 * The document pane. In: a pressed citation, or a document opened from the library. Out: which
 * document is shown, which evidence is marked and which of it is current.
 */
import { create } from 'zustand';
import type { WireCitation } from '../../src-preload/contract/shapes.ts';
import { useView } from './view.ts';

interface DocumentState {
  /** Id of the document in the pane; null when none was opened yet. */
  readonly document: string | null;
  /** False while the pane is shut; its document is kept for when it is opened again. */
  readonly shown: boolean;
  readonly name: string;
  readonly path: string;
  /** Evidence of the answer, in its order, over all documents. */
  readonly evidence: readonly WireCitation[];
  /** Number of the current one; null when a document was opened by itself. */
  readonly current: number | null;
  /** Number under the pointer, in the answer or on the page. */
  readonly hovered: number | null;
  /** Counts requests to scroll, so that pressing the same chip twice scrolls twice. */
  readonly jump: number;
  /** Page to begin with when there is no current evidence. */
  readonly startPage: number;
}

export const useDocument = create<DocumentState>()(() => ({
  document: null,
  shown: false,
  name: '',
  path: '',
  evidence: [],
  current: null,
  hovered: null,
  jump: 0,
  startPage: 1,
}));

const { getState, setState } = useDocument;

/** The last part of a path, on any system. */
export function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** Opens the page of a citation at its boxes. `evidence` is what previous and next go through. */
export function openCitation(citation: WireCitation, evidence: readonly WireCitation[]): void {
  setState((state) => ({
    document: citation.document,
    shown: true,
    name: fileName(citation.path),
    path: citation.path,
    evidence,
    current: citation.number,
    jump: state.jump + 1,
    startPage: citation.page,
  }));
  useView.setState({ pane: 'document' });
}

/** Opens a document without evidence. `document` is an id. */
export function openDocument(document: string, path: string, startPage = 1): void {
  setState((state) => ({
    document,
    shown: true,
    name: fileName(path),
    path,
    evidence: [],
    current: null,
    jump: state.jump + 1,
    startPage,
  }));
  useView.setState({ pane: 'document' });
}

/** Goes to the evidence `by` places further on, across documents; stops at both ends. */
export function stepEvidence(by: 1 | -1): void {
  const { evidence, current } = getState();
  const index = evidence.findIndex((one) => one.number === current);
  const next = evidence[index + by];
  if (next) openCitation(next, evidence);
}

/** Makes the evidence under the pointer the marked one; null when the pointer left. */
export function hoverEvidence(number: number | null): void {
  if (getState().hovered !== number) setState({ hovered: number });
}

/** Shuts the pane, or opens it again with the document it had. */
export function toggleDocument(): void {
  const shown = !getState().shown && getState().document !== null;
  setState({ shown, hovered: null });
  useView.setState({ pane: shown ? 'document' : 'middle' });
}

/** The evidence of another answer: the pane keeps its page, and only marks what belongs to it. */
export function setEvidence(evidence: readonly WireCitation[]): void {
  if (getState().evidence !== evidence) setState({ evidence, current: null });
}
