/** Which node owns which session, and how a request gets to the owner. */
import type { InboxItem } from '../store/records.ts';

export interface SessionDirectory {
  /** The name of this node. */
  readonly node: string;
  /** Stores an item in the inbox of the session, and makes sure that an owner works it off; returns its number. */
  submit(sessionId: string, item: InboxItem): Promise<number>;
  /** Makes this node the owner, unless a live node is: after this the inbox is worked off. */
  ensureOwner(sessionId: string): Promise<void>;
}
