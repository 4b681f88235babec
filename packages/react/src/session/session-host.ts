/** What a session uses of its agent. */
import type { ClientConnection } from '@acp-stack/sdk';

/** A connection, as its sessions use it. */
export interface SessionLink {
  readonly connection: ClientConnection;
  readonly isHub: boolean;
}

/** `S` is the session as programs see it. */
export interface SessionHost<S> {
  /** The current connection, if there is one. */
  link(): SessionLink | undefined;
  /** Whether the transport reaches the other side. */
  isReachable(): boolean;
  /** The working directory of a session that exists. */
  cwdOf(sessionId: string): Promise<string>;
  /** The session is to be opened as soon as there is a connection. */
  wanted(store: S): void;
  /** A session is being created, until the returned function is called; its updates may come before its id. */
  creating(): () => void;
  /** A new session has an id now. */
  created(store: S, sessionId: string): void;
  /** The state of a session has changed. */
  changed(store: S): void;
  /** A session is used, until the returned function is called. */
  retain(store: S): () => void;
}
