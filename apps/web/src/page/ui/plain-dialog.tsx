/** A dialog without a title bar, for content that has a field at its top. */
import { Suspense, type ReactNode } from 'react';

import { lazyPopup } from './lazy-popups.tsx';
import type { PlainDialogProps } from './panel-popups.tsx';

const PlainDialogPopup = lazyPopup('PlainDialogPopup');

/** Shows its children over the page until it is closed. */
export function PlainDialog(props: PlainDialogProps): ReactNode {
  return (
    <Suspense>
      <PlainDialogPopup {...props} />
    </Suspense>
  );
}
