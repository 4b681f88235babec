/** A WebSocket, whichever implementation: the platform's, or one that can do more. */

export interface SocketEvents {
  /** The socket can be used. */
  opened(): void;
  /** The server set cookies with its answer. */
  cookies(lines: readonly string[]): void;
  /** A text frame arrived. */
  text(text: string): void;
  /** Something arrived, a text frame or a part of it too, which shows that the server is there. */
  alive(): void;
  /** More can be sent. */
  drained(): void;
  /** The socket is closed, or was never open; called once. */
  closed(close: SocketClose): void;
}

export interface SocketClose {
  readonly code: number;
  readonly reason: string;
  /** The HTTP status with which the server refused the upgrade. */
  readonly status?: number;
  /** Where the server sends us with that. */
  readonly location?: string | undefined;
  readonly error?: unknown;
}

export interface Socket {
  send(text: string): void;
  /** Bytes that were taken and not handed to the network. */
  readonly unsentBytes: number;
  /** Asks for a sign of life, where the platform can. */
  readonly ping?: (() => void) | undefined;
  /** Stops and goes on reading, where the platform can. */
  readonly pause?: () => void;
  readonly resume?: () => void;
  close(code: number, reason: string): void;
  /** Closes without waiting for the server. */
  abort(): void;
}

/** Opens a socket; `headers` are sent with the upgrade. */
export type OpenSocket = (url: URL, headers: Readonly<Record<string, string>>, events: SocketEvents) => Socket;

/** Closed without a word, as far as codes can say. */
export const abnormalClosure = 1006;
