/**
 * Loads what opens over the page when it is needed: a third of the script of the page would be there before the first
 * message otherwise.
 *
 * Loading begins when the pointer or the focus reaches a control that opens something.
 */
import {
  cloneElement,
  lazy,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';

import type * as popups from './popups.ts';

type Popups = typeof popups;

let loading: Promise<Popups> | undefined;

const load = (): Promise<Popups> => {
  loading ??= import('./popups.ts').catch((error: unknown) => {
    // The next use tries again.
    loading = undefined;
    throw error;
  });
  return loading;
};

/** Begins to load. */
function preloadPopups(): void {
  load().catch(() => undefined);
}

/** A component that is loaded when it is drawn. */
export const lazyPopup = <Name extends keyof Popups>(name: Name): ComponentType<Parameters<Popups[Name]>[0]> =>
  lazy(async () => ({ default: (await load())[name] as ComponentType<Parameters<Popups[Name]>[0]> }));

/** Whether a value was true once: what is opened is loaded then, and stays. */
export function useWasTrue(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue);
  if (isTrue && !wasTrue) setWasTrue(true);
  return isTrue || wasTrue;
}

interface TriggerHandlers {
  readonly onClick?: (event: unknown) => void;
}

export interface ClosedTriggerProps {
  readonly trigger: ReactElement;
  /** What it opens, for screen readers. */
  readonly opens: 'menu' | 'dialog' | 'listbox';
  readonly onOpen: () => void;
}

/** Draws the control; pressing it or the arrow down opens. */
export function ClosedTrigger({ trigger, opens, onOpen }: ClosedTriggerProps): ReactNode {
  const { onClick } = trigger.props as TriggerHandlers;
  return cloneElement(trigger as ReactElement<Record<string, unknown>>, {
    'aria-haspopup': opens,
    'aria-expanded': false,
    onPointerEnter: preloadPopups,
    onFocus: preloadPopups,
    onClick: (event: unknown) => {
      onClick?.(event);
      onOpen();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' || opens === 'dialog') return;
      event.preventDefault();
      onOpen();
    },
  });
}
