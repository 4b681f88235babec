/**
 * The ids of user messages in the agent, and those that clients know.
 *
 * The hub gives a message its id when it accepts it. The agent reports the message under an id of its own; that report
 * is not shown a second time.
 */

interface Alias {
  readonly messageId: string;
  /** Whether the agent has reported the message. */
  isReported: boolean;
}

/** How many messages are remembered. */
const maxAliases = 1024;

export class MessageAliases {
  readonly #aliases = new Map<string, Alias>();

  /** The agent knows the message `messageId` as `agentMessageId`. */
  add(agentMessageId: string, messageId: string, isReported: boolean): void {
    if (this.#aliases.has(agentMessageId)) return;
    this.#aliases.set(agentMessageId, { messageId, isReported });
    const [oldest] = this.#aliases.keys();
    if (this.#aliases.size > maxAliases && oldest !== undefined) this.#aliases.delete(oldest);
  }

  /** The id for clients; undefined if the message is the agent's own. */
  messageIdOf(agentMessageId: string): string | undefined {
    return this.#aliases.get(agentMessageId)?.messageId;
  }

  /** The id in the agent. */
  agentIdOf(messageId: string): string | undefined {
    for (const [agentMessageId, alias] of this.#aliases) if (alias.messageId === messageId) return agentMessageId;
    return undefined;
  }

  /** The agent reports the message; returns whether that is the first time. */
  report(agentMessageId: string): boolean {
    const alias = this.#aliases.get(agentMessageId);
    if (alias === undefined) return false;
    const isFirst = !alias.isReported;
    alias.isReported = true;
    return isFirst;
  }
}
