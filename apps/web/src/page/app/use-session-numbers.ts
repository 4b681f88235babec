/** `Mod+1` to `Mod+9` open the first nine sessions, in the order of the list. */
import { useSessions } from '@acp-stack/react';

import { useActions } from '../actions/actions.ts';
import { useConnection } from '../connect/connection.tsx';
import { openSession } from '../sessions/session-actions.ts';
import { sessionGroups, titleOf } from '../sessions/session-groups.ts';

export function useSessionNumbers(): void {
  const { agent } = useConnection();
  const { sessions } = useSessions(agent);
  const shown = sessionGroups(sessions).flatMap((group) => group.sessions);
  useActions(
    shown.slice(0, 9).map((session, index) => ({
      id: `session-number-${index + 1}`,
      title: titleOf(session),
      keys: `Mod+${index + 1}`,
      worksInFields: true,
      run: () => {
        openSession(session.sessionId);
      },
    })),
  );
}
