/** An agent as the operator of a hub gives it, and which sessions share it. */
import type { AgentComponent } from '@acp-stack/sdk';

/** Which sessions share a running agent: none, those of one principal, or all. */
export type AgentSharing = 'session' | 'principal' | 'all';

/** An agent that sessions may use. */
export interface AgentSource {
  /** Starts it: an `agent()`, a chain, a command or an address. */
  readonly component: AgentComponent;
  /** `principal` when absent. */
  readonly share?: AgentSharing;
  /** How many sessions one running agent serves; `sessionsPerAgent` of the limits when absent. */
  readonly sessions?: number;
}
