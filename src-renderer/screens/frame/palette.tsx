/** Find, or run a command. In: commands, questions, documents by name. Out: React Aria's Autocomplete in a modal. */
import { FileText, MessageSquareQuote, Search, type LucideIcon } from 'lucide-react';
import { useEffect, useState, type ReactElement } from 'react';
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  SearchField,
  Text,
} from 'react-aria-components';
import { call } from '../../bridge.ts';
import { openDocument } from '../../stores/document.ts';
import { closeOverlays, useOverlays } from '../../stores/overlays.ts';
import { useQuestions } from '../../stores/questions.ts';
import { go } from '../../stores/view.ts';
import { currentCommands } from './commands.ts';
import './palette.css';

interface Row {
  readonly id: string;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly keys?: string | undefined;
  readonly run: () => void;
}

const MOST = 6;

function contains(text: string, wanted: string): boolean {
  return text.toLowerCase().includes(wanted.trim().toLowerCase());
}

function useDocumentRows(wanted: string): Row[] {
  const [rows, setRows] = useState<{ for: string; rows: Row[] }>({ for: '', rows: [] });
  useEffect(() => {
    const name = wanted.trim();
    if (!name) return;
    const controller = new AbortController();
    void call('library.documents', { name, limit: MOST }, controller.signal).then(
      ({ documents }) =>
        setRows({
          for: wanted,
          rows: documents.map((one) => ({
            id: `document:${one.id}`,
            title: one.name,
            icon: FileText,
            run: () => {
              go({ screen: 'ask' });
              openDocument(one.id, one.paths[0] ?? one.name);
            },
          })),
        }),
      () => undefined,
    );
    return () => controller.abort();
  }, [wanted]);
  return wanted.trim() && rows.for === wanted ? rows.rows : [];
}

function useRows(wanted: string): { title: string; rows: Row[] }[] {
  const questions = useQuestions((state) => state.questions) ?? [];
  const documents = useDocumentRows(wanted);
  const commands = currentCommands().filter((one) => contains(one.title, wanted));
  const asked = wanted.trim() ? questions.filter((one) => contains(one.question, wanted)) : [];
  return [
    { title: 'Commands', rows: commands },
    {
      title: 'Questions',
      rows: asked.slice(0, MOST).map((one) => ({
        id: `question:${one.run}`,
        title: one.question,
        icon: MessageSquareQuote,
        run: () => go({ screen: 'ask', run: one.run }),
      })),
    },
    { title: 'Documents', rows: documents },
  ].filter((section) => section.rows.length > 0);
}

function Inside(): ReactElement {
  const [wanted, setWanted] = useState('');
  const sections = useRows(wanted);
  const give = (id: string): void => {
    const row = sections.flatMap((section) => section.rows).find((one) => one.id === id);
    closeOverlays();
    row?.run();
  };
  return (
    <Autocomplete inputValue={wanted} onInputChange={setWanted}>
      <SearchField aria-label="Find, or run a command" className="palette-field" autoFocus>
        <Search aria-hidden className="icon" strokeWidth={1.75} />
        <Input className="palette-input" placeholder="Find, or run a command" spellCheck={false} />
        <kbd>Esc</kbd>
      </SearchField>
      <ListBox
        aria-label="Commands, questions and documents"
        className="palette-list"
        items={sections}
        onAction={(id) => give(String(id))}
        renderEmptyState={() => <p className="palette-none">Nothing has these words.</p>}
      >
        {(section: { title: string; rows: Row[] }) => (
          <ListBoxSection id={section.title}>
            <Header className="group-head palette-head">{section.title}</Header>
            {section.rows.map((row) => (
              <ListBoxItem key={row.id} id={row.id} textValue={row.title} className="list-item palette-item">
                <row.icon aria-hidden className="icon" strokeWidth={1.75} />
                <Text slot="label" className="palette-label">
                  <span className="cut grow">{row.title}</span>
                  {row.keys && <kbd>{row.keys}</kbd>}
                </Text>
              </ListBoxItem>
            ))}
          </ListBoxSection>
        )}
      </ListBox>
    </Autocomplete>
  );
}

/** Opened by Ctrl K. */
export function Palette(): ReactElement {
  const open = useOverlays((state) => state.palette);
  return (
    <ModalOverlay
      className="scrim palette-scrim"
      isOpen={open}
      isDismissable
      onOpenChange={(now) => {
        if (!now) closeOverlays();
      }}
    >
      <Modal className="palette">
        <Dialog aria-label="Find, or run a command" className="dialog-inside">
          <Inside />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
