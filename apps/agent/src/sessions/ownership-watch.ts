/**
 * Notices during a turn that another program has taken over the session, even if the turn sends nothing, for instance
 * while a command runs or a model thinks.
 */
import { systemClock, type Clock } from '@acp-stack/rpc';
import type { AgentSession } from '@acp-stack/sdk';

/** Milliseconds between two checks. */
const interval = 2000;

/** Checks regularly whether this program still owns the session; the returned function stops the checks. */
export function watchOwnership(
  session: AgentSession,
  holds: () => Promise<boolean>,
  clock: Clock = systemClock,
): () => void {
  let isStopped = false;
  let cancelScheduled: () => void;
  const check = async (): Promise<void> => {
    // If the check fails, the next update of the turn will fail instead.
    if (!(await holds().catch(() => true))) {
      // Sends an update that changes nothing: like every update from now on it is refused, and that ends the turn.
      if (!isStopped) session.setCommands(session.commands);
      return;
    }
    if (!isStopped) scheduleCheck();
  };
  const scheduleCheck = (): void => {
    cancelScheduled = clock.schedule(interval, () => void check());
  };
  scheduleCheck();
  return () => {
    isStopped = true;
    cancelScheduled();
  };
}
