/** Follows the sessions whose agents work, and tells the user about them while the page is hidden. */
import { useSessions } from '@acp-stack/react';
import { useEffect, useRef } from 'react';

import { useConnection } from '../connect/connection.tsx';
import { usePreferences } from '../preferences/preferences.ts';
import { TitleBadge } from '../questions/title-badge.ts';
import { openSession } from '../sessions/session-actions.ts';
import { useBusySessions } from '../sessions/use-busy-sessions.ts';
import { notify, noticesOf, statesOf, type States } from './notifications.ts';

export function useNotifications(): void {
  const { agent } = useConnection();
  const { sessions } = useSessions(agent);
  const { notifications } = usePreferences();
  useBusySessions(agent, sessions);
  const before = useRef<States>(new Map());
  const badge = useRef<TitleBadge | undefined>(undefined);
  useEffect(() => {
    badge.current = new TitleBadge();
    return badge.current.watch();
  }, []);
  useEffect(() => {
    const notices = noticesOf(before.current, sessions);
    before.current = statesOf(sessions);
    badge.current?.add(notices.length);
    if (!notifications || document.visibilityState !== 'hidden') return;
    for (const notice of notices) {
      notify(notice, () => {
        openSession(notice.sessionId);
      });
    }
  }, [sessions, notifications]);
}
