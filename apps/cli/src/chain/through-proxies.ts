/** Puts proxies before an agent that this program is connected to. */
import { bridgedAgent, type BridgeMcpOptions } from '@acp-stack/mcp/node';
import type { Channel } from '@acp-stack/rpc';

import type { Log } from '../log/log.ts';
import type { TraceSink } from '../trace/trace-writer.ts';
import { makeProxy, proxySpecs } from './components.ts';
import { runChain } from './running-chain.ts';

export interface ProxiesOptions {
  /** The values of `--proxy`. */
  readonly proxies: readonly string[];
  /** The name of the agent in errors and traces. */
  readonly agentName: string;
  /** How the agent gets the MCP servers of the client and of the proxies, if it does not support MCP over ACP. */
  readonly mcp: BridgeMcpOptions;
  readonly log: Log;
  readonly trace?: TraceSink | undefined;
  /** Whether this program is the client, and explains a start that failed. */
  readonly isClient: boolean;
}

/** Makes the proxies, so that a wrong setting is found before anything is started; the result wraps channels. */
export async function throughProxies({
  proxies: texts,
  agentName,
  mcp,
  log,
  trace,
  isClient,
}: ProxiesOptions): Promise<(agent: Channel) => ChannelThroughProxies> {
  const warn = (problem: string): void => log.warn(problem);
  const proxies = await Promise.all(proxySpecs(texts).map((spec) => makeProxy(spec, { warn })));
  return (agent) => {
    let isStarted = false;
    const component = {
      name: agentName,
      role: 'agent' as const,
      // The command that started it decides about a restart.
      onExit: 'fail' as const,
      start: () => {
        if (isStarted) throw new Error(`${agentName} is started once.`);
        isStarted = true;
        return agent;
      },
    };
    const bridged = bridgedAgent(component, mcp);
    const { channel, conductor, refusedBy } = runChain({
      proxies,
      agent: bridged,
      log,
      trace,
      isToldByResponse: isClient,
    });
    return { channel, refusedBy, close: () => conductor.close() };
  };
}

/** An agent behind proxies. */
export interface ChannelThroughProxies {
  /** The client's end. */
  readonly channel: Channel;
  /** The component that has refused `initialize`, if one has. */
  readonly refusedBy: () => string | undefined;
  /** Ends the proxies and the connection to the agent. */
  close(): Promise<void>;
}
