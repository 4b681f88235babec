/**
 * Which open session of this program delivers the messages that a stored session has accepted.
 *
 * A client may come back on another connection before the loss of its first one was noticed. The session that was opened last delivers what waits; the one
 * before has then written everything that it will.
 */
import { stateOf, type AgentSession } from './agent-session.ts';
import type { SessionStore } from '../store/session-store.ts';

const holders = new WeakMap<SessionStore, Map<string, AgentSession>>();

/** Makes `session` the one that delivers; resolves when the one before it has let go. */
export async function takePendingMessages(store: SessionStore, session: AgentSession): Promise<void> {
  const held = holders.get(store) ?? new Map<string, AgentSession>();
  holders.set(store, held);
  const before = held.get(session.id);
  held.set(session.id, session);
  if (before !== undefined && before !== session) await stateOf(before).leavePending();
}

/** The session is no longer open. */
export function releasePendingMessages(store: SessionStore, session: AgentSession): void {
  const held = holders.get(store);
  if (held?.get(session.id) === session) held.delete(session.id);
}
