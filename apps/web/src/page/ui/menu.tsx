/** A menu of actions that opens from a control. */
import { Suspense, useState, type ReactNode } from 'react';

import { ClosedTrigger, lazyPopup } from './lazy-popups.tsx';
import type { MenuProps } from './menu-popup.tsx';

export type { MenuAction } from './menu-popup.tsx';

const MenuPopup = lazyPopup('MenuPopup');

/** Shows the trigger, and the actions when it is pressed. */
export function Menu(props: MenuProps): ReactNode {
  const [isUsed, setIsUsed] = useState(false);
  const closed = <ClosedTrigger trigger={props.trigger} opens="menu" onOpen={() => setIsUsed(true)} />;
  return isUsed ? (
    <Suspense fallback={closed}>
      <MenuPopup {...props} />
    </Suspense>
  ) : (
    closed
  );
}
