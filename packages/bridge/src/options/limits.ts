/** What the bridge remembers, and how much of it. */

export interface BridgeLimits {
  /** Bytes of tool call content that are kept per session, to be sent again as a whole. */
  readonly toolContentBytes: number;
  /** Bytes of terminal output that are kept per terminal. */
  readonly terminalBytes: number;
  /** Characters of messages that are kept per session, to tell whether a whole message says something new. */
  readonly messageCharacters: number;
  /** Tool calls, messages and terminals that are remembered per session; the oldest are forgotten. */
  readonly remembered: number;
  /** Sessions that are remembered; the one that was quiet longest and has no prompt is forgotten. */
  readonly sessions: number;
  /** Updates that wait for the answer to the request that opens their session. */
  readonly waitingUpdates: number;
  /** Prompts that wait in a session of an agent that takes one at a time. */
  readonly heldPrompts: number;
  /** Bytes of what the bridge itself answers that may wait for a peer which asks and does not read; beyond it the connection ends. */
  readonly unsentBytes: number;
}

/** What holds where an option does not say otherwise. */
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
