/**
 * One agent for a program that serves many: connected when it is first needed, and again after it has ended.
 *
 * After that the sessions that were open are open again, unless the agent cannot restore them.
 */
import type { Channel } from '@acp-stack/rpc';

import type { AgentComponent } from '../component/component.ts';
import type { ClientConnection } from './client-connection.ts';
import type { Client } from './client.ts';

/** An agent that can be started more than once: a component, or a function that opens a channel to it. */
export type AgentSource = AgentComponent | (() => Channel | Promise<Channel>);

/** A connection that is there whenever it is asked for. */
export class AgentLink implements AsyncDisposable {
  readonly #client: Client;
  readonly #agent: AgentSource;
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
    const current = this.#connecting;
    const next = current === undefined ? this.#first() : this.#alive(current);
    this.#connecting = next;
    try {
      return await next;
    } catch (error) {
      if (this.#connecting === next) this.#connecting = undefined;
      throw error;
    }
  }

  /** Ends the connection and, with it, an agent that was started for it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const connection = await this.#connecting?.catch(() => undefined);
    await connection?.close();
  }

  /** Closes the link. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #first(): Promise<ClientConnection> {
    return this.#client.connect(await this.#open());
  }

  async #alive(connecting: Promise<ClientConnection>): Promise<ClientConnection> {
    const connection = await connecting;
    const ended = await Promise.race([connection.closed, Promise.resolve(undefined)]);
    if (ended !== undefined) await connection.reconnect(await this.#open());
    return connection;
  }

  #open(): AgentComponent | Channel | Promise<Channel> {
    return typeof this.#agent === 'function' ? this.#agent() : this.#agent;
  }
}
