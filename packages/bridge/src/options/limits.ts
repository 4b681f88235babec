/** How much the bridge remembers. */

export interface BridgeLimits {
  /** Bytes of tool call content kept per session, to be sent again as a whole. */
  readonly toolContentBytes: number;
  /** Bytes of terminal output kept per terminal. */
  readonly terminalBytes: number;
  /** Characters of messages kept per session, to tell whether a whole message contains something new. */
  readonly messageCharacters: number;
  /** Tool calls, messages and terminals remembered per session; the oldest are forgotten. */
  readonly remembered: number;
  /** Sessions remembered; the one that was idle longest and has no prompt is forgotten. */
  readonly sessions: number;
  /** Updates that may wait for the response to the request that opens their session. */
  readonly waitingUpdates: number;
  /** Prompts that may wait in a session of an agent that takes one at a time. */
  readonly heldPrompts: number;
  /**
   * Bytes of the bridge's own responses that may wait for a peer that asks and does not read; beyond it the connection
   * ends.
   */
  readonly unsentBytes: number;
}

/** The limits that apply unless an option changes them. */
export const defaultBridgeLimits: BridgeLimits = {
  toolContentBytes: 4 * 1024 * 1024,
  terminalBytes: 1024 * 1024,
  messageCharacters: 1024 * 1024,
  remembered: 1000,
  sessions: 1000,
  waitingUpdates: 10_000,
  heldPrompts: 100,
  unsentBytes: 128 * 1024 * 1024,
};
