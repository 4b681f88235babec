/**
 * An agent that can be restarted and logged in to.
 *
 * The connection object survives a restart, and so do its sessions, if the agent can open them again.
 */
import type { ClientConnection } from '@acp-stack/sdk';
import type { AgentCommand } from '@acp-stack/stdio';
import { Login, type LoginHooks } from '@acp-stack/workspace/client';

import { definedOnly, type AgentServer } from '../config/agent-server.ts';
import { commandOf, openLink, type AgentLink } from './agent-link.ts';
import { connectAgent, endConnection, type ConnectedAgent, type ConnectOptions } from './connect-agent.ts';

export interface RestartableAgentHooks extends Omit<LoginHooks<ClientConnection>, 'restart'> {
  /** Called when the agent has exited, or closed the connection, by itself. */
  readonly onEnd: (error: Error | undefined) => void;
}

export class RestartableAgent implements AsyncDisposable {
  readonly #agent: ConnectedAgent;
  readonly #options: ConnectOptions;
  readonly #login: Login<ClientConnection>;
  readonly #onEnd: RestartableAgentHooks['onEnd'];
  /** The link to the running agent. */
  #link: AgentLink;
  /** Whether this program ends the connection. */
  #isEnding = false;

  private constructor(agent: ConnectedAgent, options: ConnectOptions, hooks: RestartableAgentHooks) {
    this.#agent = agent;
    this.#onEnd = hooks.onEnd;
    this.#options = options;
    this.#link = agent.link;
    const { server } = agent.link;
    this.#login = new Login({
      connection: agent.connection,
      command: server.kind === 'command' ? commandOf(server) : { command: '' },
      hooks: {
        choose: hooks.choose,
        // These logins need a process on this machine.
        ...(server.kind === 'command' && hooks.runInTerminal !== undefined
          ? { runInTerminal: hooks.runInTerminal }
          : {}),
        ...(server.kind === 'command' && hooks.askVariables !== undefined ? { askVariables: hooks.askVariables } : {}),
        restart: (command) => this.restart(command),
      },
    });
    this.#watch();
  }

  static async connect(
    server: AgentServer,
    options: ConnectOptions,
    hooks: RestartableAgentHooks,
  ): Promise<RestartableAgent> {
    return new RestartableAgent(await connectAgent(server, options), options, hooks);
  }

  get connection(): ClientConnection {
    return this.#agent.connection;
  }

  get login(): Login<ClientConnection> {
    return this.#login;
  }

  /** Restarts the agent, with `command` or the same one, and reopens its sessions. */
  async restart(command?: AgentCommand): Promise<ClientConnection> {
    const { connection } = this;
    const previous = this.#link.server;
    this.#isEnding = true;
    await endConnection(connection, previous);
    await this.#link.close();
    await connection.closed;
    const server: AgentServer =
      previous.kind === 'command' && command !== undefined
        ? { ...previous, args: command.args ?? [], env: definedOnly({ ...previous.env, ...command.env }) }
        : previous;
    this.#link = await openLink(server, this.#agent.linkOptions);
    await connection.reconnect(this.#link.channel, { signal: this.#options.deadline.signal });
    this.#isEnding = false;
    this.#watch();
    return connection;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnding = true;
    await this.#agent.close();
    await this.#link.close();
  }

  #watch(): void {
    void this.connection.closed.then(({ error }) => {
      if (!this.#isEnding) this.#onEnd(error);
    });
  }
}
