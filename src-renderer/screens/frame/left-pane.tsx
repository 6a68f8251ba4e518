/** The left pane. In: place, collections, questions. Out: ways to the screens, what is asked of, and what was asked. */
import {
  Folder,
  FolderOpen,
  Library,
  MessageSquareQuote,
  Plus,
  Settings,
  SquarePen,
  type LucideIcon,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useLibrary } from '../../stores/library.ts';
import { openAddFolder } from '../../stores/overlays.ts';
import { chooseCollection, go, useView, type Screen } from '../../stores/view.ts';
import { count } from '../../text/format.ts';
import { IconButton } from '../../ui/button.tsx';
import { CTRL, newQuestion, PANE_KEY } from './commands.ts';
import { QuestionList } from './question-list.tsx';
import './left-pane.css';

function Way(props: { icon: LucideIcon; title: string; screen: Screen; keys?: string }): ReactElement {
  const { icon: Icon, title, screen, keys } = props;
  const current = useView((state) => state.screen) === screen;
  return (
    <AriaButton
      className="side-item"
      {...(current ? { 'aria-current': 'page' as const } : {})}
      onPress={() => go({ screen })}
    >
      <Icon aria-hidden className="icon" strokeWidth={1.75} />
      <span className="grow cut side-words">{title}</span>
      {keys && <kbd>{keys}</kbd>}
    </AriaButton>
  );
}

function CollectionRow(props: { name: string | null; documents: number }): ReactElement {
  const { name, documents } = props;
  const current = useView((state) => state.collection) === name;
  const Icon = current ? FolderOpen : Folder;
  return (
    <li>
      <AriaButton className="side-item" aria-pressed={current} onPress={() => chooseCollection(name)}>
        <Icon aria-hidden className="icon" strokeWidth={1.75} />
        <span className="grow cut" title={name ?? undefined}>
          {name ?? 'All documents'}
        </span>
        <span className="side-count numeric">{count(documents)}</span>
      </AriaButton>
    </li>
  );
}

function Collections(): ReactElement {
  const collections = useLibrary((state) => state.collections) ?? [];
  const total = collections.reduce((sum, one) => sum + one.documents, 0);
  return (
    <section aria-labelledby="collections-head">
      <header className="side-head">
        <h2 id="collections-head" className="group-head grow">
          Collections
        </h2>
        <IconButton icon={Plus} label="New collection" onPress={() => openAddFolder(null)} />
      </header>
      <ul>
        {collections.length !== 1 && <CollectionRow name={null} documents={total} />}
        {collections.map((one) => (
          <CollectionRow key={one.name} name={one.name} documents={one.documents} />
        ))}
      </ul>
    </section>
  );
}

/** 236 px beside the others, or over them where there is no room. */
export function LeftPane(): ReactElement {
  return (
    <nav className="side" aria-label="Screens, collections and questions" data-pane="side" tabIndex={-1}>
      <AriaButton className="side-item side-new" onPress={newQuestion}>
        <SquarePen aria-hidden className="icon" strokeWidth={1.75} />
        <span className="grow">New question</span>
        <kbd>{PANE_KEY} N</kbd>
      </AriaButton>
      <div className="side-ways">
        <Way icon={MessageSquareQuote} title="Ask" screen="ask" />
        <Way icon={Library} title="Library" screen="library" />
      </div>
      <div className="side-scroll scroll">
        <Collections />
        <QuestionList />
      </div>
      <div className="side-foot">
        <Way icon={Settings} title="Settings" screen="settings" keys={`${CTRL} ,`} />
      </div>
    </nav>
  );
}

/** 48 px of icons, where the window is narrower than 1000 px. */
export function Rail(): ReactElement {
  const screen = useView((state) => state.screen);
  const ways: readonly { screen: Screen; title: string; icon: LucideIcon }[] = [
    { screen: 'ask', title: 'Ask', icon: MessageSquareQuote },
    { screen: 'library', title: 'Library', icon: Library },
    { screen: 'settings', title: 'Settings', icon: Settings },
  ];
  return (
    <nav className="rail" aria-label="Screens">
      <IconButton icon={SquarePen} label="New question" keys={`${PANE_KEY} N`} onPress={newQuestion} />
      {ways.map((way) => (
        <IconButton
          key={way.screen}
          icon={way.icon}
          label={way.title}
          on={screen === way.screen}
          onPress={() => go({ screen: way.screen })}
        />
      ))}
    </nav>
  );
}
