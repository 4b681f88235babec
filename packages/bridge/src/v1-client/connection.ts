/** What the rules of one connection share. */
import type { Hub } from '../hub.ts';
import type { V1, V2WithExtras } from '../methods.ts';
import type { ClientGates } from './client-gates.ts';
import type { Joining } from './joining.ts';
import type { Sessions } from './sessions.ts';
import type { Speeches } from './speeches.ts';

export type ConnectionHub = Hub<V1, V2WithExtras>;

export interface Connection {
  readonly hub: ConnectionHub;
  /** Whether the agent understands what only version 1 has. */
  readonly extras: boolean;
  readonly sessions: Sessions;
  readonly joining: Joining;
  readonly speeches: Speeches;
  /** Sessions below others, which this client cannot show. */
  readonly hidden: Set<string>;
  gates: ClientGates;
  /** Whether the agent starts MCP servers; every agent of version 1 does. */
  startsMcpServers: boolean;
}
