/** A menu of actions that opens from a control. */
import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';

import { classes, itemClass, popupClass } from './classes.ts';
import { Icon, type IconName } from './icons.tsx';
import { Keys } from './keys.tsx';

/** One action of a menu. */
export interface MenuAction {
  readonly label: string;
  readonly run: () => void;
  readonly icon?: IconName;
  readonly keys?: string;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  /** Whether a line separates it from the one before. */
  readonly isSeparated?: boolean;
}

export interface MenuProps {
  /** The control that opens it. */
  readonly trigger: ReactElement;
  readonly actions: readonly MenuAction[];
  readonly align?: 'start' | 'center' | 'end';
}

/** The menu, open at first: it is loaded when it is opened. */
export function MenuPopup({ trigger, actions, align = 'end' }: MenuProps): ReactNode {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} className="z-50">
          <Base.Popup className={classes(popupClass, 'min-w-44')}>
            {actions.map((action) => (
              <MenuLine key={action.label} {...action} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function MenuLine({
  label,
  run,
  icon,
  keys,
  isDangerous = false,
  isDisabled = false,
  isSeparated = false,
}: MenuAction): ReactNode {
  return (
    <>
      {isSeparated ? <Base.Separator className="my-1 border-t border-line" /> : undefined}
      <Base.Item className={classes(itemClass, isDangerous && 'text-bad')} disabled={isDisabled} onClick={run}>
        {icon === undefined ? undefined : <Icon name={icon} />}
        <span className="flex-1">{label}</span>
        {keys === undefined ? undefined : <Keys keys={keys} />}
      </Base.Item>
    </>
  );
}
