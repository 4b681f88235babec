/** The sessions that messages named so far, in the order in which they came. */
import { useRef } from 'react';

import type { WireSnapshot } from '../store/wire-store.ts';

/** Each row is looked at once. */
export function useSessionsOf({ rows }: WireSnapshot): readonly string[] {
  const seen = useRef<{ readonly first: number | undefined; count: number; sessions: string[] }>(undefined);
  const first = rows[0]?.index;
  if (seen.current === undefined || seen.current.first !== first) seen.current = { first, count: 0, sessions: [] };
  const known = new Set(seen.current.sessions);
  for (const { session } of rows.slice(seen.current.count)) if (session !== undefined) known.add(session);
  seen.current.count = rows.length;
  if (known.size !== seen.current.sessions.length) seen.current.sessions = [...known];
  return seen.current.sessions;
}
