/**
 * Which open session of this program delivers the pending messages of a stored session.
 *
 * A client may resume a session on another connection before the loss of the first one is noticed. The session that was
 * opened last delivers them; the one before has then stored everything.
 */
import type { SessionStore } from '../store/session-store.ts';
import { stateOf, type AgentSession } from './agent-session.ts';

const owners = new WeakMap<SessionStore, Map<string, AgentSession>>();

/** Makes `session` the one that delivers; resolves when the one before it has released them. */
export async function takePendingMessages(store: SessionStore, session: AgentSession): Promise<void> {
  const held = owners.get(store) ?? new Map<string, AgentSession>();
  owners.set(store, held);
  const before = held.get(session.id);
  held.set(session.id, session);
  if (before !== undefined && before !== session) await stateOf(before).leavePending();
}

/** The session is no longer open. */
export function releasePendingMessages(store: SessionStore, session: AgentSession): void {
  const held = owners.get(store);
  if (held?.get(session.id) === session) held.delete(session.id);
}
