/** Panels over the page without a title bar. */
import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';

import { classes } from './classes.ts';

export interface DrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** What it holds, for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Shows its children over the page while `isOpen`. */
export function DrawerPopup(props: DrawerProps): ReactNode {
  return (
    <Panel {...props} className="inset-y-0 start-0 w-80 max-w-[85vw] border-e border-line bg-panel outline-none" />
  );
}

export interface PlainDialogProps {
  /** What it is, for screen readers. */
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Shows its children over the page until it is closed. */
export function PlainDialogPopup(props: PlainDialogProps): ReactNode {
  return (
    <Panel
      {...props}
      isOpen
      className="inset-x-3 top-[10vh] mx-auto max-w-xl overflow-hidden rounded-lg border border-line bg-raised text-text outline-none"
    />
  );
}

/** A panel in front of a backdrop; `className` says where it is. */
function Panel({
  isOpen,
  onClose,
  label,
  className,
  children,
}: DrawerProps & { readonly className: string }): ReactNode {
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
        <Base.Popup aria-label={label} className={classes('fixed z-50', className)}>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
