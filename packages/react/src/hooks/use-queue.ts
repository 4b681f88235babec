/** The messages that wait until the agent takes them. */
import { useMemo } from 'react';

import type { MessageQueue, QueueSnapshot } from '../queue/message-queue.ts';
import type { SessionStore } from '../session/session-store.ts';
import { useStore } from './use-store.ts';

/** The queue of a session, and what can be done with it. */
export interface Queue extends QueueSnapshot {
  /** Adds a message while the agent works; resolves when it is accepted. */
  readonly add: MessageQueue['add'];
  /** Moves a message to another place. */
  readonly move: MessageQueue['move'];
}

const empty: QueueSnapshot = { messages: [], canSteer: false, canQueue: false };
const refuse = (): Promise<never> => Promise.reject(new Error('There is no session.'));

/** The messages of a session that wait until its agent takes them. */
export function useQueue(session: SessionStore | undefined): Queue {
  const queue = session?.queue;
  const snapshot = useStore(queue, empty);
  return useMemo(() => ({ ...snapshot, add: queue?.add ?? refuse, move: queue?.move ?? refuse }), [snapshot, queue]);
}
