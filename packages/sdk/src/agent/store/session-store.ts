/**
 * Where an agent stores its sessions.
 *
 * A store holds what outlives a connection: the record of a session and its history. Its optional methods decide what
 * the agent advertises: if it has `delete`, clients can delete sessions.
 */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { PendingMessage } from '../../shared/pending-messages.ts';

/** The record of a stored session. */
export interface SessionRecord {
  /** The id of the session. */
  readonly sessionId: string;
  /** The absolute working directory. */
  readonly cwd: string;
  /** The other absolute directories; empty when there are none. */
  readonly additionalDirectories: readonly string[];
  /** The title in lists; null or absent when there is none. */
  readonly title?: string | null;
  /** The time of the last activity, in ISO 8601. */
  readonly updatedAt: string;
  /** Whether it is archived, and left out of ordinary lists. */
  readonly archived: boolean;
  /** Whether work was under way when this was stored; after a restart, true means that it was interrupted. */
  readonly isWorking?: boolean;
  /** The principal that created it, if the transport knows one; other principals have no access to it. */
  readonly owner?: string;
}

/** Changes of a session's record. */
export type SessionChanges = Partial<Omit<SessionRecord, 'sessionId'>>;

/** Which sessions are listed. */
export interface SessionQuery {
  /** Only those in this directory; all when null or absent. */
  readonly cwd?: string | null;
  /** The `nextCursor` of the previous page; the first page when null or absent. */
  readonly cursor?: string | null;
  /** Whether archived sessions are listed. */
  readonly archived: 'exclude' | 'include' | 'only';
  /** Only those of this principal; others that a store returns are filtered out. */
  readonly owner?: string;
}

/** One page of the list of sessions. */
export interface SessionPage {
  /** The newest first. */
  readonly sessions: readonly SessionRecord[];
  /** Undefined on the last page. */
  readonly nextCursor?: string;
}

/**
 * Stores the injected messages that a session has accepted and not delivered yet (draft), so that they outlive the
 * connection and the program.
 *
 * A message is delivered, and not listed any more, as soon as a `user_message` with its id was appended.
 */
export interface PendingStore {
  /** Adds a message at the end; one with the same id is replaced in its place. */
  keep(sessionId: string, message: PendingMessage): Promise<void>;
  /** Removes a message; succeeds if there is none. */
  forget(sessionId: string, messageId: string): Promise<void>;
  /** The messages, in the order in which they were added. */
  list(sessionId: string): Promise<readonly PendingMessage[]>;
}

/** Stores sessions. Updates of one session are appended in order. */
export interface SessionStore {
  /** Adds a new session; its id is not in the store yet. */
  create(record: SessionRecord): Promise<void>;
  /** The record of a session; undefined if there is none. */
  get(sessionId: string): Promise<SessionRecord | undefined>;
  /** Changes the record of a session. */
  patch(sessionId: string, changes: SessionChanges): Promise<void>;
  /** Lists sessions; throws a `RangeError` for an unknown cursor. */
  list(query: SessionQuery): Promise<SessionPage>;
  /** Appends an update to the history. */
  append(sessionId: string, update: SessionUpdate): Promise<void>;
  /** Appends several updates of one session, in order; all of them or none. When absent, `append` is used. */
  appendAll?(sessionId: string, updates: readonly SessionUpdate[]): Promise<void>;
  /**
   * Whether an update is sent only after `append` has stored it: nothing that a client has seen is then lost, even if
   * the program dies. A turn whose updates cannot be stored ends with an error.
   */
  readonly persistBeforeSend?: boolean;
  /** The updates of the session, oldest first. */
  history(sessionId: string): AsyncIterable<SessionUpdate>;
  /**
   * Makes this program the writer of a session, before it is opened here: from then on `append` and `patch` of other
   * programs that have it open fail. Absent if no other program has access to the sessions.
   */
  claim?(sessionId: string): Promise<void>;
  /** Releases a session that was claimed and could not be opened: the program before is the writer again. */
  release?(sessionId: string): Promise<void>;
  /** Whether no other program has claimed the session since it was opened here. */
  holds?(sessionId: string): Promise<boolean>;
  /** The store for one connection, so that its claims also exclude other connections of this program. */
  view?(connection: object): SessionStore;
  /** Stores pending messages; without it they are lost with the connection. */
  readonly pending?: PendingStore;
  /** Deletes a session; succeeds if there is none. */
  delete?(sessionId: string): Promise<void>;
}
