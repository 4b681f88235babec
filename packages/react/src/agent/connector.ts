/**
 * Keeps one connection to an agent: connects, and connects again after growing pauses when it is lost.
 *
 * At most one attempt or connection exists at a time. After `stop` nothing is under way, and `start` begins anew.
 */
import type { Clock, CloseReason } from '@acp-stack/rpc';
import { ConnectionError, ProtocolVersionError, type ClientConnection } from '@acp-stack/sdk';

/** Whether the agent can be used: `failed` if another attempt would fail the same way. */
export type AgentStatus = 'connecting' | 'open' | 'reconnecting' | 'failed';

/** How to connect, besides the address. */
export interface ConnectContext {
  /** Aborts when the connection is not wanted any more. */
  readonly signal: AbortSignal;
  /**
   * Call it with `false` when the transport has lost the other side and tries to reach it by itself, and with `true`
   * when it is there again.
   */
  readonly reachable: (isReachable: boolean) => void;
}

export interface ConnectorOptions {
  readonly dial: (context: ConnectContext) => Promise<ClientConnection>;
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  /** Calls `wake` when it is worth trying at once, such as when the network is there again; returns how to stop. */
  readonly onWake: (wake: () => void) => () => void;
  readonly onChange: () => void;
  readonly onOpen: (connection: ClientConnection) => void;
  readonly onLost: (error: Error) => void;
  /** Ends a connection that is not wanted any more. */
  readonly end: (connection: ClientConnection) => void;
}

/** Milliseconds before the first and at most before any further attempt. */
const firstPause = 250;
const longestPause = 10_000;

/** The state of the connection as a page shows it. */
export interface ConnectorState {
  readonly status: AgentStatus;
  /** Why the last attempt failed or the connection was lost. */
  readonly error: Error | undefined;
  /** When the next attempt is made, in milliseconds since 1970; undefined while none is planned. */
  readonly retryAt: number | undefined;
  readonly connection: ClientConnection | undefined;
}

const initial: ConnectorState = { status: 'connecting', error: undefined, retryAt: undefined, connection: undefined };

export class Connector {
  readonly #options: ConnectorOptions;
  #state: ConnectorState = initial;
  /** Ends the attempt or connection that is under way; undefined while there is none. */
  #current: AbortController | undefined;
  #cancelPause: (() => void) | undefined;
  #stopWaking: (() => void) | undefined;
  #pauses = 0;
  #wasOpen = false;

  constructor(options: ConnectorOptions) {
    this.#options = options;
  }

  get state(): ConnectorState {
    return this.#state;
  }

  /** Begins to connect; does nothing if it has begun. */
  start(): void {
    if (this.#stopWaking !== undefined) return;
    this.#stopWaking = this.#options.onWake(() => {
      if (this.#cancelPause !== undefined) this.#attempt();
    });
    this.#attempt();
  }

  /** Tries at once, instead of waiting for the next attempt. */
  retry(): void {
    if (this.#stopWaking === undefined || this.#current !== undefined) return;
    this.#pauses = 0;
    this.#attempt();
  }

  /** Ends everything. */
  stop(): void {
    this.#stopWaking?.();
    this.#stopWaking = undefined;
    this.#endPause();
    this.#current?.abort();
    this.#current = undefined;
    const { connection } = this.#state;
    this.#pauses = 0;
    this.#wasOpen = false;
    this.#state = initial;
    if (connection === undefined) return;
    this.#options.onLost(new ConnectionError('closed', 'The connection is closed.'));
    this.#options.end(connection);
  }

  #attempt(): void {
    this.#endPause();
    const current = new AbortController();
    this.#current = current;
    this.#set({ status: this.#wasOpen ? 'reconnecting' : 'connecting', retryAt: undefined, connection: undefined });
    const context: ConnectContext = {
      signal: current.signal,
      reachable: (isReachable) => {
        if (this.#current !== current || this.#state.connection === undefined) return;
        this.#set({ status: isReachable ? 'open' : 'reconnecting' });
      },
    };
    this.#options.dial(context).then(
      (connection) => {
        if (this.#current === current) this.#opened(connection, current);
        else connection.destroy();
      },
      (error: unknown) => {
        if (this.#current === current) this.#failed(error as Error);
      },
    );
  }

  #opened(connection: ClientConnection, current: AbortController): void {
    this.#pauses = 0;
    this.#wasOpen = true;
    this.#set({ status: 'open', error: undefined, connection });
    this.#options.onOpen(connection);
    void connection.closed.then((reason) => {
      if (this.#current !== current) return;
      const error = lossOf(reason);
      this.#state = { ...this.#state, connection: undefined };
      this.#options.onLost(error);
      this.#failed(error);
    });
  }

  #failed(error: Error): void {
    this.#current = undefined;
    if (isFinal(error)) {
      this.#set({ status: 'failed', error, retryAt: undefined, connection: undefined });
      return;
    }
    const longest = Math.min(firstPause * 2 ** this.#pauses, longestPause);
    this.#pauses += 1;
    // Many pages that lost the same server do not come back at the same moment.
    const pause = longest * (0.5 + this.#options.random() / 2);
    const status = this.#wasOpen ? 'reconnecting' : 'connecting';
    this.#set({ status, error, retryAt: Date.now() + pause, connection: undefined });
    this.#cancelPause = this.#options.clock.schedule(
      pause,
      () => {
        this.#cancelPause = undefined;
        this.#attempt();
      },
      true,
    );
  }

  #endPause(): void {
    this.#cancelPause?.();
    this.#cancelPause = undefined;
  }

  #set(changes: Partial<ConnectorState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#options.onChange();
  }
}

/** Whether another attempt would fail the same way: another version of the protocol, or refused credentials. */
function isFinal(error: Error): boolean {
  const { code } = error as { readonly code?: unknown };
  return error instanceof ProtocolVersionError || code === 'unauthorized';
}

const lossOf = ({ error }: CloseReason): Error =>
  error ?? new ConnectionError('closed', 'The connection to the agent was lost.');
