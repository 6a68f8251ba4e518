/** A button that opens a menu of commands. In: items with what each does. Out: React Aria's Menu. */
import type { LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button, Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Text } from 'react-aria-components';
import './select.css';

export interface Command {
  readonly id: string;
  readonly title: string;
  readonly icon?: LucideIcon;
  readonly run: () => void;
}

/** `label` names the icon button. */
export function Menu(props: { label: string; icon: LucideIcon; commands: readonly Command[] }): ReactElement {
  const { label, icon: Icon, commands } = props;
  return (
    <MenuTrigger>
      <Button className="icon-button" aria-label={label}>
        <Icon aria-hidden className="icon" strokeWidth={1.75} />
      </Button>
      <Popover className="popover" offset={4} placement="bottom end">
        <AriaMenu className="list" items={commands} aria-label={label}>
          {(command: Command) => (
            <MenuItem id={command.id} textValue={command.title} className="list-item" onAction={command.run}>
              {command.icon && <command.icon aria-hidden className="icon" strokeWidth={1.75} />}
              <Text slot="label">{command.title}</Text>
            </MenuItem>
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
