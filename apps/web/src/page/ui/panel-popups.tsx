/** Panels over the page without a title bar. */
import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';

export interface DrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** What it holds, for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Shows its children over the page while `isOpen`. */
export function DrawerPopup({ isOpen, onClose, label, children }: DrawerProps): ReactNode {
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
        <Base.Popup
          aria-label={label}
          className="fixed inset-y-0 start-0 z-50 w-80 max-w-[85vw] border-e border-line bg-panel outline-none"
        >
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

export interface PlainDialogProps {
  /** What it is, for screen readers. */
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Shows its children over the page until it is closed. */
export function PlainDialogPopup({ label, onClose, children }: PlainDialogProps): ReactNode {
  return (
    <Base.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
        <Base.Popup
          aria-label={label}
          className="fixed inset-x-3 top-[10vh] z-50 mx-auto max-w-xl overflow-hidden rounded-lg border border-line bg-raised text-text outline-none"
        >
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
