/**
 * One agent for a program that serves many: connected when it is first needed, and again after it has ended.
 *
 * After that the sessions that were open are open again, unless the agent cannot restore them.
 */
import type { Channel, CloseReason } from '@acp-stack/rpc';

import type { AgentComponent } from '../../component/component.ts';
import type { ClientConnection, ReconnectOptions } from '../client-connection.ts';
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
  /** How the connection has ended, if it has. */
  #ended: CloseReason | undefined;
  /** Set while the agent is being started, or asked whether it still runs. */
  #connecting: Promise<ClientConnection> | undefined;
  readonly #closing = new AbortController();

  /** Starts nothing yet. */
  constructor(client: Client, agent: AgentSource) {
    this.#client = client;
    this.#agent = agent;
  }

  /**
   * The connection; starts the agent if it does not run. If that fails, the next call tries again. `signal` ends the
   * wait of this caller, and the agent goes on starting for the others.
   */
  async connect({ signal }: Pick<ReconnectOptions, 'signal'> = {}): Promise<ClientConnection> {
    this.#closing.signal.throwIfAborted();
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    return signal === undefined ? this.#connecting : orAborted(this.#connecting, signal);
  }

  /** Ends the connection and, with it, an agent that was started for it; one that still starts is given up. */
  async close(): Promise<void> {
    const connecting = this.#connecting;
    this.#closing.abort(new Error('The link to the agent is closed.'));
    await connecting?.catch(() => undefined);
    await this.#connection?.close();
  }

  /** Closes the link. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #connect(): Promise<ClientConnection> {
    const connection = this.#connection;
    const { signal } = this.#closing;
    if (connection === undefined) {
      this.#connection = await this.#client.connect(await this.#open(), { signal });
      this.#noteEnd(this.#connection);
      return this.#connection;
    }
    // An end that has just come is noted first.
    await Promise.resolve();
    if (this.#ended === undefined) return connection;
    await connection.reconnect(await this.#open(this.#ended), { signal });
    this.#noteEnd(connection);
    return connection;
  }

  /** Notes once when the connection ends: a promise that lives so long would keep all that asked it meanwhile. */
  #noteEnd(connection: ClientConnection): void {
    this.#ended = undefined;
    void connection.closed.then((reason) => {
      this.#ended = reason;
    });
  }

  async #open(ended?: CloseReason): Promise<AgentComponent | Channel> {
    if (typeof this.#agent !== 'function') return this.#agent;
    const { signal } = this.#closing;
    const opening = Promise.resolve(this.#agent(ended));
    // A channel that comes after the end is used by nothing.
    void opening.then(
      (channel) => {
        if (signal.aborted) channel.destroy(signal.reason as Error);
      },
      () => undefined,
    );
    return orAborted(opening, signal);
  }
}

/** Rejects with the reason of `signal` when it aborts; what was waited for goes on. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', abort);
    });
  });
}
