/**
 * Follows the sessions whose agents work, also those that are not shown, so that the list can say which of them wait
 * for the user.
 */
import type { AgentStore, ListedSession } from '@acp-stack/react';
import { useEffect } from 'react';

/** How many are followed at once, the newest first. */
const maxFollowed = 6;

/** The ids of the sessions to follow. */
export const busyIds = (sessions: readonly Pick<ListedSession, 'sessionId' | 'isBusy'>[]): readonly string[] =>
  sessions
    .filter(({ isBusy }) => isBusy)
    .slice(0, maxFollowed)
    .map(({ sessionId }) => sessionId);

/** Keeps the busy sessions open. */
export function useBusySessions(agent: AgentStore, sessions: readonly ListedSession[]): void {
  const ids = busyIds(sessions);
  const key = JSON.stringify(ids);
  useEffect(() => {
    const releases = (JSON.parse(key) as readonly string[]).map((id) => agent.session(id).retain());
    return () => {
      for (const release of releases) release();
    };
  }, [agent, key]);
}
