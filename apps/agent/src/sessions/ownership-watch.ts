/**
 * Notices during a turn that another program has taken over the session, even if the turn sends nothing, for instance
 * while a command runs or a model thinks.
 */
import { systemClock, type Clock } from '@acp-stack/rpc';
import type { AgentSession } from '@acp-stack/sdk';

/** Milliseconds between two checks. */
const pause = 2000;

/** Checks from time to time whether the session is still ours; the returned function stops that. */
export function watchOwnership(
  session: AgentSession,
  holds: () => Promise<boolean>,
  clock: Clock = systemClock,
): () => void {
  let isOver = false;
  let stop: () => void;
  const look = async (): Promise<void> => {
    // If the check fails, the next update of the turn will fail instead.
    if (!(await holds().catch(() => true))) {
      // Sends an update that changes nothing: like every update from now on it is refused, and that ends the turn.
      if (!isOver) session.setCommands(session.commands);
      return;
    }
    if (!isOver) again();
  };
  const again = (): void => {
    stop = clock.schedule(pause, () => void look());
  };
  again();
  return () => {
    isOver = true;
    stop();
  };
}
