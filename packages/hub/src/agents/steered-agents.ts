/**
 * How the agents of a pool can be steered, as far as they have run on this node.
 *
 * What an agent can do is known when it has opened a session. A hub that offers `steer` to its clients because one of
 * its agents has it refuses the mode in sessions of the others.
 */
import type { InjectStreamHandling } from '@acp-stack/schema/v2/unstable';

import type { AgentPool, AgentSession } from './agent-session.ts';

export class SteeredAgents {
  /** A pool that does what the given one does, and whose sessions are looked at. */
  readonly pool: AgentPool;
  readonly #handling = new Set<InjectStreamHandling>();

  constructor(pool: AgentPool) {
    const look = (session: AgentSession): AgentSession => {
      const { modes = [], steerInStream } = session.capabilities.session?.inject ?? {};
      if (modes.includes('steer')) for (const each of steerInStream ?? []) this.#handling.add(each);
      return session;
    };
    this.pool = {
      get names() {
        return pool.names;
      },
      open: async (...args) => look(await pool.open(...args)),
      resume: async (...args) => look(await pool.resume(...args)),
      fork: async (...args) => look(await pool.fork(...args)),
      count: (principal) => pool.count(principal),
      close: () => pool.close(),
    };
  }

  /** What agents do with a message that comes while they answer; empty if no agent can be steered. */
  get steerInStream(): readonly InjectStreamHandling[] {
    return [...this.#handling].toSorted();
  }
}
