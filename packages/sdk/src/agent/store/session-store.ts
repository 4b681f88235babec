/**
 * Where an agent keeps its sessions.
 *
 * A store holds what outlives a connection: who the session is and what was said. What it can do decides what the agent advertises: a
 * store that can delete lets clients delete.
 */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { PendingMessage } from '../../shared/pending-messages.ts';

/** One session as it is stored. */
export interface SessionRecord {
  /** Names it in the store. */
  readonly sessionId: string;
  /** Its working directory, absolute. */
  readonly cwd: string;
  /** Its other folders, absolute; empty when there are none. */
  readonly additionalDirectories: readonly string[];
  /** What users read in lists; null or absent when it has none. */
  readonly title?: string | null;
  /** When something was last said, as an ISO 8601 time. */
  readonly updatedAt: string;
  /** Whether it was put away, and is left out of lists unless they ask for it. */
  readonly archived: boolean;
  /** Whether work was under way when this was written; true after a restart means that it was interrupted. */
  readonly isWorking?: boolean;
  /** The principal that made it, where the transport knows one; nobody else gets at it over that transport. */
  readonly owner?: string;
}

/** What may change about a session. */
export type SessionChanges = Partial<Omit<SessionRecord, 'sessionId'>>;

/** Which sessions to list. */
export interface SessionQuery {
  /** Only those in this folder; in any when null or absent. */
  readonly cwd?: string | null;
  /** The `nextCursor` of the page before; the first page when null or absent. */
  readonly cursor?: string | null;
  /** Whether those that were put away count. */
  readonly archived: 'exclude' | 'include' | 'only';
  /** Only those of this principal; what a store lists besides is left out all the same. */
  readonly owner?: string;
}

/** Some of the sessions in a store, and how to get at the next ones. */
export interface SessionPage {
  /** In the order that clients are to see, the newest first. */
  readonly sessions: readonly SessionRecord[];
  /** Undefined on the last page. */
  readonly nextCursor?: string;
}

/**
 * Keeps the messages that a session has accepted and not delivered yet (draft), so that they outlive the connection, or the program.
 *
 * A message is delivered, and no longer listed, as soon as an update `user_message` with its id was appended.
 */
export interface PendingStore {
  /** Keeps a message behind the others; one with the same id is exchanged where it is. */
  keep(sessionId: string, message: PendingMessage): Promise<void>;
  /** Forgets a message; succeeds when there is none. */
  forget(sessionId: string, messageId: string): Promise<void>;
  /** What waits, in the order in which it was kept. */
  list(sessionId: string): Promise<readonly PendingMessage[]>;
}

/** Keeps sessions. Everything may be asynchronous; updates of one session are appended in order. */
export interface SessionStore {
  /** Keeps a new session; its id is not in the store yet. */
  create(record: SessionRecord): Promise<void>;
  /** The session, or undefined when there is none. */
  get(sessionId: string): Promise<SessionRecord | undefined>;
  /** Changes what is known about a session. */
  patch(sessionId: string, changes: SessionChanges): Promise<void>;
  /** Throws an error for a cursor that it did not give out. */
  list(query: SessionQuery): Promise<SessionPage>;
  /** Adds to what was said. */
  append(sessionId: string, update: SessionUpdate): Promise<void>;
  /** Adds several updates of one session, in order; all of them or none. Each is appended alone when this is absent. */
  appendAll?(sessionId: string, updates: readonly SessionUpdate[]): Promise<void>;
  /**
   * Whether a client is told something only after `append` has kept it: nothing that a client has seen is then lost, whatever happens to the
   * program. A turn whose words cannot be kept ends with an error.
   */
  readonly persistBeforeSend?: boolean;
  /** What was said, oldest first. */
  history(sessionId: string): AsyncIterable<SessionUpdate>;
  /**
   * Makes this program the one that writes to a session, before it is opened here: from then on `append` and `patch` refuse what another program has to
   * add that has it open. Absent where no other program can get at the sessions.
   */
  claim?(sessionId: string): Promise<void>;
  /** Gives a session back that was claimed and could not be opened: who had it before goes on. */
  release?(sessionId: string): Promise<void>;
  /** Whether no other program has claimed the session since it was opened here. */
  holds?(sessionId: string): Promise<boolean>;
  /** The same for one connection, so that what it claims is claimed from the other connections of this program too. */
  view?(connection: object): SessionStore;
  /** Where messages wait to be delivered; without it they are gone with the connection. */
  readonly pending?: PendingStore;
  /** Forgets a session; succeeds when there is none. */
  delete?(sessionId: string): Promise<void>;
}
