/** Which row a key goes to. */

export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly target: EventTarget | null;
}

export interface RowPlace {
  readonly index: number;
  readonly count: number;
  /** Whether the row itself has the focus, not a control in it. */
  readonly isOnRow: boolean;
}

/** The index of the next row; undefined if the key does something else. */
export function rowKey(event: PressedKey, { index, count, isOnRow }: RowPlace): number | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return undefined;
  switch (event.key) {
    case 'j':
      return index + 1;
    case 'k':
      return index - 1;
    case 'ArrowDown':
      return isOnRow ? index + 1 : undefined;
    case 'ArrowUp':
      return isOnRow ? index - 1 : undefined;
    case 'Home':
      return isOnRow ? 0 : undefined;
    case 'End':
      return isOnRow ? count - 1 : undefined;
    default:
      return undefined;
  }
}

const isTyping = (target: EventTarget | null): boolean =>
  /^(?:INPUT|TEXTAREA|SELECT)$/u.test((target as { readonly tagName?: string } | null)?.tagName ?? '') ||
  (target as { readonly isContentEditable?: boolean } | null)?.isContentEditable === true;
