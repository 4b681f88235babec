/** A WebSocket of any implementation: the platform's, or one with more features. */

export interface SocketEvents {
  /** The socket is open. */
  opened(): void;
  /** The server's response to the upgrade set cookies. */
  cookies(lines: readonly string[]): void;
  /** A text frame arrived. */
  text(text: string): void;
  /** Data arrived, possibly part of a frame: the server is alive. */
  alive(): void;
  /** More can be sent. */
  drained(): void;
  /** The socket is closed, or could not be opened; called once. */
  closed(close: SocketClose): void;
}

export interface SocketClose {
  readonly code: number;
  readonly reason: string;
  /** The HTTP status with which the server refused the upgrade. */
  readonly status?: number;
  /** The target of a redirect. */
  readonly location?: string | undefined;
  readonly error?: unknown;
}

export interface Socket {
  send(text: string): void;
  /** Bytes that were not sent to the network yet. */
  readonly unsentBytes: number;
  /** Sends a ping, if the implementation can. */
  readonly ping?: (() => void) | undefined;
  /** Pauses reading, if the implementation can. */
  readonly pause?: () => void;
  readonly resume?: () => void;
  close(code: number, reason: string): void;
  /** Closes without waiting for the server. */
  abort(): void;
}

/** Opens a socket; `headers` are sent with the upgrade. */
export type OpenSocket = (url: URL, headers: Readonly<Record<string, string>>, events: SocketEvents) => Socket;

/** The code for a socket that closed without a close frame. */
export const abnormalClosure = 1006;
