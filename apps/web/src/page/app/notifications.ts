/** Notifications of the browser: an agent is done or asks something while the page is hidden. */
import type { ListedSession } from '@acp-stack/react';

import { titleOf } from '../sessions/session-groups.ts';
import { shownState, type ShownState } from '../sessions/session-state.ts';

/** What to tell the user about a session. */
export interface Notice {
  readonly sessionId: string;
  readonly title: string;
  readonly text: string;
}

/** The states of sessions, by their ids. */
export type States = ReadonlyMap<string, ShownState>;

export const statesOf = (sessions: readonly ListedSession[]): States =>
  new Map(sessions.map((session) => [session.sessionId, shownState(session)]));

/** What has happened since `before`: an agent asks something, or has finished its work. */
export function noticesOf(before: States, sessions: readonly ListedSession[]): readonly Notice[] {
  return sessions.flatMap((session) => {
    const { sessionId } = session;
    const now = shownState(session);
    const then = before.get(sessionId);
    if (then === undefined || then === now) return [];
    const title = titleOf(session);
    if (now === 'waiting') return [{ sessionId, title, text: 'The agent asks you something.' }];
    return now === 'idle' && then === 'working' ? [{ sessionId, title, text: 'The agent is done.' }] : [];
  });
}

/** Asks the browser for permission; returns why there is none. */
export async function askToNotify(): Promise<string | undefined> {
  if (!('Notification' in globalThis)) return 'This browser has no notifications.';
  if (Notification.permission === 'granted') return undefined;
  const answer = await Notification.requestPermission();
  return answer === 'granted' ? undefined : 'The browser does not allow notifications of this page.';
}

/** Shows a notice of the browser; a click on it calls `onClick`. */
export function notify({ sessionId, title, text }: Notice, onClick: () => void): void {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  // A later notice about the same session takes the place of the earlier one.
  const notification = new Notification(title, { body: text, tag: sessionId });
  notification.addEventListener('click', () => {
    globalThis.focus();
    notification.close();
    onClick();
  });
}
