/** What a session does, in one word for the list. */
import type { ListedSession } from '@acp-stack/react';

/** The states that the list shows. */
export type ShownState = 'waiting' | 'working' | 'idle';

/** What is shown for a session. */
export function shownState({
  state,
  questions,
  isBusy,
}: Pick<ListedSession, 'state' | 'questions' | 'isBusy'>): ShownState {
  if (questions > 0 || state === 'requires_action') return 'waiting';
  return isBusy ? 'working' : 'idle';
}

/** The words for people. */
export const stateWords: Readonly<Record<ShownState, string>> = {
  waiting: 'Waits for you',
  working: 'Working',
  idle: 'Idle',
};
