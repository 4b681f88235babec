/**
 * Finds out while a turn runs that another program has taken the session, also when the work has nothing to say: a command that is silent, or a model
 * that thinks.
 */
import { systemClock, type Clock } from '@acp-stack/rpc';
import type { AgentSession } from '@acp-stack/sdk';

/** Milliseconds between two looks. */
const pause = 2000;

/** Looks from time to time whether `holds` still says so; the answer ends that. */
export function watchOwnership(
  session: AgentSession,
  holds: () => Promise<boolean>,
  clock: Clock = systemClock,
): () => void {
  let isOver = false;
  let stop: () => void;
  const look = async (): Promise<void> => {
    // What cannot be found out now is found out by the next word of the work.
    if (!(await holds().catch(() => true))) {
      // Nothing new, and nobody hears it: it is refused like any word from here on, and that ends the work.
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
