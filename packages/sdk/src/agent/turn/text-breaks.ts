/**
 * Counts what stands between the texts of an agent, so that text after it begins a new message.
 *
 * A message keeps the place of its first chunk: text that was appended to it after a tool call would be shown before
 * the call. Therefore a new tool call, plan, compaction, subagent or user message and a question to the user end what
 * was written before. Updates of a known tool call, terminals, notices, usage and settings do not; and a message and a
 * thought grow side by side.
 */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

/** How many ids are remembered; beyond that, an update of an old tool call may begin a new message. */
const maxIds = 10_000;

export class TextBreaks {
  readonly #known = new Set<string>();
  #count = 0;

  /** The number of breaks so far; text goes on in its message while the number stays the same. */
  get count(): number {
    return this.#count;
  }

  /** Ends the messages and the thoughts. */
  add(): void {
    this.#count += 1;
  }

  /** Notes an update of the session that is about to be sent. */
  note(update: SessionUpdate): void {
    const { sessionUpdate: kind } = update;
    if (kind === 'tool_call_update' || kind === 'tool_call_content_chunk') {
      this.#addOnce(`tool call ${update.toolCallId}`);
    } else if (kind === 'compaction_update') this.#addOnce(`compaction ${update.compactionId}`);
    else if (kind === 'subagent_update') this.#addOnce(`subagent ${update.sessionId}`);
    else if (kind === 'user_message' || kind === 'session_message') this.#addOnce(`message ${update.messageId}`);
    else if (kind === 'plan_update' || kind === 'plan_removed') this.add();
  }

  #addOnce(id: string): void {
    if (this.#known.has(id)) return;
    this.add();
    this.#known.add(id);
    const [oldest] = this.#known;
    if (this.#known.size > maxIds && oldest !== undefined) this.#known.delete(oldest);
  }
}
