/** How an agent is started and ended. */
import type { Clock, LineChannelOptions } from '@acp-stack/rpc';

import type { KillGrace } from '../ending/kill-escalation.ts';
import type { StartUpLimits } from './start-up-timeout.ts';

/** What an agent gets from this program, and how long it has to begin and to end. */
export interface SpawnAgentOptions extends Omit<LineChannelOptions, 'decode'> {
  /**
   * The environment variables that the agent inherits; all when absent. Without `PATH` a command needs its full path.
   */
  readonly passEnv?: readonly string[];
  /** Whether the stderr of the agent is kept as lines, or goes to the stderr of this program. */
  readonly stderr?: 'lines' | 'inherit';
  /** Milliseconds until an agent that sends no message is given up: two minutes of silence, ten minutes in all. */
  readonly startUp?: Partial<StartUpLimits>;
  /** Milliseconds between the steps that end an agent: five seconds, then two. */
  readonly grace?: Partial<KillGrace>;
  /** Measures `startUp` and `grace`; the clock of the system when absent, with timers that keep the program alive. */
  readonly clock?: Clock;
}

export const defaultStartUp: StartUpLimits = { silence: 120_000, total: 600_000 };
export const defaultGrace: KillGrace = { end: 5000, terminate: 2000 };

/** The clock of the platform. Its timers keep the program alive until the agent has ended. */
export const holdingClock: Clock = {
  now: () => performance.now(),
  schedule: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};
