/** The wheel of the mouse: it scrolls a long question or the whole conversation, and upwards opens that. */
import type { Key } from '../../../tui/key.ts';
import type { Panel } from '../../../tui/panel.ts';

export interface WheelParts {
  readonly pager: { readonly isOpen: boolean; press(key: Key): void };
  /** The visible question. */
  readonly panel: Panel | undefined;
  /** Opens the whole conversation. */
  readonly open: () => void;
}

/** Lines that one step scrolls. */
const lines = 3;

export const isWheel = ({ name }: Key): boolean => name === 'wheel-up' || name === 'wheel-down';

export function turnWheel(key: Key, { pager, panel, open }: WheelParts): void {
  const isUp = key.name === 'wheel-up';
  if (pager.isOpen) {
    for (let line = 0; line < lines; line += 1) pager.press({ ...key, name: isUp ? 'up' : 'down' });
  } else if (panel?.canScroll === true) panel.press({ ...key, name: isUp ? 'page-up' : 'page-down' });
  else if (panel === undefined && isUp) open();
}
