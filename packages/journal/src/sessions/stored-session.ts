/** What is stored about a session; the store of `@acp-stack/sdk` asks for exactly this. */
import type { ContentBlock, InjectMode } from '@acp-stack/schema/v2/unstable';

/** The record of a stored session. */
export interface StoredSession {
  /** The id of the session. */
  readonly sessionId: string;
  /** The absolute working directory. */
  readonly cwd: string;
  /** The other absolute directories. */
  readonly additionalDirectories: readonly string[];
  /** The title in lists; null or absent when there is none. */
  readonly title?: string | null;
  /** The time of the last activity, in ISO 8601. */
  readonly updatedAt: string;
  /** Whether it is archived, and left out of ordinary lists. */
  readonly archived: boolean;
  /** Whether work was under way when this was stored. */
  readonly isWorking?: boolean;
  /** The principal that created it. */
  readonly owner?: string;
}

/** Which sessions are listed. */
export interface StoredQuery {
  /** Only those in this directory; all when null or absent. */
  readonly cwd?: string | null;
  /** The `nextCursor` of the previous page. */
  readonly cursor?: string | null;
  /** Whether archived sessions are listed. */
  readonly archived: 'exclude' | 'include' | 'only';
}

/** One page of the list of sessions. */
export interface StoredPage {
  /** The newest first. */
  readonly sessions: readonly StoredSession[];
  /** Undefined on the last page. */
  readonly nextCursor?: string;
}

/** An injected message that was accepted and not delivered yet. */
export interface WaitingMessage {
  /** The id of the message. */
  readonly messageId: string;
  /** Whether it waits for the end of the turn, or steers it. */
  readonly mode: InjectMode;
  /** What the user said. */
  readonly content: readonly ContentBlock[];
}

/** The injected messages of sessions that were accepted and not delivered yet. */
export interface StoredPending {
  /** Adds a message at the end; one with the same id is replaced in its place. */
  keep(sessionId: string, message: WaitingMessage): Promise<void>;
  /** Removes a message; succeeds if there is none. */
  forget(sessionId: string, messageId: string): Promise<void>;
  /** The messages, in the order in which they were added. */
  list(sessionId: string): Promise<readonly WaitingMessage[]>;
}

/** What an agent stores about a session for itself; no client sees it, and it is deleted with the session. */
export interface SessionNotes {
  /** Resolves when the note is stored: an object with a `type` that is not one of the store. */
  add(note: { readonly type: string }): Promise<void>;
  /** The notes in the order in which they were added. */
  read(): AsyncIterable<unknown>;
}
