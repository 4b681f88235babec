/** A dialog over the page: the focus stays inside, Escape closes it, and the focus returns to where it was. */
import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';

import { classes } from './classes.ts';
import { Icon } from './icons.tsx';

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** One sentence under the title. */
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** The buttons at the end, the main one last. */
  readonly actions?: ReactNode;
  readonly width?: 'small' | 'medium' | 'wide';
  /** What gets the focus; the first control if absent. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
}

const widths = { small: 'max-w-md', medium: 'max-w-xl', wide: 'max-w-4xl' } as const;

/** Shows a dialog while `isOpen`. */
export function DialogPopup({
  isOpen,
  onClose,
  title,
  description,
  children,
  actions,
  width = 'small',
  initialFocus,
}: DialogProps): ReactNode {
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
          {...(initialFocus === undefined ? {} : { initialFocus })}
          className={classes(
            'fixed inset-x-3 top-[8vh] z-50 mx-auto flex max-h-[84vh] flex-col rounded-lg border border-line bg-raised text-text',
            widths[width],
          )}
        >
          <header className="px-5 pt-4 pb-2">
            <div className="min-w-0 pe-9">
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              {description === undefined ? undefined : (
                <Base.Description render={<div />} className="mt-1 text-sm text-muted">
                  {description}
                </Base.Description>
              )}
            </div>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-4">{children}</div>
          {actions === undefined ? undefined : (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{actions}</footer>
          )}
          {/* Last, so that the focus begins in the content; without a tooltip, which would take the first Escape. */}
          <Base.Close
            aria-label="Close"
            className="absolute end-3 top-3 inline-flex size-8 cursor-pointer items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text"
          >
            <Icon name="close" />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
