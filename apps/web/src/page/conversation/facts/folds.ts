/** What the reader has opened or closed in a session; rows that scroll out of sight and back stay as they were. */
import type { SessionStore } from '@acp-stack/react';
import { useState } from 'react';

const folds = new WeakMap<SessionStore, Map<string, boolean>>();

/** Whether a part is open, and a function that changes it; `initial` until the reader has decided. */
export function useFold(
  session: SessionStore,
  key: string,
  initial: boolean,
): readonly [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const known = folds.get(session) ?? new Map<string, boolean>();
  folds.set(session, known);
  const [chosen, setChosen] = useState(known.get(key));
  return [
    chosen ?? initial,
    (isOpen) => {
      known.set(key, isOpen);
      setChosen(isOpen);
    },
  ];
}
