/** Parts of a transcript; each hook draws its component again only if its part has changed. */
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import { emptyTranscript, type Entry, type Terminal, type Transcript } from '@acp-stack/transcript';

import type { SessionStore } from '../session/session-store.ts';

const empty = emptyTranscript();
const noIds: readonly string[] = [];
const nothing = (): undefined => undefined;

/**
 * What `select` returns for the transcript of a session; an empty transcript without one. The component is drawn again
 * only if that value has changed, by `Object.is` or by `isEqual`.
 */
export function useTranscript<T>(
  session: SessionStore | undefined,
  select: (transcript: Transcript) => T,
  isEqual: (before: T, after: T) => boolean = Object.is,
): T {
  const last = useRef<{ readonly value: T } | undefined>(undefined);
  const read = useMemo(() => {
    let seen: { readonly transcript: Transcript; readonly value: T } | undefined;
    return (): T => {
      const transcript = session?.transcript() ?? empty;
      if (seen?.transcript === transcript) return seen.value;
      const selected = select(transcript);
      const before = seen ?? last.current;
      const value = before !== undefined && isEqual(before.value, selected) ? before.value : selected;
      seen = { transcript, value };
      last.current = { value };
      return value;
    };
  }, [session, select, isEqual]);
  return useSyncExternalStore(session?.subscribeTranscript ?? notChanging, read, read);
}

/** The ids of the entries in order; the same array while only contents change. */
export function useEntryIds(session: SessionStore | undefined): readonly string[] {
  const read = session?.entryIds ?? ((): readonly string[] => noIds);
  return useSyncExternalStore(session?.subscribeEntryIds ?? notChanging, read, read);
}

/** One entry; a chunk of a message draws only the component of that message again. */
export function useEntry(session: SessionStore | undefined, id: string): Entry | undefined {
  const subscribe = useCallback(
    (listener: () => void) => session?.subscribeEntry(id, listener) ?? nothing,
    [session, id],
  );
  const read = (): Entry | undefined => session?.transcript().entries.get(id);
  return useSyncExternalStore(subscribe, read, read);
}

/** One terminal of the agent, with what it has printed. */
export function useTerminal(session: SessionStore | undefined, terminalId: string): Terminal | undefined {
  const subscribe = useCallback(
    (listener: () => void) => session?.subscribeTerminal(terminalId, listener) ?? nothing,
    [session, terminalId],
  );
  const read = (): Terminal | undefined => session?.transcript().terminals.get(terminalId);
  return useSyncExternalStore(subscribe, read, read);
}

function notChanging(): () => void {
  return nothing;
}
