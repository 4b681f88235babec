/** The options that all kinds of remote connections share. */
import type { Clock } from '@acp-stack/rpc';

import { defaultReconnect, wakingClock, type ReconnectOptions } from '../../timing/backoff.ts';
import type { CredentialOptions } from './credentials.ts';
import type { TransportError } from './transport-error.ts';

/** The limits and timeouts of a client. */
export interface ClientLimits {
  /** Bytes of one message, in both directions. */
  readonly messageBytes: number;
  /** How deep the values in a message may be nested. */
  readonly depth: number;
  /** Bytes that may wait to be sent before `send` asks its caller to wait. */
  readonly unsentBytes: number;
  /** Bytes of sent messages that are kept, on WebSocket, until the server has received them. */
  readonly windowBytes: number;
  /** Bytes that are held for a paused receiver, where the platform cannot pause a WebSocket. */
  readonly heldBytes: number;
  /** Milliseconds within which a request must be answered, or a WebSocket must open. */
  readonly answerTimeout: number;
  /** Milliseconds without any data after which a stream or a socket counts as dropped. */
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

/** An event of the connection that no message tells the program about. */
export type ConnectionReport =
  | {
      /** A stream or socket dropped; it is connected again after `delay` milliseconds. */
      readonly kind: 'dropped';
      readonly name: string;
      readonly error: TransportError;
      readonly delay: number;
    }
  /** It is connected again, and no message was lost. */
  | { readonly kind: 'resumed'; readonly name: string }
  /** The stream of one session is lost, with the messages it carried; load or resume the session. */
  | { readonly kind: 'session-lost'; readonly sessionId: string; readonly error: TransportError }
  /** The server refused a message that has no response. */
  | { readonly kind: 'message-refused'; readonly message: unknown; readonly error: TransportError }
  /** No WebSocket could be opened; HTTP is used instead. */
  | { readonly kind: 'fell-back'; readonly error: TransportError };

/** How a client connects, authenticates, and reconnects after the connection has dropped. */
export interface ConnectOptions extends CredentialOptions {
  /** The limits that differ from the defaults. */
  readonly limits?: Partial<ClientLimits>;
  /** How long and how often to reconnect after a drop; `false` turns reconnecting off. */
  readonly reconnect?: Partial<ReconnectOptions> | false;
  /** Called when the connection drops, is resumed, or loses something. */
  readonly onReport?: (report: ConnectionReport) => void;
  /** Measures every timeout; the system clock by default. */
  readonly clock?: Clock;
  /** Returns a random number from 0 up to 1. */
  readonly random?: () => number;
}

/** The options, completed with defaults. */
export interface Settings {
  readonly limits: ClientLimits;
  readonly reconnect: ReconnectOptions;
  /** Whether to reconnect after a drop. */
  readonly reconnects: boolean;
  readonly report: (report: ConnectionReport) => void;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Returns the settings; connections without options of their own share one object. */
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
