/** Provides the agent of each connection of a server. */
import type { App } from '@acp-stack/http/server';
import type { Channel } from '@acp-stack/rpc';

import type { ChannelThroughProxies } from '../../chain/through-proxies.ts';

export interface AgentSource extends App {
  /** Whether an agent is working, although every request may be answered. */
  isBusy(): boolean;
  /** The number of running agent processes. */
  readonly processes: number;
  /** Ends the processes; resolves when they have exited. */
  close(): Promise<void>;
}

/** Logs one line for the operator of the server. */
export type Log = (line: string) => void;

/** Puts the proxies of the operator before an agent, or nothing. */
export type ThroughProxies = (agent: Channel) => Pick<ChannelThroughProxies, 'channel' | 'close'>;
