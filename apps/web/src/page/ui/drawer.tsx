/** A panel that comes from the start edge of a narrow screen. */
import { Suspense, type ReactNode } from 'react';

import type { DrawerProps } from './panel-popups.tsx';
import { lazyPopup, useWasTrue } from './lazy-popups.tsx';

const DrawerPopup = lazyPopup('DrawerPopup');

/** Shows its children over the page while `isOpen`. */
export function Drawer(props: DrawerProps): ReactNode {
  const wasOpen = useWasTrue(props.isOpen);
  return wasOpen ? (
    <Suspense>
      <DrawerPopup {...props} />
    </Suspense>
  ) : undefined;
}
