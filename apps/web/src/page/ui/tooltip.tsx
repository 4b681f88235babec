/** A short text that appears beside a control when the pointer rests on it or it has the focus. */
import {
  cloneElement,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { createPortal } from 'react-dom';

import { Keys } from './keys.tsx';
import { tooltipPlace } from './tooltip-place.ts';

export interface TooltipProps {
  readonly text: string;
  /** The keys that do the same, such as `Mod+K`. */
  readonly keys?: string;
  /** The control; it gets the listeners. */
  readonly children: ReactElement;
}

/** Milliseconds that the pointer rests before the text appears. */
const delay = 500;

type Handlers = Readonly<Record<string, ((event: SyntheticEvent) => void) | undefined>>;

/** Shows `text` for its child. */
export function Tooltip({ text, keys, children }: TooltipProps): ReactNode {
  const [anchor, setAnchor] = useState<Element>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = (): void => {
    clearTimeout(timer.current);
    setAnchor(undefined);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const own: Handlers = {
    onPointerEnter: (event) => {
      const { pointerType, currentTarget } = event as PointerEvent;
      // A finger does not rest; it would leave the text behind.
      if (pointerType === 'touch') return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setAnchor(currentTarget), delay);
    },
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus: ({ currentTarget }) => {
      if (currentTarget.matches(':focus-visible')) setAnchor(currentTarget);
    },
    onBlur: hide,
    onKeyDown: (event) => {
      if ((event as KeyboardEvent).key === 'Escape') hide();
    },
  };
  const theirs = children.props as Handlers;
  const merged = Object.fromEntries(
    Object.entries(own).map(([name, handle]) => [
      name,
      (event: SyntheticEvent) => {
        theirs[name]?.(event);
        handle?.(event);
      },
    ]),
  );
  return (
    <>
      {cloneElement(children as ReactElement<object>, merged)}
      {anchor === undefined ? undefined : (
        <TooltipText anchor={anchor}>
          {text}
          {keys === undefined ? undefined : <Keys keys={keys} />}
        </TooltipText>
      )}
    </>
  );
}

/** The text, beside its control and inside the page. */
function TooltipText({ anchor, children }: { readonly anchor: Element; readonly children: ReactNode }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current === null) return;
    const { innerWidth: width, innerHeight: height } = globalThis;
    const { left, top } = tooltipPlace(anchor.getBoundingClientRect(), box.current.getBoundingClientRect(), {
      width,
      height,
    });
    box.current.style.left = `${left}px`;
    box.current.style.top = `${top}px`;
  }, [anchor]);
  return createPortal(
    <div
      ref={box}
      role="tooltip"
      className="pointer-events-none fixed top-0 left-0 z-50 flex items-center gap-2 rounded-md border border-line bg-raised px-2 py-1 text-xs text-text"
    >
      {children}
    </div>,
    document.body,
  );
}
