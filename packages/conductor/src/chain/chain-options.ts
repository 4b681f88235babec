/** How a chain is run. */
import type { Clock } from '@acp-stack/rpc';
import type { ChannelWrapper } from '@acp-stack/sdk';

import type { RestartLimits } from '../life/restart-limits.ts';
import type { Observe } from '../observe/chain-event.ts';

/** How a chain is run; everything may be absent. */
export interface ChainOptions {
  /** The name in lists, and in the errors and traces of a chain around this one. */
  readonly name?: string;
  /** Called with every message on every hop, and with what happens to components; it should not throw. */
  readonly onEvent?: Observe;
  /** Whether `onEvent` is called with messages, which have to be parsed for it; true when absent. */
  readonly observesMessages?: boolean;
  /** Wraps the channel to the client, or to the conductor around the chain; `chain().wrapChannel` adds another one. */
  readonly wrapChannel?: ChannelWrapper;
  /** Measures grace periods and the time between restarts; the clock of the system when absent. */
  readonly clock?: Clock;
  /** How often, and how soon, components are started again; what is absent is as in `defaultRestartLimits`. */
  readonly restart?: Partial<RestartLimits>;
}
