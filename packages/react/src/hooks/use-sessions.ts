/** The sessions that an agent has stored. */
import { useEffect, useMemo } from 'react';

import type { AgentStore } from '../agent/agent-store.ts';
import type { SessionList, SessionListFilter, SessionListSnapshot } from '../list/session-list.ts';
import { useStore } from './use-store.ts';

/** The stored sessions, and what can be done with them. */
export interface Sessions
  extends
    SessionListSnapshot,
    Pick<SessionList, 'loadMore' | 'refresh'>,
    Pick<AgentStore, 'rename' | 'archive' | 'unarchive' | 'remove' | 'fork'> {}

/** The sessions that an agent has stored, newest first; read again with each connection. */
export function useSessions(agent: AgentStore, filter: SessionListFilter = {}): Sessions {
  const list = agent.sessionList(filter);
  useEffect(() => list.retain(), [list]);
  const snapshot = useStore(list, list.snapshot());
  return useMemo(() => {
    const { rename, archive, unarchive, remove, fork } = agent;
    const { loadMore, refresh } = list;
    return { ...snapshot, loadMore, refresh, rename, archive, unarchive, remove, fork };
  }, [snapshot, agent, list]);
}
