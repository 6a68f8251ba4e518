/** Dialogs. In: a title, a body, buttons. Out: a modal that holds focus and gives it back. */
import { X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button, IconButton } from './button.tsx';
import './dialog.css';

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly size?: 'normal' | 'wide';
  readonly children: ReactNode;
}

/** Shut by Escape, by a press outside, or by its cross. */
export function Dialog({ title, isOpen, onClose, size = 'normal', children }: DialogProps): ReactElement {
  return (
    <ModalOverlay
      className="scrim"
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={`dialog dialog-${size}`}>
        <AriaDialog className="dialog-inside">
          <header className="dialog-head">
            <Heading slot="title" className="dialog-title grow">
              {title}
            </Heading>
            <IconButton icon={X} label="Close" onPress={onClose} />
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Asks before something is taken away. `confirm` is the verb on the button. */
export function ConfirmDialog(props: {
  title: string;
  text: string;
  confirm: string;
  isOpen: boolean;
  onConfirm: () => void;
  onClose: () => void;
}): ReactElement {
  const { title, text, confirm, isOpen, onConfirm, onClose } = props;
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <p className="dialog-text">{text}</p>
      <footer className="dialog-foot">
        <Button onPress={onClose}>Cancel</Button>
        <Button
          weight="first"
          autoFocus
          onPress={() => {
            onConfirm();
            onClose();
          }}
        >
          {confirm}
        </Button>
      </footer>
    </Dialog>
  );
}
