/** The agent of a model, as a program names it. */
import { bridgedAgent } from '@acp-stack/mcp/node';
import { command } from '@acp-stack/conductor/node';
import type { AgentComponent, AgentSource, Channel } from '@acp-stack/sdk';

/** A command of an agent: the program, its arguments, and variables of its environment. */
export type AgentCommand = Exclude<Parameters<typeof command>[0], readonly string[]>;

/** An agent: a command, an agent or a chain in this process, or a channel to one. */
export type AcpAgent = readonly string[] | AgentCommand | AgentComponent | Channel;

/** What a model starts its agent with. */
export interface NamedSource {
  /** The name of the agent, as far as it is known before it runs. */
  readonly name: string;
  readonly source: AgentSource;
}

/** Returns what starts `agent`. */
export function namedSource(agent: AcpAgent): NamedSource {
  const reachable = reachableAgent(agent);
  const name = 'name' in reachable ? reachable.name : 'agent';
  return { name, source: 'start' in reachable ? reachable : usedOnce(reachable) };
}

function reachableAgent(agent: AcpAgent): AgentComponent | Channel {
  if (Array.isArray(agent) || typeof agent === 'string') return command(agent as readonly string[]);
  const given = agent as AgentCommand | AgentComponent | Channel;
  if ('command' in given) return command(given);
  // An agent that takes no MCP servers over its connection is given an address or a program instead.
  return 'start' in given ? bridgedAgent(given) : given;
}

function usedOnce(channel: Channel): AgentSource {
  return (ended) => {
    if (ended === undefined) return channel;
    const why = ended.error === undefined ? '' : ` (${ended.error.message})`;
    throw new Error(`The agent has ended${why}, and a channel can be used once: pass acp() a command or an agent.`);
  };
}
