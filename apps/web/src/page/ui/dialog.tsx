/** A dialog over the page: the focus stays inside, Escape closes it, and the focus returns to where it was. */
import { Suspense, type ReactNode } from 'react';

import type { DialogProps } from './dialog-popup.tsx';
import { lazyPopup, useWasTrue } from './lazy-popups.tsx';

const DialogPopup = lazyPopup('DialogPopup');

/** Shows a dialog while `isOpen`. */
export function Dialog(props: DialogProps): ReactNode {
  const wasOpen = useWasTrue(props.isOpen);
  return wasOpen ? (
    <Suspense>
      <DialogPopup {...props} />
    </Suspense>
  ) : undefined;
}
