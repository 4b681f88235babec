/**
 * One agent for a program that serves many: connected when it is first needed, and again after it has ended.
 *
 * After that the sessions that were open are open again, unless the agent cannot restore them.
 */
import type { Channel, CloseReason } from '@acp-stack/rpc';

import type { AgentComponent } from '../../component/component.ts';
import type { ClientConnection } from '../client-connection.ts';
import type { Client } from '../client.ts';

/**
 * An agent that can be started more than once: a component, or a function that opens a channel to it. `ended` says how
 * the connection before has ended.
 */
export type AgentSource = AgentComponent | ((ended?: CloseReason) => Channel | Promise<Channel>);

/** A connection that is there whenever it is asked for. */
export class AgentLink implements AsyncDisposable {
  readonly #client: Client;
  readonly #agent: AgentSource;
  /** The connection, also after it has ended: it has the sessions. */
  #connection: ClientConnection | undefined;
  /** Set while the agent is being started, or asked whether it still runs. */
  #connecting: Promise<ClientConnection> | undefined;
  #isClosed = false;

  /** Starts nothing yet. */
  constructor(client: Client, agent: AgentSource) {
    this.#client = client;
    this.#agent = agent;
  }

  /** The connection; starts the agent if it does not run. If that fails, the next call tries again. */
  async connect(): Promise<ClientConnection> {
    if (this.#isClosed) throw new Error('The link to the agent is closed.');
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  /** Ends the connection and, with it, an agent that was started for it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#connecting?.catch(() => undefined);
    await this.#connection?.close();
  }

  /** Closes the link. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #connect(): Promise<ClientConnection> {
    const connection = this.#connection;
    if (connection === undefined) {
      this.#connection = await this.#client.connect(await this.#open());
      return this.#connection;
    }
    const ended = await Promise.race([connection.closed, Promise.resolve(undefined)]);
    if (ended !== undefined) await connection.reconnect(await this.#open(ended));
    return connection;
  }

  #open(ended?: CloseReason): AgentComponent | Channel | Promise<Channel> {
    return typeof this.#agent === 'function' ? this.#agent(ended) : this.#agent;
  }
}
