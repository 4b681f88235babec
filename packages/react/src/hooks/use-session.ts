/** A session, for as long as a component is shown. */
import { useEffect, useState } from 'react';

import type { AgentStore } from '../agent/agent-store.ts';
import type { SessionTarget } from '../session/open-session.ts';
import type { SessionSnapshot } from '../session/session-snapshot.ts';
import type { SessionStore } from '../session/session-store.ts';
import { useStore } from './use-store.ts';

interface Held {
  readonly agent: AgentStore;
  readonly key: string;
  readonly store: SessionStore | undefined;
}

/**
 * Opens the session with this id, or a new one in `cwd`, while the component is shown; undefined without a target.
 * Draws the component again when the status changes. A target with the same values is the same session.
 */
export function useSession(agent: AgentStore, target: SessionTarget | string | undefined): SessionStore | undefined {
  const key = target === undefined ? '' : JSON.stringify(target);
  const hold = (): Held => ({ agent, key, store: target === undefined ? undefined : agent.session(target) });
  const [held, setHeld] = useState(hold);
  let { store } = held;
  if (held.agent !== agent || held.key !== key) {
    const next = hold();
    ({ store } = next);
    setHeld(next);
  }
  useEffect(() => store?.retain(), [store]);
  useSessionState(store);
  return store;
}

const noSession: SessionSnapshot = {
  status: 'opening',
  error: undefined,
  id: undefined,
  cwd: undefined,
  hub: {},
  hasEarlier: false,
  sending: [],
};

/** The state of a session besides its transcript. */
export function useSessionState(session: SessionStore | undefined): SessionSnapshot {
  return useStore(session, noSession);
}
