/**
 * The connection of one model to its agent: made with the first call, and again when the agent has ended.
 *
 * After that, the sessions that were open are open again, unless the agent cannot restore them.
 */
import { offer, type McpOffer } from '@acp-stack/mcp';
import { bridgedAgent } from '@acp-stack/mcp/node';
import { command } from '@acp-stack/conductor/node';
import { client, type AgentComponent, type Channel, type Client, type ClientConnection } from '@acp-stack/sdk';

/** A command of an agent: the program, its arguments, and variables of its environment. */
export type AgentCommand = Exclude<Parameters<typeof command>[0], readonly string[]>;

/** An agent: a command, an agent or a chain in this process, or a channel to one. */
export type AcpAgent = readonly string[] | AgentCommand | AgentComponent | Channel;

/** The connection of one model. */
export class AgentLink {
  /** The name of the agent, as far as it is known before it runs. */
  readonly name: string;
  /** Declares tools to sessions. */
  readonly mcp: McpOffer;
  readonly #agent: AgentComponent | Channel;
  readonly #client: Client;
  #connecting: Promise<ClientConnection> | undefined;
  #isClosed = false;

  constructor(agent: AcpAgent) {
    this.#agent = reachable(agent);
    this.name = 'name' in this.#agent ? this.#agent.name : 'agent';
    this.#client = client({ name: 'ai-sdk', version: '1.0.0' });
    this.mcp = offer(this.#client);
  }

  /** The connection; starts the agent if it does not run. */
  async connect(): Promise<ClientConnection> {
    if (this.#isClosed) throw new Error('The model is closed; call acp() again for another one.');
    const current = this.#connecting;
    const next = current === undefined ? this.#client.connect(this.#agent) : this.#alive(current);
    this.#connecting = next;
    try {
      return await next;
    } catch (error) {
      // The next call tries again.
      if (this.#connecting === next) this.#connecting = undefined;
      throw error;
    }
  }

  /** Ends the connection and, with it, the process of the agent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const connection = await this.#connecting?.catch(() => undefined);
    await connection?.close();
  }

  async #alive(connecting: Promise<ClientConnection>): Promise<ClientConnection> {
    const connection = await connecting;
    const ended = await Promise.race([connection.closed, Promise.resolve(undefined)]);
    if (ended === undefined) return connection;
    if (!('start' in this.#agent)) {
      const why = ended.error === undefined ? '' : ` (${ended.error.message})`;
      throw new Error(`The agent has ended${why}, and a channel can be used once: pass acp() a command or an agent.`);
    }
    await connection.reconnect(this.#agent);
    return connection;
  }
}

function reachable(agent: AcpAgent): AgentComponent | Channel {
  if (Array.isArray(agent) || typeof agent === 'string') return command(agent as readonly string[]);
  const given = agent as AgentCommand | AgentComponent | Channel;
  if ('command' in given) return command(given);
  // An agent that takes no MCP servers over its connection is given an address or a program instead.
  return 'start' in given ? bridgedAgent(given) : given;
}
