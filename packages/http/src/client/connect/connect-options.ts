/** What can be said about a remote connection, whatever carries it. */
import type { Clock } from '@acp-stack/rpc';

import { defaultReconnect, wakingClock, type ReconnectOptions } from '../../timing/backoff.ts';
import type { CredentialOptions } from './credentials.ts';
import type { TransportError } from './transport-error.ts';

/** How much of anything a client takes, and how long it waits. */
export interface ClientLimits {
  /** Bytes of one message, in both directions. */
  readonly messageBytes: number;
  /** How deep the values in a message may be nested. */
  readonly depth: number;
  /** Bytes that wait to be sent until a sender is asked to wait. */
  readonly unsentBytes: number;
  /** Bytes of messages that are kept, on WebSocket, until the server has received them. */
  readonly windowBytes: number;
  /** Bytes that are held for a receiver that is paused, where the platform cannot pause a WebSocket. */
  readonly heldBytes: number;
  /** Milliseconds until a request must be answered, and a WebSocket be open. */
  readonly answerTimeout: number;
  /** Milliseconds without a sign of life until a stream or a socket has dropped. */
  readonly silence: number;
}

const mebibyte = 1024 * 1024;

export const defaultClientLimits: ClientLimits = {
  messageBytes: 64 * mebibyte,
  depth: 1000,
  unsentBytes: mebibyte,
  windowBytes: 8 * mebibyte,
  heldBytes: 16 * mebibyte,
  answerTimeout: 30_000,
  silence: 45_000,
};

/** What happens to a connection that its messages do not tell. */
export type ConnectionReport =
  | {
      /** Something dropped, and is connected again after `delay` milliseconds. */
      readonly kind: 'dropped';
      readonly name: string;
      readonly error: TransportError;
      readonly delay: number;
    }
  /** It is connected again, and nothing was lost. */
  | { readonly kind: 'resumed'; readonly name: string }
  /** The stream of one session is over; what it brought meanwhile is lost, and the session must be loaded or resumed. */
  | { readonly kind: 'session-lost'; readonly sessionId: string; readonly error: TransportError }
  /** The server refused a message that nobody waits for an answer to. */
  | { readonly kind: 'message-refused'; readonly message: unknown; readonly error: TransportError }
  /** WebSocket did not work; HTTP is used. */
  | { readonly kind: 'fell-back'; readonly error: TransportError };

/** How a client connects, says who it is, and comes back after the connection has dropped. */
export interface ConnectOptions extends CredentialOptions {
  /** Those that are to differ from the defaults. */
  readonly limits?: Partial<ClientLimits>;
  /** How often and how long a dropped connection is tried again; `false`: never. */
  readonly reconnect?: Partial<ReconnectOptions> | false;
  /** Hears that the connection dropped, came back, or lost something. */
  readonly onReport?: (report: ConnectionReport) => void;
  /** Measures every time limit; that of the system when absent. */
  readonly clock?: Clock;
  /** Chance, from 0 up to 1. */
  readonly random?: () => number;
}

/** The options with everything filled in that was left out. */
export interface Settings {
  readonly limits: ClientLimits;
  readonly reconnect: ReconnectOptions;
  /** Whether a dropped connection is tried again. */
  readonly reconnects: boolean;
  readonly report: (report: ConnectionReport) => void;
  readonly clock: Clock;
  readonly random: () => number;
}

/** What nobody has changed is there once, for all connections. */
export const settingsOf = (options: ConnectOptions): Settings =>
  Object.keys(options).length === 0 ? defaultSettings : filledIn(options);

function filledIn(options: ConnectOptions): Settings {
  const { limits, reconnect, onReport = ignore, clock = wakingClock, random = Math.random } = options;
  return {
    limits: limits === undefined ? defaultClientLimits : { ...defaultClientLimits, ...limits },
    reconnect: typeof reconnect === 'object' ? { ...defaultReconnect, ...reconnect } : defaultReconnect,
    reconnects: reconnect !== false,
    report: onReport,
    clock,
    random,
  };
}

const ignore = (): void => undefined;

const defaultSettings = filledIn({});
